import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import type { PageAddress } from '../core/contracts/service-address';
import { ownId } from '../core/problems/own-id';
import { placeInChart } from '../kubernetes/enclosing-chart';
import { experimentAt, type RegistryExperiment, type RunTags } from './experiment';
import { mlflowServer } from './mlflow';
import { registeredModel, type RegisteredModel, type RegisteredModelOptions } from './registered-model';
import { addRegistryServer, type RegistryServerOptions } from './registry-server';
import type { RegistryArtifacts, RegistryDatabase } from './registry-store';

export interface ModelRegistryProps extends RegistryServerOptions {
  /** An image with MLflow 3.5 or later, and with the drivers of its database and its bucket. MLflow's own image has none. */
  readonly image: string;
  /** The place of runs and versions. */
  readonly database: RegistryDatabase;
  /** The place of files. */
  readonly artifacts: RegistryArtifacts;
  /** The number of servers. More than one is refused with SQLite. @default 1 */
  readonly replicas?: number;
  /**
   * Further names by which clients reach it, such as the host of a gateway, where browsers use HTTPS. MLflow refuses requests by any
   * other name.
   *
   * @default [] - those of its Service, and localhost
   * @see https://mlflow.org/docs/latest/self-hosting/security/network/
   */
  readonly hosts?: readonly string[];
}

/**
 * A registry of training runs and of the models that they made: MLflow's server.
 *
 * @example
 * const registry = new ModelRegistry(chart, 'mlflow', {
 *   pool: cpu,
 *   identity,
 *   image: 'us-docker.pkg.dev/acme/ml/mlflow:3.17.2',
 *   database: RegistryDatabase.secret('mlflow-database'),
 *   artifacts: RegistryArtifacts.bucket(models, 'mlflow'),
 * });
 * const records = registry.experiment('digits', { data: 'digits/2026-11' });
 * const model = registry.model('digits').alias('champion');
 */
export class ModelRegistry extends Construct {
  /** The Deployment. */
  readonly resource: ApiObject;
  /** The URL of the registry for pods of the cluster. */
  readonly address: string;
  /** Its Service, for a route of a gateway. */
  readonly service: PageAddress;
  private readonly image: string;

  constructor(scope: Construct, id: string, props: ModelRegistryProps) {
    super(scope, ownId(scope, id));
    this.image = props.image;
    const { resource, address, service } = addRegistryServer(this, mlflowServer(placeInChart(this), props));
    this.resource = resource;
    this.address = address;
    this.service = service;
  }

  /**
   * An experiment in which jobs record their runs. MLflow makes it at the first of them.
   *
   * @param tags facts of all its runs, such as `{ code: commit, data: 'digits/2026-11' }`
   */
  experiment(name: string, tags: RunTags = {}): RegistryExperiment {
    return experimentAt(this.address, name, tags);
  }

  /** A model of which programs register versions, for servers. */
  model(name: string, options: RegisteredModelOptions = {}): RegisteredModel {
    return registeredModel(name, this.address, options.image ?? this.image, options.size);
  }
}
