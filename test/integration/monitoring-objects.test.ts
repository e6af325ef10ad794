import { RIGHT_MONITORING } from '../invariants/programs/right-monitoring';
import { CLUSTER_METRICS, judgedBy } from './support/judges';
import { testObjectsOf } from './support/right-programs';

// The objects of all right programs about monitoring, by the API server with the definitions of upstream.

judgedBy([CLUSTER_METRICS]);
testObjectsOf(RIGHT_MONITORING);
