import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applications } from '../../apps/applications';
import { Platform, type SynthesisReport } from '../../lib/index';

/** All applications, synthesized into a new folder. */
export function synthesized(): { folder: string; manifests: string; stacks: string; report: SynthesisReport } {
  const folder = mkdtempSync(join(tmpdir(), 'trainyard-apps-'));
  const [manifests, stacks] = [join(folder, 'dist'), join(folder, 'cdktf.out')];
  const platform = new Platform({ manifestFolder: manifests, stackFolder: stacks });
  applications(platform);
  return { folder, manifests, stacks, report: platform.synth() };
}
