import { GcsBackend, LocalBackend, TerraformStack } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import { nameProblems } from '../core/names/name';
import { locationAdvice } from '../core/hardware/zone-advice';
import {
  adviseAtSynth,
  checkAtSynth,
  ownId,
  problem,
  takeOnce,
  usableValues,
  type Advice,
  type Problem,
} from '../core/problems';
import { guideAtSynth } from '../core/contracts/guide';
import type { Stage } from '../core/stage/stage';
import { google } from './google';
import { localStatePath } from './local-state';
import { overrideAdvice, overrideProblems } from './override-problems';
import { overridesOf, valueAt } from './overrides';
import { stackSteps } from './stack-guide';
import { stateKeepers } from './state-bucket';

export interface InfrastructureStackProps {
  /** The stage, with project, region, state, labels and protection. A stage without a project or a region is refused. */
  readonly stage: Stage;
  /**
   * The prefix of the names of the state and the resources. If you rename a stack, keep the old id here: its state
   * and resources stay. Up to 61 lower-case letters, digits and hyphens, like the name of a deployment.
   * Names made from it have lower limits: 40 characters for clusters, 30 for service accounts.
   *
   * @default - the stack's id
   */
  readonly resourcePrefix?: string;
  /**
   * The new paths of constructs below the stack, by their former paths: `{ cluster: 'ml/cluster' }`. Terraform moves their
   * resources, which keep their default names. Leave it in until every deployment of the stack has seen it; the names need it longer.
   *
   * @default {}
   */
  readonly moved?: Readonly<Record<string, string>>;
  /**
   * The paths of constructs below the stack whose resources may be destroyed or replaced, in a protected stage too.
   *
   * @default []
   */
  readonly destroys?: readonly string[];
}

const INFRASTRUCTURE_STACK = Symbol.for('trainyard.InfrastructureStack');
/** The longest `<application>-<stage>`, so that every renamed deployment can keep its old name here. */
export const LONGEST_PREFIX = 61;

/**
 * A Terraform stack with provider, state backend and labels from its stage. Constructs also work in a plain
 * TerraformStack, which has none of these.
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
  readonly moved: Readonly<Record<string, string>>;
  readonly destroys: readonly string[];
  /**
   * The file of a local state, below the folder of the program. @default - the state is in a bucket
   *
   * @internal
   */
  readonly stateFile?: string;

  constructor(scope: Construct, id: string, props: InfrastructureStackProps) {
    super(scope, ownId(scope, id));
    const { stage, resourcePrefix, moved = {}, destroys = [] } = props;
    const { project = '', region = '' } = stage;
    const parts = { project, region, resourcePrefix: resourcePrefix ?? this.node.id };
    const usable = usableValues(this, parts, stackProblems(stage, resourcePrefix));
    this.stage = stage;
    this.project = usable.project;
    this.region = usable.region;
    this.resourcePrefix = usable.resourcePrefix;
    this.moved = moved;
    this.destroys = destroys;

    const provider = new google.GoogleProvider(this, 'google', { project: this.project, region: this.region });
    // An override, because cdktf would replace "-" by "_" in the keys of a provider's map.
    if (Object.keys(stage.labels).length > 0) provider.addOverride('default_labels', { ...stage.labels });
    adviseAtSynth(this, () => [...locationAdvice([this.region]), ...stateAdvice(this), ...overrideAdvice(this)]);
    checkAtSynth(this, () => overrideProblems(this));
    const { kind, place } = stage.state;
    if (kind === 'file') this.stateFile = `${place}/${this.resourcePrefix}.tfstate`;
    this.keepState();
    guideAtSynth(this, () => stackSteps(this));
  }

  /**
   * cdktf resolves all values here for a first time, because a value of another stack adds resources to both stacks. This is
   * skipped for a stack that is alone in its app, which has no such values.
   */
  override prepareStack(): void {
    if (isAlone(this)) this.ensureBackendExists();
    else super.prepareStack();
  }

  /** Renders also the resources that a value of the program adds when it is resolved. */
  override toTerraform(): ReturnType<TerraformStack['toTerraform']> {
    const size = this.node.findAll().length;
    const rendered: unknown = super.toTerraform();
    const again: unknown = this.node.findAll().length > size ? super.toTerraform() : rendered;
    return again;
  }

  private keepState(): void {
    const { kind, place, prefix } = this.stage.state;
    const path = prefix === undefined ? this.resourcePrefix : `${prefix}/${this.resourcePrefix}`;
    if (this.stateFile !== undefined) new LocalBackend(this, { path: localStatePath(this, this.stateFile) });
    else {
      stateKeepers(place).add(this, this);
      new GcsBackend(this, { bucket: place, prefix: path });
    }
    takeOnce(this, ['state', kind, place, path], (other) =>
      problem(
        'state-shared',
        'resourcePrefix',
        `stacks "${other.node.path}" and "${this.node.id}" keep their state in the same place, ${path} of the ${kind === 'bucket' ? 'bucket' : 'folder'} ${place}, so each deployment would destroy the resources of the other`,
        'give one of the two another resourcePrefix, or its stage another TerraformState',
      ),
    );
  }
}

/** True if the app has one stack. Most stacks are right below the app, so the whole tree is seldom searched. */
function isAlone({ node }: TerraformStack): boolean {
  const isOther = (each: IConstruct) => each.node !== node && TerraformStack.isStack(each);
  return !node.root.node.children.some(isOther) && !node.root.node.findAll().some(isOther);
}

/** Advice about the state, once for each stage. */
function* stateAdvice(stack: InfrastructureStack): Generator<Advice> {
  const { name, protected: isProtected, state } = stack.stage;
  if (!isProtected || state.kind !== 'file' || !isFirstOfItsStage(stack)) return;
  if (valueAt(overridesOf(stack), ['terraform', 'backend']) !== undefined) return;
  yield problem(
    'state-local',
    'state',
    `stage "${name}" is protected, but its state is in the folder "${state.place}" of one machine, and without it nothing can be changed or destroyed`,
    'use TerraformState.bucket(…) with a bucket that keeps versions, or acknowledge this if the folder is saved elsewhere',
  );
}

function isFirstOfItsStage(stack: InfrastructureStack): boolean {
  const stacks = stack.node.root.node.children.filter((child) => InfrastructureStack.isInfrastructureStack(child));
  return stacks.find(({ stage }) => stage === stack.stage) === stack;
}

function* stackProblems(stage: Stage, resourcePrefix: string | undefined): Generator<Problem> {
  for (const property of ['project', 'region'] as const) {
    if (stage[property] !== undefined) continue;
    yield problem(
      'stage-incomplete',
      property,
      `stage "${stage.name}" has no ${property}, but its stack needs one`,
      `give the stage a ${property}, or use a LocalCluster and no stack`,
    );
  }
  if (resourcePrefix === undefined) return;
  yield* nameProblems({ what: 'resource', max: LONGEST_PREFIX, property: 'resourcePrefix' }, resourcePrefix);
}
