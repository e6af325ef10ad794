import type { k8s } from 'cdk8s-plus-27';
import type { JsonObject } from './manifest';

// JSON of the parts that most pods have, from the types of cdk8s-plus-27. Its own functions for other parts are loaded on
// first use. The fields are in the order of their names.

export function probeJson(probe: k8s.Probe | undefined): JsonObject | undefined {
  if (!probe) return undefined;
  const { failureThreshold, grpc, initialDelaySeconds, periodSeconds, successThreshold } = probe;
  const { exec, httpGet, tcpSocket } = handlerJson(probe);
  return {
    exec,
    failureThreshold,
    grpc: grpc && { port: grpc.port, service: grpc.service },
    httpGet,
    initialDelaySeconds,
    periodSeconds,
    successThreshold,
    tcpSocket,
    terminationGracePeriodSeconds: probe.terminationGracePeriodSeconds,
    timeoutSeconds: probe.timeoutSeconds,
  };
}

export function lifecycleJson(lifecycle: k8s.Lifecycle | undefined): JsonObject | undefined {
  if (!lifecycle) return undefined;
  const { postStart, preStop } = lifecycle;
  return { postStart: postStart && handlerJson(postStart), preStop: preStop && handlerJson(preStop) };
}

function handlerJson({ exec, httpGet, tcpSocket }: k8s.LifecycleHandler): JsonObject {
  return {
    exec: exec && { command: exec.command && [...exec.command] },
    httpGet: httpGet && {
      host: httpGet.host,
      httpHeaders: httpGet.httpHeaders?.map(({ name, value }) => ({ name, value })),
      path: httpGet.path,
      port: valueOf(httpGet.port),
      scheme: httpGet.scheme,
    },
    tcpSocket: tcpSocket && { host: tcpSocket.host, port: valueOf(tcpSocket.port) },
  };
}

export function envSourceJson(source: k8s.EnvVarSource | undefined): JsonObject | undefined {
  if (!source) return undefined;
  const { configMapKeyRef, secretKeyRef } = source;
  const { fieldRef, resourceFieldRef } = fieldJson(source);
  return { configMapKeyRef: keyJson(configMapKeyRef), fieldRef, resourceFieldRef, secretKeyRef: keyJson(secretKeyRef) };
}

function keyJson(selector: k8s.SecretKeySelector | undefined): JsonObject | undefined {
  return selector && { key: selector.key, name: selector.name, optional: selector.optional };
}

export function downwardJson({ defaultMode, items }: k8s.DownwardApiVolumeSource): JsonObject {
  return {
    defaultMode,
    items: items?.map((item) => {
      const { fieldRef, resourceFieldRef } = fieldJson(item);
      return { fieldRef, mode: item.mode, path: item.path, resourceFieldRef };
    }),
  };
}

function fieldJson({
  fieldRef,
  resourceFieldRef,
}: Pick<k8s.EnvVarSource, 'fieldRef' | 'resourceFieldRef'>): JsonObject {
  return {
    fieldRef: fieldRef && { apiVersion: fieldRef.apiVersion, fieldPath: fieldRef.fieldPath },
    resourceFieldRef: resourceFieldRef && {
      containerName: resourceFieldRef.containerName,
      divisor: valueOf(resourceFieldRef.divisor),
      resource: resourceFieldRef.resource,
    },
  };
}

/** A class of cdk8s-plus-27 that holds one value, without its code: this is the edge to those classes. */
export function holding(value: string | number): k8s.IntOrString & k8s.Quantity {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment
  return { value };
}

function valueOf(either: k8s.IntOrString | k8s.Quantity | undefined): string | number | undefined {
  return either?.value;
}
