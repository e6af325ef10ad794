"""The models of the server: which versions are loaded, and which labels stand for them."""

import os
import threading
import time

from . import configs, versions

LOADING, AVAILABLE, END = 20, 30, 50  # as ModelVersionStatus.State has them


class Refused(Exception):
    """What cannot be done now: FAILED_PRECONDITION."""


class Missing(Exception):
    """A model, a version or a label that is not there: NOT_FOUND."""


class Model:
    """One model of the config, its versions by number and the labels in use."""

    def __init__(self, config):
        self.config, self.versions, self.states, self.labels = config, {}, {}, {}

    def aspired(self):
        """The numbers of the versions that are there and that the policy wants."""
        policy = self.config.model_version_policy
        if policy.HasField("specific"):
            return [v for v in policy.specific.versions if os.path.isdir(f"{self.config.base_path}/{v}")]
        try:
            names = os.listdir(self.config.base_path)
        except FileNotFoundError:
            return []
        numbers = sorted(int(name) for name in names if name.isdigit())
        return numbers if policy.HasField("all") else numbers[-(policy.latest.num_versions or 1) :]


class Manager:
    def __init__(self, flags, metrics):
        self.flags, self.metrics, self.models = flags, metrics, {}
        self.lock = threading.RLock()

    def start(self, config):
        """Returns when each model has a version, as the real server does: before that nothing listens."""
        self.apply(config)
        poll = self.flags.file_system_poll_wait_seconds
        while not all(AVAILABLE in model.states.values() for model in self.models.values()):
            for model in self.models.values():
                print(f"No versions of servable {model.config.name} found under {model.config.base_path}", flush=True)
            time.sleep(poll or 3600)
            if poll:
                self.look()
        self.label(config, True)
        self.repeat(poll, self.look)
        self.repeat(self.flags.model_config_file_poll_wait_seconds, self.reread)

    def repeat(self, seconds, act):
        if seconds <= 0:
            return

        def forever():
            while True:
                time.sleep(seconds)
                try:
                    act()
                except Exception as error:  # it tries again at its next turn
                    print(f"{type(error).__name__}: {error}", flush=True)

        threading.Thread(target=forever, daemon=True).start()

    def reread(self):
        config = configs.read_models(self.flags.model_config_file)
        if config != [model.config for model in self.models.values()]:
            self.reload(config)

    def reload(self, config):
        """Labels come first: one that moves to a version that is not loaded keeps that version from being loaded."""
        with self.lock:
            self.label(config, False)
            self.apply(config)
            print(f"reloaded: {[(m.name, list(m.model_version_policy.specific.versions)) for m in config]}", flush=True)

    def label(self, config, is_first):
        allowed = self.flags.allow_version_labels_for_unavailable_models
        for each in config:
            model = self.models.get(each.name)
            for label, version in each.version_labels.items():
                in_use = not is_first and model is not None and label in model.labels
                available = model is not None and model.states.get(version) == AVAILABLE
                if not available and (in_use or not allowed):
                    raise Refused(f"Request to assign label to {version} of model {each.name}, which is not currently available")
        for each in config:
            if each.name in self.models:
                self.models[each.name].labels = dict(each.version_labels)

    def apply(self, config):
        with self.lock:
            kept = {}
            for each in config:
                kept[each.name] = self.models.get(each.name) or Model(each)
                kept[each.name].config = each
            self.models = kept
            self.look()

    def look(self):
        """Loads what is wanted and there, then unloads what is not wanted any more."""
        with self.lock:
            for model in self.models.values():
                aspired = model.aspired()
                for version in aspired:
                    if version not in model.versions:
                        self.load(model, version)
                for version in [v for v in model.versions if v not in aspired]:
                    del model.versions[version]
                    model.states[version] = END
                    print(f"unloaded {model.config.name} version {version}", flush=True)

    def load(self, model, version):
        path = f"{model.config.base_path}/{version}"
        model.states[version] = LOADING
        try:
            model.versions[version] = versions.load(path, self.flags.saved_model_tags)
            model.states[version] = AVAILABLE
            print(f"Successfully loaded servable version {{name: {model.config.name} version: {version}}}", flush=True)
        except Exception as error:  # perhaps not all of its files are there yet
            print(f"Loading {path} failed: {error}", flush=True)

    def named(self, name):
        model = self.models.get(name)
        if model is None:
            raise Missing(f"Servable not found for request: Latest({name})")
        return model

    def chosen(self, name, version=None, label=None):
        """The version of a request, and its signatures."""
        model = self.named(name)
        if label is not None:
            if label not in model.labels:
                raise Missing(f"Unrecognized servable version label: {label}")
            version = model.labels[label]
        if version is None:
            version = max(model.versions, default=None)
        if version not in model.versions:
            raise Missing(f"Servable not found for request: Specific({name}, {version})")
        return version, model.versions[version]

    def run(self, name, version, label, signature, inputs):
        """The outputs of a signature for some inputs, and the version that computed them."""
        version, signatures = self.chosen(name, version, label)
        if signature not in signatures:
            raise ValueError(f'Serving signature key "{signature}" not found.')
        wanted = signatures[signature].inputs
        if set(inputs) != set(wanted):
            raise ValueError(f"input size does not match signature: {sorted(inputs)} and not {sorted(wanted)}")
        time.sleep(float(os.environ.get("STANDIN_SECONDS", "0")))
        return version, signatures[signature].run(inputs)
