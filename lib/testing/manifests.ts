import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';

/**
 * The manifests of all objects below a construct. Nothing is checked, so that a test can look at a program that synthesis
 * would refuse.
 */
export function manifestsOf(construct: IConstruct): Record<string, unknown>[] {
  return construct.node
    .findAll()
    .filter((child) => ApiObject.isApiObject(child))
    .map((object) => {
      const json: unknown = object.toJson(); // cdk8s types it as `any`
      return isRecord(json) ? json : {};
    });
}

function isRecord(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null;
}
