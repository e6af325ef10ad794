import { expect, onTestFinished } from 'vitest';
import { Guide } from './guide';
import { describeNamespace, present, remove, type KubernetesObject } from './kubectl';
import { manifests } from './program';
import type { Outcome } from './run';

/** What DEPLOY.md tells beside how to deploy. */
const AFTERWARDS = ['Take it down', 'If a job fails'];

/** Has something done when a test ends. Tests that run side by side have one of their own. */
export type AtTheEnd = (undo: () => Promise<void>) => void;

/** One deployment of a program that is synthesized: deployed and taken down by the commands of its own DEPLOY.md. */
export class Deployment {
  readonly objects: readonly KubernetesObject[];
  readonly namespace: string;
  private readonly guide: Guide;

  constructor(folder: string, name: string) {
    this.objects = manifests(folder).get(name) ?? [];
    this.namespace = this.objects.find(({ kind }) => kind === 'Namespace')?.metadata.name ?? '';
    this.guide = new Guide(folder, name);
  }

  /** Ends when the jobs have ended; fails the test if that was not well. What is left when the test ends is taken down. */
  async deploy(atTheEnd: AtTheEnd = onTestFinished): Promise<void> {
    const { status, output } = await this.attempt(atTheEnd);
    expect(status, `${output}\n${status === 0 ? '' : await describeNamespace(this.namespace)}`).toBe(0);
  }

  /** The same, whatever comes of it. */
  async attempt(atTheEnd: AtTheEnd): Promise<Outcome> {
    atTheEnd(async () => {
      await this.guide.run('Take it down');
      await remove(this.objects.filter(({ kind }) => kind === 'Namespace'));
    });
    return this.guide.run(...this.guide.headings.filter((heading) => !AFTERWARDS.includes(heading)));
  }

  /** Fails the test if anything is left but the namespace and its own account, which others may use. */
  async takeDown(): Promise<void> {
    expect(await this.guide.run('Take it down')).toMatchObject({ status: 0 });
    const kept = this.objects.filter(
      ({ kind, metadata }) => kind === 'Namespace' || (kind === 'ServiceAccount' && metadata.name === 'default'),
    );
    expect(await present(this.objects)).toEqual(
      kept.map(({ kind, metadata }) => `${kind.toLowerCase()}/${metadata.name}`),
    );
  }
}
