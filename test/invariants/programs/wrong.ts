import type { WrongProgram } from './program';
import { WRONG_CLUSTERS } from './wrong-clusters';
import { WRONG_CONTAINERS } from './wrong-containers';
import { WRONG_DOUBLES } from './wrong-doubles';
import { WRONG_EXPERIMENTS } from './wrong-experiments';
import { WRONG_GATEWAY_ADVICE } from './wrong-gateway-advice';
import { WRONG_FILES } from './wrong-files';
import { WRONG_GATEWAYS } from './wrong-gateways';
import { WRONG_GOOGLE_GATEWAYS } from './wrong-google-gateways';
import { WRONG_HARDWARE } from './wrong-hardware';
import { WRONG_IDENTITIES } from './wrong-identities';
import { WRONG_JOBS } from './wrong-jobs';
import { WRONG_MACHINES } from './wrong-machines';
import { WRONG_MODELS } from './wrong-models';
import { WRONG_MONITORING } from './wrong-monitoring';
import { WRONG_NOTEBOOKS } from './wrong-notebooks';
import { WRONG_OVERRIDES } from './wrong-overrides';
import { WRONG_OPERATORS } from './wrong-operators';
import { WRONG_PIPELINES } from './wrong-pipelines';
import { WRONG_PLACEMENT } from './wrong-placement';
import { WRONG_PLATFORMS } from './wrong-platforms';
import { WRONG_PODS } from './wrong-pods';
import { WRONG_POOLS } from './wrong-pools';
import { WRONG_REGISTRIES } from './wrong-registries';
import { WRONG_SPOT } from './wrong-spot';
import { WRONG_STAGES } from './wrong-stages';
import { WRONG_TENANTS } from './wrong-tenants';
import { WRONG_VOLUMES } from './wrong-volumes';
import { WRONG_WORKFLOWS } from './wrong-workflows';

/** The wrong programs of all areas, each with its message's fix. */
export const WRONG_PROGRAMS: readonly WrongProgram[] = [
  ...WRONG_CLUSTERS,
  ...WRONG_CONTAINERS,
  ...WRONG_DOUBLES,
  ...WRONG_EXPERIMENTS,
  ...WRONG_GATEWAY_ADVICE,
  ...WRONG_FILES,
  ...WRONG_GATEWAYS,
  ...WRONG_GOOGLE_GATEWAYS,
  ...WRONG_HARDWARE,
  ...WRONG_IDENTITIES,
  ...WRONG_JOBS,
  ...WRONG_MACHINES,
  ...WRONG_MODELS,
  ...WRONG_MONITORING,
  ...WRONG_NOTEBOOKS,
  ...WRONG_OVERRIDES,
  ...WRONG_OPERATORS,
  ...WRONG_PIPELINES,
  ...WRONG_PLACEMENT,
  ...WRONG_PLATFORMS,
  ...WRONG_PODS,
  ...WRONG_POOLS,
  ...WRONG_REGISTRIES,
  ...WRONG_SPOT,
  ...WRONG_STAGES,
  ...WRONG_TENANTS,
  ...WRONG_VOLUMES,
  ...WRONG_WORKFLOWS,
];
