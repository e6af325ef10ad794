// Made by scripts/refresh-kinds.ts from upstream's definitions: the fields of custom resources that this library writes.
// Type aliases, as an interface is not assignable to a JSON object.
import type { Json, JsonObject } from '../manifest';

export type ArgoParameters = {
  readonly parameters?: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly path?: string; readonly default?: string; readonly parameter?: string };
  }[];
};

export type ArgoTask = {
  readonly name: string;
  readonly template?: string;
  readonly depends?: string;
  readonly when?: string;
  readonly continueOn?: { readonly error?: boolean; readonly failed?: boolean };
  readonly withItems?: Json;
  readonly withParam?: string;
  readonly arguments?: ArgoParameters;
};

export type ArgoTemplate = {
  readonly name?: string;
  readonly inputs?: ArgoParameters;
  readonly outputs?: ArgoParameters;
  readonly dag?: { readonly tasks: readonly ArgoTask[] };
  readonly suspend?: JsonObject;
  readonly resource?: {
    readonly action: 'apply' | 'get' | 'patch';
    readonly manifest?: string;
    readonly setOwnerReference?: boolean;
    readonly mergeStrategy?: 'merge';
    readonly successCondition?: string;
    readonly failureCondition?: string;
  };
  readonly container?: JsonObject;
  readonly metadata?: JsonObject;
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerations?: readonly JsonObject[];
  readonly volumes?: readonly JsonObject[];
  readonly initContainers?: readonly JsonObject[];
  readonly securityContext?: JsonObject;
  readonly serviceAccountName?: string;
  readonly podSpecPatch?: string;
  readonly parallelism?: number;
  readonly activeDeadlineSeconds?: number | string;
  readonly retryStrategy?: {
    readonly limit?: number | string;
    readonly retryPolicy?: 'Always';
    readonly expression?: string;
    readonly backoff?: { readonly duration?: string; readonly factor?: number | string; readonly cap?: string };
  };
  readonly memoize?: {
    readonly key: string;
    readonly maxAge: string;
    readonly cache: { readonly configMap: { readonly name?: string } };
  };
};

export type WorkflowSpec = {
  readonly entrypoint?: string;
  readonly onExit?: string;
  readonly serviceAccountName?: string;
  readonly podSpecPatch?: string;
  readonly arguments?: ArgoParameters;
  readonly activeDeadlineSeconds?: number;
  readonly ttlStrategy?: { readonly secondsAfterCompletion?: number };
  readonly templates?: readonly ArgoTemplate[];
};

export type CronWorkflowSpec = {
  readonly schedules: readonly string[];
  readonly timezone?: string;
  readonly concurrencyPolicy?: 'Allow' | 'Forbid' | 'Replace';
  readonly startingDeadlineSeconds?: number;
  readonly workflowSpec: WorkflowSpec;
};
