import type { Platform } from '../lib/index';
import { article, today } from './inception/index';
import { article as facesOf2018, local as facesOnALaptop, today as facesToday } from './insightface/index';
import { k80Pool } from './k80-pool/index';
import { mnist } from './mnist/index';
import { tuning } from './mnist/tuning';
import { pipeline } from './pipeline/index';
import { pachyderm } from './pipeline/pachyderm';
import { platform as sharedPlatform } from './platform/index';
import { DEV, LOCAL, PROD } from './stages';

/** Every application in each of its stages. */
export function applications(platform: Platform): void {
  k80Pool(platform.stage(DEV, 'k80-pool'));
  article(platform.stage(DEV, 'inception'));
  today(platform.stage(PROD, 'inception'));
  facesOf2018(platform.stage(DEV, 'insightface'));
  facesToday(platform.stage(PROD, 'insightface'));
  facesOnALaptop(platform.stage(LOCAL, 'insightface'));
  for (const stage of [DEV, LOCAL]) pipeline(platform.stage(stage, 'pipeline'));
  pachyderm(platform.stage(DEV, 'pipeline-pachyderm'));
  for (const stage of [DEV, LOCAL]) sharedPlatform(platform.stage(stage, 'platform'));
  for (const stage of [DEV, PROD, LOCAL]) mnist(platform.stage(stage, 'mnist'));
  tuning(platform.stage(LOCAL, 'mnist-tuning'));
}
