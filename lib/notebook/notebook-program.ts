import type { Duration } from 'cdk8s';

/** A time of each day. */
export interface StopTime {
  /** The hour and the minute, such as `20:00`. Refused in any other form. */
  readonly at: string;
  /** The time zone, such as `Europe/Berlin`. The image needs the time zone database, the package tzdata. @default - UTC */
  readonly timeZone?: string;
}

/**
 * Runs JupyterLab, and scales the notebook's own StatefulSet to none when JupyterLab has ended by itself, or at the time of
 * each day. A pod that is taken away only ends, and starts again on another node.
 */
export const RUNNER = `import datetime, os, signal, ssl, subprocess, sys, urllib.request

taken_away = False
server = subprocess.Popen(sys.argv[1:])

def end(*_):
    global taken_away
    taken_away = True
    server.terminate()

def seconds_left():
    if "STOP_AT" not in os.environ:
        return None
    zone = datetime.timezone.utc
    if "STOP_ZONE" in os.environ:
        import zoneinfo
        zone = zoneinfo.ZoneInfo(os.environ["STOP_ZONE"])
    now = datetime.datetime.now(zone)
    hour, minute = map(int, os.environ["STOP_AT"].split(":"))
    stop = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return (stop - now).total_seconds() % 86400 or 86400

signal.signal(signal.SIGTERM, end)
try:
    code = server.wait(seconds_left())
except subprocess.TimeoutExpired:
    server.terminate()
    server.wait()
    code = 0
if taken_away or code:
    sys.exit(0 if taken_away else code)
print("stopping: idle, or the time of day", flush=True)
account = "/var/run/secrets/kubernetes.io/serviceaccount/"
read = lambda name: open(account + name).read()
url = "https://kubernetes.default.svc/apis/apps/v1/namespaces/%s/statefulsets/%s/scale" % (read("namespace"), os.environ["NOTEBOOK"])
headers = {"Authorization": "Bearer " + read("token"), "Content-Type": "application/merge-patch+json"}
request = urllib.request.Request(url, b'{"spec":{"replicas":0}}', headers, method="PATCH")
urllib.request.urlopen(request, context=ssl.create_default_context(cafile=account + "ca.crt"))
signal.pause()
`;

/**
 * The command of JupyterLab. It ends when no kernel has run anything and nobody has asked anything for so long. A kernel
 * that computes is not idle.
 *
 * @see https://jupyter-server.readthedocs.io/en/latest/other/full-config.html
 */
export function jupyterCommand(port: number, basePath: string, idle: Duration | undefined): string[] {
  const seconds = idle?.toSeconds();
  const whenIdle = [
    `--ServerApp.shutdown_no_activity_timeout=${seconds}`,
    `--MappingKernelManager.cull_idle_timeout=${seconds}`,
    '--MappingKernelManager.cull_interval=60',
    '--MappingKernelManager.cull_connected=True',
    `--TerminalManager.cull_inactive_timeout=${seconds}`,
  ];
  return [
    ...['jupyter', 'lab', '--no-browser', '--ip=0.0.0.0', `--port=${port}`, `--ServerApp.base_url=${basePath}`],
    ...(seconds === undefined ? [] : whenIdle),
  ];
}
