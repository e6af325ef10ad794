/** A time of each day. */
export interface StopTime {
  /** The hour and the minute, such as `20:00`. Refused in any other form. */
  readonly at: string;
  /** The time zone, such as `Europe/Berlin`. The image needs the time zone database, the package tzdata. @default - UTC */
  readonly timeZone?: string;
}

/**
 * Runs JupyterLab, and stops the notebook by a change of its own object when nothing has run in its kernels and terminals for
 * so long, or at the time of each day. An open page is no use of it; a program in a terminal is, also one that prints nothing.
 * The pod ends like any other, by SIGTERM. JupyterLab prints no token that it was given.
 *
 * @see https://jupyter-server.readthedocs.io/en/latest/developers/extensions.html
 */
export const RUNNER = `import datetime, json, os, psutil, secrets, sys, zoneinfo
from jupyter_core.utils import ensure_async
from jupyterlab.labapp import LabApp
from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.ioloop import PeriodicCallback

now = lambda: datetime.datetime.now(datetime.timezone.utc)
settings = json.loads(os.environ["NOTEBOOK_SETTINGS"])
started = now()

async def last_use():
    kernels = await ensure_async(server.kernel_manager.list_kernels())
    terminals = server.web_app.settings.get("terminal_manager")
    shells = [each.ptyproc.pid for each in terminals.terminals.values()] if terminals else []
    if any(each.info["ppid"] in shells for each in psutil.process_iter(["ppid"])):
        return now()
    found = [started]
    for each in kernels + (terminals.list() if terminals else []):
        if each.get("execution_state") == "busy":
            return now()
        found.append(datetime.datetime.fromisoformat(each["last_activity"].replace("Z", "+00:00")))
    return max(found)

def next_stop():
    zone = zoneinfo.ZoneInfo(settings["timeZone"]) if "timeZone" in settings else datetime.timezone.utc
    at = datetime.datetime.combine(started.astimezone(zone), datetime.time.fromisoformat(settings["at"]), zone)
    return at if at > started else at + datetime.timedelta(days=1)

async def check():
    # The time of day first: it holds even where the kernels cannot be listed.
    if not (stop and now() >= stop) and (now() - await last_use()).total_seconds() < settings["idleSeconds"]:
        return
    print("stopping: nothing runs, or it is the time of day", flush=True)
    account = "/var/run/secrets/kubernetes.io/serviceaccount/"
    token = open(account + "token").read()
    headers = {"Authorization": "Bearer " + token, "Content-Type": "application/merge-patch+json"}
    request = HTTPRequest(settings["object"], "PATCH", headers, settings["patch"], ca_certs=account + "ca.crt")
    await AsyncHTTPClient().fetch(request)

stop = next_stop() if "at" in settings else None
token = "--IdentityProvider.token=" + secrets.token_hex(24)
# Without --allow-root it refuses to run as root.
server = LabApp.initialize_server(["--no-browser", "--allow-root", "--ip=0.0.0.0", token, *sys.argv[1:]])
PeriodicCallback(check, 20000).start()
server.start()
`;
