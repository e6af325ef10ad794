import { GcsBackend, LocalBackend, TerraformStack } from 'cdktf';
import { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import type { Construct } from 'constructs';
import { requiredProblems } from '../core/problems/given';
import { KINDS } from '../core/problems/kinds';
import { nameProblems } from '../core/names/name';
import { refuse } from '../core/problems/errors';
import type { Stage } from '../core/stage/stage';
import { takeOnce } from './unique-names';

/** What a stack takes from its stage, and what it is called by. */
export interface InfrastructureStackProps {
  /** Gives project, region, state, labels and protection. Refused without a project and a region. */
  readonly stage: Stage;
  /**
   * What the state and the resources are named after. Keep the old id here when you rename a stack: the state
   * and everything in it stays. Up to 61 lower-case letters, digits and hyphens, as the name of a deployment has;
   * what is named after it has limits of its own, of which clusters (40) and service accounts (30) have the lowest.
   *
   * @default - the stack's id
   */
  readonly resourcePrefix?: string;
}

const INFRASTRUCTURE_STACK = Symbol.for('trainyard.InfrastructureStack');
/** The longest `<application>-<stage>`: whatever deployment is renamed can keep its name here. */
const LONGEST_PREFIX = 61;

/**
 * A Terraform stack with provider, state backend and labels from its stage. Everything of
 * `trainyard`'s infrastructure works in any other TerraformStack as well, and loses only these.
 */
export class InfrastructureStack extends TerraformStack {
  static isInfrastructureStack(x: unknown): x is InfrastructureStack {
    return typeof x === 'object' && x !== null && INFRASTRUCTURE_STACK in x;
  }

  readonly [INFRASTRUCTURE_STACK] = true;
  readonly stage: Stage;
  readonly project: string;
  readonly region: string;
  readonly resourcePrefix: string;

  constructor(scope: Construct, id: string, props: InfrastructureStackProps) {
    super(scope, id);
    refuse(this, requiredProblems(props, { stage: KINDS.stage }));
    const { stage } = props;
    const { project, region } = stage;
    refuse(this, [
      ...(['project', 'region'] as const)
        .filter((property) => stage[property] === undefined)
        .map((property) => ({
          code: 'stage-incomplete',
          property,
          message: `stage "${stage.name}" has no ${property}, but infrastructure is asked of it`,
          fix: `give the stage a ${property}, or use a LocalCluster and no stack`,
        })),
      ...(props.resourcePrefix === undefined
        ? []
        : nameProblems({ what: 'resource', max: LONGEST_PREFIX, property: 'resourcePrefix' }, props.resourcePrefix)),
    ]);
    this.stage = stage;
    this.project = project ?? '';
    this.region = region ?? '';
    this.resourcePrefix = props.resourcePrefix ?? id;

    const provider = new GoogleProvider(this, 'google', { project: this.project, region: this.region });
    // Not as a prop: cdktf writes the keys of a provider's maps with "_" for "-".
    if (Object.keys(stage.labels).length > 0) provider.addOverride('default_labels', { ...stage.labels });
    const { state } = stage;
    const path = [...(state.prefix === undefined ? [] : [state.prefix]), this.resourcePrefix].join('/');
    if (state.kind === 'bucket') new GcsBackend(this, { bucket: state.place, prefix: path });
    else new LocalBackend(this, { path: `../../../${state.place}/${path}.tfstate` });
    takeOnce(this, ['state', state.kind, state.place, path], (other) => [
      {
        code: 'state-shared',
        property: 'resourcePrefix',
        message: `stack "${id}" keeps its state where stack "${other.node.path}" keeps its own, ${path} of the ${state.kind === 'bucket' ? 'bucket' : 'folder'} ${state.place}, so each deployment would destroy what the other made`,
        fix: 'give one of the two another resourcePrefix, or its stage another State',
      },
    ]);
  }
}
