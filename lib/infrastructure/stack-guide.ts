import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { GuideStep } from '../core/contracts/guide';
import { destructionText } from './destroy-guide';
import { google } from './google';
import type { InfrastructureStack } from './infrastructure-stack';
import { bucketMaker } from './state-bucket';

/** The steps of a stack in DEPLOY.md: its state, its deployment and its destruction. */
export function stackSteps(stack: InfrastructureStack): GuideStep[] {
  const { id } = stack.node;
  const isNeeded = stacksBelow(stack.node.root).some((other) => other.dependencies.includes(stack));
  const plan =
    'The plan may destroy or replace resources with what they hold: read it. In a pipeline, add `--auto-approve`.';
  const deploy = `npx cdktf deploy ${id}${alone(stack.dependencies.length > 0)}`;
  return [
    { phase: 'infrastructure', text: `${stateText(stack)} ${plan}`, commands: [deploy] },
    ...newCluster(stack),
    ...(stack.stage.protected ? [unprotect(stack.stage.name, deploy)] : []),
    { phase: 'removal', text: destructionText(stack), commands: [`npx cdktf destroy ${id}${alone(isNeeded)}`] },
  ];
}

/** A step for a new cluster: a pool with a `generation` makes Terraform create its cluster early too. */
function newCluster(stack: InfrastructureStack): GuideStep[] {
  const { ContainerNodePool } = google;
  const pools = stack.node.findAll().filter((construct) => construct instanceof ContainerNodePool);
  const names = pools
    .filter(({ lifecycle }) => lifecycle?.createBeforeDestroy === true)
    .map(({ nameInput }) => nameInput);
  if (names.length === 0) return [];
  const list = names.map((name) => `\`${name ?? ''}\``).join(', ');
  const text = `If a deployment replaces a cluster, such as for another network or \`maxPodsPerNode\`, leave \`generation\` out of its pools first (${list}). Terraform would make the new cluster before it destroys the old one, and Google would answer with 409, because the name is taken.`;
  return [{ phase: 'infrastructure', text }];
}

/** cdktf wants this option to deploy a stack without its dependencies, and to destroy one without its dependents. */
function alone(isNotAlone: boolean): string {
  return isNotAlone ? ' --ignore-missing-stack-dependencies' : '';
}

/** Without stacks inside of stacks: the search for them would take long, for each stack again. */
function stacksBelow(construct: IConstruct): TerraformStack[] {
  return construct.node.children.flatMap((child) => (TerraformStack.isStack(child) ? [child] : stacksBelow(child)));
}

function stateText(stack: InfrastructureStack): string {
  const { project, region } = stack;
  const { state } = stack.stage;
  if (state.kind === 'file') return `Terraform's state is kept in the folder \`${state.place}\`.`;
  const maker = bucketMaker(stack, state.place);
  if (maker) return `Terraform's state is kept in the bucket \`${state.place}\` of the stack \`${maker.node.id}\`.`;
  const bucket = `gs://${state.place}`;
  return [
    `Terraform's state is kept in the bucket \`${state.place}\`, which must exist. Create it once, for all stacks:`,
    `\`gcloud storage buckets create ${bucket} --project ${project} --location ${region} --uniform-bucket-level-access\`,`,
    `then \`gcloud storage buckets update ${bucket} --versioning\`.`,
  ].join(' ');
}

function unprotect(stageName: string, deploy: string): GuideStep {
  return {
    phase: 'removal',
    text: `This stage is protected: \`cdktf destroy\` refuses, and names the protected resources. To destroy it anyway, set \`protected: false\` in the stage "${stageName}" and deploy first:`,
    commands: [deploy],
  };
}
