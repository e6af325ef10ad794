import type { IConstruct } from 'constructs';
import { ProvisioningModel } from '../../core/hardware/provisioning-model';
import { resourceOf } from '../cluster/cluster-pools';
import { overridden } from '../overrides';
import type { ResolvedPool } from './resolved-pool';

/** The pool as overrides of its resource leave it, in what advice reads. Call it at synthesis. */
export function asOverridden(scope: IConstruct, pool: ResolvedPool): ResolvedPool {
  const at = (path: string) => overridden(resourceOf(scope), path);
  const [zones, account] = [at('node_locations'), at('node_config.service_account')];
  const secureBoot = at('node_config.shielded_instance_config.enable_secure_boot');
  const ownZones = Array.isArray(zones) ? zones.map(String) : undefined;
  return {
    ...pool,
    ...(ownZones ? { zones: ownZones, ownZones } : {}),
    ...(typeof account === 'string' ? { serviceAccount: account } : {}),
    ...(typeof secureBoot === 'boolean' ? { secureBoot } : {}),
    provisioningModel: provisioningOf(at) ?? pool.provisioningModel,
  };
}

function provisioningOf(at: (path: string) => unknown): ProvisioningModel | undefined {
  if (at('node_config.spot') === true) return ProvisioningModel.SPOT;
  if (at('node_config.flex_start') === true) return ProvisioningModel.flexStart();
  const reserves = at('node_config.reservation_affinity.consume_reservation_type') === 'SPECIFIC_RESERVATION';
  return reserves ? ProvisioningModel.reservation('of-the-override') : undefined;
}

/** The networks that an override gives the nodes of a pool beside the first one. A list that Terraform alone knows is enough. */
export function extraNetworks(scope: IConstruct): number {
  const networks = overridden(resourceOf(scope), 'network_config.additional_node_network_configs');
  if (networks === undefined || networks === null) return 0;
  return Array.isArray(networks) ? networks.length : Infinity;
}
