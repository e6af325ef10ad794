import { secondsProblems } from '../../core/problems/seconds-problems';
import {
  choiceProblems,
  flagProblems,
  listProblems,
  optionalProblems,
  recordProblems,
  requiredProblems,
  textListProblems,
  textProblems,
  wrongType,
} from '../../core/problems/given';
import { imageProblems } from '../../core/names/image-name';
import { KINDS } from '../../core/problems/kinds';
import { annotationProblems, DNS_LABEL, labelProblems, objectNameProblems } from '../../core/names/kubernetes-name';
import type { Problem } from '../../core/problems/problem';
import type { InitContainer, PodOptions } from './pod-options';

const VARIABLE = /^[!-<>-~]+$/;
const COMMAND = 'give the program and its arguments, such as ["python", "train.py"]';
export const MOUNT = { has: 'source', fix: 'use Mount.bucket(…), Mount.memory(…) or another way of Mount' };
const CONTAINER = { fix: "give { name: 'prepare', command: ['true'] }" };

/** What is wrong with the options of pods by themselves, wherever they are to run; but for what is mounted. */
export function podFormProblems(pod: PodOptions): Problem[] {
  const { labels = {}, annotations = {}, imagePullPolicy, imagePullSecrets, priorityClassName } = pod;
  return [
    ...imageProblems('image', pod.image),
    ...textListProblems('command', pod.command, COMMAND),
    ...textListProblems('args', pod.args, COMMAND),
    ...envProblems('env', pod.env),
    ...(imagePullPolicy === undefined ? [] : choiceProblems('imagePullPolicy', imagePullPolicy, PULL_POLICIES)),
    ...pullSecretProblems(imagePullSecrets),
    ...labelProblems('labels', labels),
    ...annotationProblems('annotations', annotations),
    ...optionalProblems(pod, { identity: KINDS.identity }),
    ...(priorityClassName === undefined
      ? []
      : objectNameProblems('PriorityClass', 'priorityClassName', priorityClassName)),
    ...initContainerProblems(pod.initContainers),
    ...recordProblems('securityContext', pod.securityContext, 'give it as Kubernetes has it'),
    ...recordProblems('podSecurityContext', pod.podSecurityContext, 'give it as Kubernetes has it'),
    ...flagProblems(pod, 'driverLibraryPath'),
    ...secondsProblems('terminationGracePeriod', pod.terminationGracePeriod, 0),
    ...(pod.architecture === undefined ? [] : choiceProblems('architecture', pod.architecture, ['amd64', 'arm64'])),
  ];
}

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];

function pullSecretProblems(names: PodOptions['imagePullSecrets']): Problem[] {
  const noTexts = textListProblems('imagePullSecrets', names, 'name Secrets of the namespace');
  if (noTexts.length > 0 || names === undefined) return noTexts;
  return names.flatMap((name) => objectNameProblems('Secret', 'imagePullSecrets', name));
}

function envProblems(property: string, env: PodOptions['env']): Problem[] {
  const texts = 'give texts, or values of EnvValue, by their names';
  return [
    ...recordProblems(property, env, texts),
    ...Object.entries({ ...env }).flatMap(([name, value]) => [
      ...(VARIABLE.test(name) ? [] : [variableProblem(name)]),
      ...(typeof value === 'string' ? [] : valueProblems(`${property}.${name}`, value)),
    ]),
  ];
}

function variableProblem(name: string): Problem {
  return {
    code: 'env-name',
    property: 'env',
    message: `${JSON.stringify(name)} cannot be the name of an environment variable`,
    fix: 'use letters, digits and "_"',
  };
}

function valueProblems(property: string, value: unknown): Problem[] {
  if (typeof value === 'number' || typeof value === 'boolean') {
    return [wrongType(property, value, `use the text "${String(value)}"`)];
  }
  const kind = { has: 'source', fix: 'use a text, such as "1", or EnvValue.fromSecret(…), or leave it out' };
  return requiredProblems({ [property]: value }, { [property]: kind });
}

function initContainerProblems(containers: PodOptions['initContainers']): Problem[] {
  const noContainers = listProblems('initContainers', containers, CONTAINER);
  if (noContainers.length > 0 || containers === undefined) return noContainers;
  return [...containers.flatMap(containerProblems), ...nameProblems(containers)];
}

function containerProblems(container: InitContainer, index: number): Problem[] {
  const at = `initContainers[${index}].`;
  const { name, image, command, args, env } = container;
  return [
    ...textProblems(`${at}name`, name, 'name it, such as "prepare"'),
    ...requiredProblems(container, { command: { fix: COMMAND } }, at),
    ...(image === undefined ? [] : imageProblems(`${at}image`, image)),
    ...textListProblems(`${at}command`, command, COMMAND),
    ...textListProblems(`${at}args`, args, COMMAND),
    ...envProblems(`${at}env`, env),
  ];
}

function nameProblems(containers: readonly InitContainer[]): Problem[] {
  const names = containers.flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
  return [...new Set(names)].flatMap((name) => {
    const count = names.filter((other) => other === name).length;
    if (!DNS_LABEL.pattern.test(name) || name.length > DNS_LABEL.max) {
      const wrong = name === '' ? 'is empty' : 'is not of the allowed form';
      return [initContainerName(name, wrong, `use up to ${DNS_LABEL.max} ${DNS_LABEL.form}`)];
    }
    return count > 1
      ? [initContainerName(name, `is used ${count} times`, 'give each init container a name of its own')]
      : [];
  });
}

export function initContainerName(name: string, wrong: string, fix: string): Problem {
  return {
    code: 'init-container-name',
    property: 'initContainers',
    message: `init container name ${JSON.stringify(name)} ${wrong}`,
    fix,
  };
}
