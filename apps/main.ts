import { Platform } from '../lib/index';
import { applications } from './applications';

Platform.run(applications);
