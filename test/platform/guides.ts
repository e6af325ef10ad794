import type { Deployment, Stage } from '../../lib/index';
import { output } from './programs';

/** DEPLOY.md of a program of one deployment. */
export function guide(stage: Stage, build: (deployment: Deployment) => void, application?: string): string {
  const out = output();
  const platform = out.platform();
  const deployment = platform.stage(stage, application);
  build(deployment);
  platform.synth();
  return out.contents()[`dist/${deployment.name}/DEPLOY.md`] ?? '';
}

export function headings(text: string): string[] {
  return [...text.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
}

/** All commands, a line each. */
export function commands(text: string): string[] {
  return [...text.matchAll(/```sh\n(.*?)\n```/gs)].flatMap(([, block = '']) => block.split('\n'));
}
