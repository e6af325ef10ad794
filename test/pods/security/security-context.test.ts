import { expect, test } from 'vitest';
import { PodUser } from '../../../lib/pods/security/pod-user';
import { homeEnv, podSecurityContext, securityContext, userOf } from '../../../lib/pods/security/security-context';

const IMAGE = { image: 'mnist:1' };
const SECCOMP = { seccompProfile: { type: 'RuntimeDefault' } };

/** Without the members that are not written. */
function written(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

test.each([
  [
    'a user by its number',
    PodUser.of(20001, 2000),
    { runAsNonRoot: true, runAsUser: 20001, runAsGroup: 2000, fsGroup: 2000, fsGroupChangePolicy: 'OnRootMismatch' },
  ],
  [
    "the image's user",
    PodUser.ofImage(),
    { runAsNonRoot: true, fsGroup: 10001, fsGroupChangePolicy: 'OnRootMismatch' },
  ],
  ['root', PodUser.root(), { runAsUser: 0 }],
])('a pod of %s is confined by seccomp', (_, user, expected) => {
  expect(written(podSecurityContext({ ...IMAGE, user }))).toEqual({ ...expected, ...SECCOMP });
});

test("the program's own settings replace the defaults one by one", () => {
  expect(podSecurityContext({ ...IMAGE, podSecurityContext: { fsGroup: 5, runAsUser: 6 } })).toMatchObject({
    fsGroup: 5,
    runAsUser: 6,
    ...SECCOMP,
  });
});

test('a container has no capabilities; one of root keeps those of the container runtime', () => {
  const escalation = { allowPrivilegeEscalation: false };
  expect(written(securityContext(IMAGE))).toEqual({ ...escalation, capabilities: { drop: ['ALL'] } });
  expect(written(securityContext({ ...IMAGE, user: PodUser.root() }))).toEqual(escalation);
});

test('a capability is added to none, or to those of root', () => {
  const own = { ...IMAGE, securityContext: { capabilities: { add: ['IPC_LOCK'] } } };
  expect(securityContext(own).capabilities).toEqual({ add: ['IPC_LOCK'], drop: ['ALL'] });
  expect(securityContext({ ...own, user: PodUser.root() }).capabilities).toEqual({ add: ['IPC_LOCK'] });
});

test.each([
  { privileged: true },
  { capabilities: { add: ['SYS_ADMIN'] } },
  { capabilities: { add: ['CAP_SYS_ADMIN'] } },
])('%j is not forbidden to gain privileges, which the API server refuses', (own) => {
  expect(securityContext({ ...IMAGE, securityContext: own }).allowPrivilegeEscalation).toBeUndefined();
});

test('programs of a user by its number have a home and a name, unless the program gives them', () => {
  expect(homeEnv(IMAGE)).toEqual([
    { name: 'HOME', value: '/tmp' },
    { name: 'USER', value: 'trainer' },
  ]);
  expect(homeEnv({ ...IMAGE, env: { HOME: '/home/me' } })).toEqual([{ name: 'USER', value: 'trainer' }]);
  for (const user of [PodUser.ofImage(), PodUser.root()]) expect(homeEnv({ ...IMAGE, user })).toEqual([]);
});

test("files belong to the container's own user, or the pod's, or that of user", () => {
  expect(userOf(IMAGE)).toBe(10001);
  expect(userOf({ ...IMAGE, podSecurityContext: { runAsUser: 5 } })).toBe(5);
  expect(userOf({ ...IMAGE, podSecurityContext: { runAsUser: 5 }, securityContext: { runAsUser: 6 } })).toBe(6);
  expect(userOf({ ...IMAGE, user: PodUser.ofImage() })).toBeUndefined();
});
