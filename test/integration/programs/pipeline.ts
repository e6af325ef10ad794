import { pipeline } from '../../../apps/pipeline/index';
import { LOCAL } from '../../../apps/stages';
import { Platform } from '../../../lib/index';

Platform.run((platform) => {
  pipeline(platform.stage(LOCAL, 'pipeline'));
});
