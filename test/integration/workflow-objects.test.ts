import { RIGHT_EXPERIMENTS } from '../invariants/programs/right-experiments';
import { RIGHT_NOTEBOOKS } from '../invariants/programs/right-notebooks';
import { RIGHT_REGISTRIES } from '../invariants/programs/right-registries';
import { RIGHT_WORKFLOWS } from '../invariants/programs/right-workflows';
import { API_SERVER, ARGO, judgedBy, KUBEFLOW } from './support/judges';
import { testObjectsOf } from './support/right-programs';

// The objects of all right programs, by the API server with the definitions of upstream.

judgedBy([API_SERVER, ARGO, KUBEFLOW]);
testObjectsOf({ ...RIGHT_WORKFLOWS, ...RIGHT_EXPERIMENTS, ...RIGHT_NOTEBOOKS, ...RIGHT_REGISTRIES });
