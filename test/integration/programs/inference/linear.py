"""A model for MLServer: weights in a JSON file, and a sum of products."""

import json

from mlserver import MLModel
from mlserver.codecs import NumpyCodec
from mlserver.types import InferenceRequest, InferenceResponse


class Linear(MLModel):
    async def load(self) -> bool:
        with open(self.settings.parameters.uri) as file:
            self.weights = json.load(file)
        return True

    async def predict(self, payload: InferenceRequest) -> InferenceResponse:
        values = self.decode(payload.inputs[0], default_codec=NumpyCodec)
        output = NumpyCodec.encode_output("sum", values @ self.weights)
        return InferenceResponse(model_name=self.name, model_version=self.version, outputs=[output])
