import type { ProjectService } from '@cdktf/provider-google/lib/project-service';
import { TerraformStack, type ITerraformDependable } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { google } from './google';

/** The services of Google Cloud that this library's resources need. */
export type GoogleService =
  | 'artifactregistry'
  | 'bigquery'
  | 'billingbudgets'
  | 'binaryauthorization'
  | 'certificatemanager'
  | 'cloudresourcemanager'
  | 'compute'
  | 'container'
  | 'containerfilesystem'
  | 'containerscanning'
  | 'dns'
  | 'file'
  | 'gkehub'
  | 'iam'
  | 'logging'
  | 'mesh'
  | 'monitoring'
  | 'secretmanager'
  | 'servicenetworking'
  | 'sqladmin'
  | 'storage';

/** Terraform needs this service to turn on any other. */
const FIRST = 'cloudresourcemanager';

/**
 * Turns on services of a project, each once in a stack. They stay on when the stack is destroyed: other stacks may
 * use them.
 *
 * @returns the services, for resources to wait for
 */
export function requireServices(
  construct: IConstruct,
  project: string,
  services: readonly GoogleService[],
): ITerraformDependable[] {
  const stack = TerraformStack.of(construct);
  const parent = childOf(childOf(stack, 'services'), project);
  const turnOn = (name: GoogleService, dependsOn: readonly ITerraformDependable[]): ProjectService => {
    const existing = parent.node.tryFindChild(name);
    if (existing instanceof google.ProjectService) return existing;
    const service = `${name}.googleapis.com`;
    return new google.ProjectService(parent, name, {
      project,
      service,
      disableOnDestroy: false,
      dependsOn: dependsOn.length > 0 ? [...dependsOn] : undefined,
    });
  };
  const first = turnOn(FIRST, []);
  return services.map((name) => (name === FIRST ? first : turnOn(name, [first])));
}

function childOf(scope: Construct, id: string): Construct {
  const existing = scope.node.tryFindChild(id);
  return existing instanceof Construct ? existing : new Construct(scope, id);
}
