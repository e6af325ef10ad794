"""Records a training in MLflow where MLFLOW_TRACKING_URI names its server. Elsewhere nothing happens."""

import os
import sys


def metrics(step, environ=os.environ, **values):
    """Whether there is a server. It has the values when this returns. The first call begins the run."""
    if "MLFLOW_TRACKING_URI" not in environ:
        return False
    import mlflow  # it takes a second to load

    mlflow.log_metrics(values, step=step)
    return True


def register(name, folder):
    """Keeps the files of a folder with the run, and makes them the next version of a model; returns its number."""
    import mlflow

    run = mlflow.active_run().info.run_id
    mlflow.log_artifacts(folder, "model")
    client = mlflow.MlflowClient()
    try:
        client.create_registered_model(name)
    except mlflow.MlflowException as there:
        if there.error_code != "RESOURCE_ALREADY_EXISTS":
            raise
    return client.create_model_version(name, f"runs:/{run}/model", run).version


def end(status):
    """The end of the run, if there is one: FINISHED or FAILED."""
    if "mlflow" in sys.modules:
        sys.modules["mlflow"].end_run(status)
