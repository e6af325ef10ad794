import { mnist } from '../../../apps/mnist/index';
import { DEV } from '../../../apps/stages';
import { Platform } from '../../../lib/index';

// The dev stage of apps/mnist after the application got another name.
Platform.run((platform) => {
  mnist(platform.stage(DEV, 'digits', { resourcePrefix: 'mnist-dev' }));
});
