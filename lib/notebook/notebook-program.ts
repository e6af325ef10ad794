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
 * @see https://jupyter-server.readthedocs.io/en/latest/developers/rest-api.html
 */
export const RUNNER = `import datetime, json, os, secrets, signal, ssl, subprocess, sys, urllib.error, urllib.request

utc = datetime.timezone.utc
now = lambda: datetime.datetime.now(utc)
settings = json.loads(os.environ["NOTEBOOK_SETTINGS"])
token = os.environ.setdefault("JUPYTER_TOKEN", secrets.token_hex(24))
started = now()
server = subprocess.Popen(sys.argv[1:])
taken_away = False

def end(*_):
    global taken_away
    taken_away = True
    server.terminate()

def ask(path):
    url = settings["api"] + path + "?no_track_activity=1"
    request = urllib.request.Request(url, headers={"Authorization": "token " + token})
    try:
        return json.load(urllib.request.urlopen(request, timeout=20))
    except urllib.error.HTTPError as error:
        if error.code != 404:
            raise
        return []

def last_use():
    found = [started]
    for each in ask("kernels") + ask("terminals"):
        if each.get("execution_state") == "busy":
            return now()
        found.append(datetime.datetime.fromisoformat(each["last_activity"].replace("Z", "+00:00")))
    return max(found)

def is_over():
    if stop is not None and now() >= stop:
        return True
    try:
        return (now() - last_use()).total_seconds() >= settings["idleSeconds"]
    except (OSError, ValueError) as error:
        print("no answer about kernels:", error, flush=True)
        return False

def next_stop():
    if "at" not in settings:
        return None
    import zoneinfo
    zone = zoneinfo.ZoneInfo(settings["timeZone"]) if "timeZone" in settings else utc
    hour, minute = map(int, settings["at"].split(":"))
    local = datetime.datetime.now(zone)
    at = local.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return at if at > local else at + datetime.timedelta(days=1)

stop = next_stop()
signal.signal(signal.SIGTERM, end)
while True:
    try:
        code = server.wait(20)
        break
    except subprocess.TimeoutExpired:
        if is_over():
            server.terminate()
            server.wait()
            code = 0
            break
if taken_away or code:
    sys.exit(0 if taken_away else code)
print("stopping: nothing runs, or it is the time of day", flush=True)
account = "/var/run/secrets/kubernetes.io/serviceaccount/"
read = lambda name: open(account + name).read()
headers = {"Authorization": "Bearer " + read("token"), "Content-Type": "application/merge-patch+json"}
address = "https://kubernetes.default.svc" + settings["object"]
request = urllib.request.Request(address, json.dumps(settings["patch"]).encode(), headers, method="PATCH")
urllib.request.urlopen(request, context=ssl.create_default_context(cafile=account + "ca.crt"))
signal.pause()
`;
