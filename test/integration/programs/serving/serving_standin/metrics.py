"""Counters by the names of TensorFlow Serving, in the text form of Prometheus."""

import threading
from collections import Counter


class Metrics:
    def __init__(self):
        self.lock = threading.Lock()
        self.requests, self.latency = Counter(), Counter()

    def answered(self, model, api, status, seconds):
        with self.lock:
            self.requests[model, status] += 1
            if status == "OK":
                self.latency[model, api, "count"] += 1
                self.latency[model, api, "sum"] += seconds * 1e6

    def text(self):
        name, latency = ":tensorflow:serving:request_count", ":tensorflow:serving:request_latency"
        with self.lock:
            lines = [f"# TYPE {name} counter"]
            lines += [f'{name}{{model_name="{m}",status="{s}"}} {count}' for (m, s), count in self.requests.items()]
            lines += [f"# TYPE {latency} histogram"]
            for (model, api, part), amount in self.latency.items():
                labels = f'model_name="{model}",API="{api}",entrypoint="{"GRPC" if api == "Predict" else "REST"}"'
                lines.append(f"{latency}_{part}{{{labels}}} {amount}")
                if part == "count":
                    lines.append(f'{latency}_bucket{{{labels},le="+Inf"}} {amount}')
        return "\n".join(lines) + "\n"
