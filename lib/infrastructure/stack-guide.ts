import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { GuideStep } from '../core/contracts/guide';
import { destructionText } from './destroy-guide';
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
    ...(stack.stage.protected ? [unprotect(stack.stage.name, deploy)] : []),
    { phase: 'removal', text: destructionText(stack), commands: [`npx cdktf destroy ${id}${alone(isNeeded)}`] },
  ];
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
