/** A time of each day. */
export interface StopTime {
  /** The hour and the minute, such as `20:00`. Refused in any other form. */
  readonly at: string;
  /** The time zone, such as `Europe/Berlin`. The image needs the time zone database, the package tzdata. @default - UTC */
  readonly timeZone?: string;
}

/**
 * Runs JupyterLab, and stops the notebook by a change of its own object when nothing has run in its kernels and terminals for
 * so long, or at the time of each day. An open page is no use of it. A pod that is taken away only ends, and starts again on
 * another node.
 *
 * @see https://jupyter-server.readthedocs.io/en/latest/developers/extensions.html
 */
export const RUNNER = `import datetime, json, os, signal, ssl, sys, urllib.request, zoneinfo
from jupyterlab.labapp import LabApp
from tornado.ioloop import PeriodicCallback

utc = datetime.timezone.utc
now = lambda: datetime.datetime.now(utc)
settings = json.loads(os.environ["NOTEBOOK_SETTINGS"])
started = now()
taken_away = False

def end(*_):
    global taken_away
    taken_away = True
    server.stop(from_signal=True)

def last_use():
    terminals = server.web_app.settings.get("terminal_manager")
    found = [started]
    for each in server.kernel_manager.list_kernels() + (terminals.list() if terminals else []):
        if each.get("execution_state") == "busy":
            return now()
        found.append(datetime.datetime.fromisoformat(each["last_activity"].replace("Z", "+00:00")))
    return max(found)

def next_stop():
    zone = zoneinfo.ZoneInfo(settings["timeZone"]) if "timeZone" in settings else utc
    local = started.astimezone(zone)
    at = datetime.datetime.combine(local, datetime.time.fromisoformat(settings["at"]), zone)
    return at if at > local else at + datetime.timedelta(days=1)

def check():
    # The time of day first: it holds even where the kernels cannot be listed.
    if (stop and now() >= stop) or (now() - last_use()).total_seconds() >= settings["idleSeconds"]:
        server.stop()

stop = next_stop() if "at" in settings else None
# Without --allow-root it refuses to run as root.
server = LabApp.initialize_server(["--no-browser", "--allow-root", "--ip=0.0.0.0", *sys.argv[1:]])
signal.signal(signal.SIGTERM, end)
PeriodicCallback(check, 20000).start()
server.start()
if taken_away:
    sys.exit()
print("stopping: nothing runs, it is the time of day, or a person shut it down", flush=True)
account = "/var/run/secrets/kubernetes.io/serviceaccount/"
read = lambda name: open(account + name).read()
headers = {"Authorization": "Bearer " + read("token"), "Content-Type": "application/merge-patch+json"}
address = "https://kubernetes.default.svc" + settings["object"]
request = urllib.request.Request(address, json.dumps(settings["patch"]).encode(), headers, method="PATCH")
urllib.request.urlopen(request, context=ssl.create_default_context(cafile=account + "ca.crt"))
signal.pause()
`;
