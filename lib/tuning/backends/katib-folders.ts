import { posix } from 'node:path';
import { problem, type Advice, type Problem } from '../../core/problems';
import type { ResolvedTrainingJob } from '../../training/training-job';
import type { ResolvedExperiment } from '../experiment';

/** The file into which Katib has a trial write its output. */
const OUTPUT = '/var/log/katib/metrics.log';

/** A folder of a trial that becomes a volume of Katib, and the prop that says another one. */
interface Folder {
  readonly path: string;
  readonly use: string;
  readonly fix: string;
}

/**
 * The folders of a trial that Katib mounts: an empty volume over that of the metrics file, and the checkpoints of a population.
 *
 * @see https://github.com/kubeflow/katib/blob/v0.19.0/pkg/webhook/v1beta1/pod/inject_webhook.go
 */
function foldersOf({ metrics, algorithm }: ResolvedExperiment): Folder[] {
  const { source, collector } = metrics.spec;
  const file = source?.fileSystemPath.path;
  const checkpoints = algorithm.spec.algorithmSettings?.find(({ name }) => name === 'suggestion_trial_dir')?.value;
  const ofMetrics =
    file === undefined
      ? { path: posix.dirname(OUTPUT), use: 'the output of the trial', fix: 'mount it elsewhere' }
      : {
          path: posix.dirname(file),
          use: `the metrics file ${file}`,
          fix: `use MetricsSource.file('/metrics/${posix.basename(file)}')`,
        };
  return [
    ...(collector.kind === 'Push' ? [] : [ofMetrics]),
    ...(checkpoints === undefined
      ? []
      : [
          {
            path: checkpoints,
            use: 'the checkpoints of a population',
            fix: 'set checkpoints to a folder of their own',
          },
        ]),
  ];
}

const isBelow = (file: string, folder: string) => file.startsWith(`${folder}/`);

/** Folders that Katib cannot mount. Kubernetes refuses a pod with two mounts at one path. */
export function* folderProblems(experiment: ResolvedExperiment, { pod }: ResolvedTrainingJob): Generator<Problem> {
  for (const { path, use, fix } of foldersOf(experiment)) {
    const wrong = (message: string) => problem('mount-path', 'metrics', message, fix);
    if (!/^\/./.test(path)) yield wrong(`Katib mounts a volume over the folder of ${use}, which cannot be ${path}`);
    if (pod.mounts?.some((mount) => mount.path === path) === true)
      yield wrong(`a mount is at ${path}, where Katib mounts a volume for ${use}`);
  }
}

/** Advice about folders whose own files the volumes of Katib hide. */
export function* folderAdvice(experiment: ResolvedExperiment, { pod, roles }: ResolvedTrainingJob): Generator<Advice> {
  const { mounts = [], workingDir, command = [] } = pod;
  const programs = [...command, ...roles.flatMap(({ program }) => program?.command ?? [])];
  for (const { path, use, fix } of foldersOf(experiment)) {
    const inVolume = mounts.filter((mount) => isBelow(mount.path, path));
    const isHidden = (file: string) =>
      isBelow(file, path) && !inVolume.some((mount) => file === mount.path || isBelow(file, mount.path));
    const hidden = [
      ...mounts
        .filter((mount) => isBelow(path, mount.path))
        .map((mount) => `what the mount at ${mount.path} has there`),
      ...programs.filter(isHidden).map((file) => `the program ${file}`),
      ...(workingDir !== undefined && isHidden(`${workingDir}/.`)
        ? [`the files of the working directory ${workingDir}`]
        : []),
    ];
    for (const what of new Set(hidden)) {
      const message = `Katib mounts a volume at ${path} for ${use}, which hides ${what}`;
      yield problem('trial-folder', 'metrics', message, `${fix}, or acknowledge this`);
    }
  }
}
