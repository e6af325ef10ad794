"""python3 -m unittest discover -s tests; needs no MLflow."""

import os
import sys
import types
import unittest
from unittest import mock

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import recording  # noqa: E402

SERVER = {"MLFLOW_TRACKING_URI": "http://mlflow:5000"}


class Refusal(Exception):
    def __init__(self, error_code):
        super().__init__(error_code)
        self.error_code = error_code


class RecordingTest(unittest.TestCase):
    def setUp(self):
        self.mlflow = mock.Mock(MlflowException=Refusal)
        self.mlflow.active_run.return_value = types.SimpleNamespace(info=types.SimpleNamespace(run_id="r1"))
        patch = mock.patch.dict(sys.modules, mlflow=self.mlflow)
        patch.start()
        self.addCleanup(patch.stop)

    def test_without_a_server_nothing_is_recorded(self):
        self.assertFalse(recording.metrics(1, {}, loss=0.5))
        self.mlflow.log_metrics.assert_not_called()

    def test_metrics_have_their_step(self):
        self.assertTrue(recording.metrics(20, SERVER, loss=0.5, accuracy=0.9))
        self.mlflow.log_metrics.assert_called_once_with({"loss": 0.5, "accuracy": 0.9}, step=20)

    def test_a_version_is_of_the_run_and_has_its_files(self):
        client = self.mlflow.MlflowClient.return_value
        client.create_registered_model.side_effect = Refusal("RESOURCE_ALREADY_EXISTS")
        client.create_model_version.return_value.version = "3"
        self.assertEqual(recording.register("digits", "/models/1"), "3")
        self.mlflow.log_artifacts.assert_called_once_with("/models/1", "model")
        client.create_model_version.assert_called_once_with("digits", "runs:/r1/model", "r1")

    def test_other_refusals_are_told(self):
        self.mlflow.MlflowClient.return_value.create_registered_model.side_effect = Refusal("INVALID_PARAMETER_VALUE")
        with self.assertRaises(Refusal):
            recording.register("a/b", "/models/1")

    def test_the_run_ends(self):
        recording.end("FAILED")
        self.mlflow.end_run.assert_called_once_with("FAILED")


if __name__ == "__main__":
    unittest.main()
