import { k8s } from 'cdk8s-plus-27';
import { expect, test } from 'vitest';
import { formatProblem } from '../../lib/core/problems/problem';
import { listOf, optional, typeProblems, unknownProps } from '../../lib/core/problems/rules';
import { ofKubernetes } from '../../lib/workloads/k8s-rule';

const FIX = 'give it as Kubernetes has it';
const RULES = {
  affinity: optional(ofKubernetes('toJson_Affinity', FIX)),
  tolerations: optional(listOf(ofKubernetes('toJson_Toleration', FIX))),
  volume: optional(ofKubernetes('toJson_Volume', FIX)),
};
const NODES = 'affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';

/** An affinity to nodes whose terms are these. */
function terms(nodeSelectorTerms: unknown) {
  return { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } } };
}

test.each<object>([
  terms([{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }], matchFields: undefined }]),
  { tolerations: [{ key: 'gpu', operator: 'Exists' }, {}] },
  { volume: { csi: { driver: 'nfs', volumeAttributes: { anyName: 'goes' } } } },
  { volume: { emptyDir: { sizeLimit: k8s.Quantity.fromString('1Gi') } } },
])('what Kubernetes has is taken: %j', (props) => {
  expect([...typeProblems(props, RULES), ...unknownProps(props, RULES)]).toEqual([]);
});

test.each<[object, string]>([
  [{ affinity: 'here' }, `affinity cannot be "here": ${FIX} (wrong-type)`],
  [{ affinity: null }, `affinity cannot be null: ${FIX}, or leave it out (wrong-type)`],
  [terms({}), `${NODES} cannot be {}: ${FIX} (wrong-type)`],
  [terms([null]), `${NODES}[0] cannot be null: ${FIX} (wrong-type)`],
  [terms([{ matchExpressions: null }]), `${NODES}[0].matchExpressions cannot be null: ${FIX} (wrong-type)`],
  [
    terms([{ matchExpressions: [{ key: 'zone', operator: 'In', values: 'a' }] }]),
    `${NODES}[0].matchExpressions[0].values cannot be "a": ${FIX} (wrong-type)`,
  ],
  [{ tolerations: [{}, 3] }, `tolerations[1] cannot be 3: ${FIX} (wrong-type)`],
])('fails: what it cannot be is named by its place (wrong-type): %j', (props, message) => {
  expect(typeProblems(props, RULES).map(formatProblem)).toEqual([message]);
});

test.each<[object, string]>([
  [
    { volume: { secret: { secretname: 'key' } } },
    'there is no prop volume.secret.secretname, so its value has no effect: write volume.secret.secretName, or leave it out (unknown-prop)',
  ],
  [
    { tolerations: [{}, { colour: 'red' }] },
    'there is no prop tolerations[1].colour, so its value has no effect: leave it out (unknown-prop)',
  ],
])('fails: a field that nobody reads is advised against (unknown-prop): %j', (props, message) => {
  expect(unknownProps(props, RULES).map(formatProblem)).toEqual([message]);
});
