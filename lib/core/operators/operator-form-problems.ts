import type { OperatorAttributes } from '../contracts/operator';
import { accountNameProblems } from '../names/kubernetes-name';
import { roleProblems } from '../names/role-name';
import { problem, type Problem } from '../problems/problem';

/** Problems of the texts that declare an operator: those of its kinds, its APIs and its rights. */
export function* operatorFormProblems(attributes: OperatorAttributes): Generator<Problem> {
  yield* kindProblems(attributes);
  yield* apiProblems(attributes);
  yield* rightProblems(attributes);
}

/** The group of a custom resource is a domain of two parts or more, so that there are three. */
const KIND = /^[a-z]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?){2,}\/v[0-9]+((alpha|beta)[0-9]+)?$/;

function* kindProblems(attributes: OperatorAttributes): Generator<Problem> {
  for (const kind of attributes.serves) {
    if (KIND.test(kind)) continue;
    const message = `${JSON.stringify(kind)} is not a kind that an operator can serve`;
    yield problem('operator-form', 'serves', message, 'use plural.group/version, such as "tfjobs.kubeflow.org/v1"');
  }
}

const API = /^v[0-9]+((alpha|beta)[0-9]+)?\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/;

function* apiProblems(attributes: OperatorAttributes): Generator<Problem> {
  const { apis = [] } = attributes;
  for (const api of apis.filter((each) => !API.test(each))) {
    const message = `${JSON.stringify(api)} is not an API that an operator can answer`;
    yield problem('operator-form', 'apis', message, 'use version.group, such as "v1beta1.custom.metrics.k8s.io"');
  }
}

function* rightProblems({ rights = [] }: OperatorAttributes): Generator<Problem> {
  for (const [index, right] of rights.entries()) {
    yield* roleProblems(`rights[${index}].role`, right.role);
    yield* accountNameProblems(right, `rights[${index}].`);
  }
}
