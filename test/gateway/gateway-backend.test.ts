import { assert, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { GatewayBackend } from '../../lib/gateway';
import { manifestProblems } from '../conformance/manifest';
import { gateway, objectsOf, problemsOf, type GatewayObject } from './gateways';
import {
  addRoutes,
  ALL_HOSTS,
  answerOf,
  isTie,
  plannedRequests,
  routePlans,
  type Answer,
  type PlannedRequest,
  type RoutePlan,
} from './random-routes';
import { readEmissary } from './backends/emissary-reading';
import { readAnswer, type SeenRequest } from './backends/gateway-api-reading';
import { readIstio } from './backends/istio-reading';

// What all backends have in common: they route equally.

type Reading = (objects: readonly GatewayObject[], request: SeenRequest) => Answer | undefined;
const BACKENDS: [name: string, backend: () => GatewayBackend, reading: Reading][] = [
  ['the Gateway API', () => GatewayBackend.gatewayApi(), readAnswer],
  ['Istio', () => GatewayBackend.istio(), readIstio],
  ['Emissary-ingress', () => GatewayBackend.emissary(), readEmissary],
];

function planned(plans: readonly RoutePlan[], backend: GatewayBackend) {
  const entry = gateway({ hosts: ALL_HOSTS, backend });
  addRoutes(entry, plans);
  return { objects: objectsOf(entry), problems: problemsOf(entry) };
}

const seen = ({ host, path, headers }: PlannedRequest) => ({ host, headers, path: `/${path.join('/')}` });

const RUNS = 300;

test(`${RUNS} random sets of routes pass requests on as they are described, equally and strictly valid`, () => {
  const asked: (Answer | undefined)[] = [];
  assert(
    property(tuple(routePlans({ overlaps: false }), plannedRequests), ([plans, requests]) => {
      for (const [name, backend, reading] of BACKENDS) {
        const { objects, problems } = planned(plans, backend());
        expect(problems).toEqual([]);
        for (const object of objects) expect(manifestProblems(object)).toEqual([]);
        for (const request of requests) {
          const answer = answerOf(plans, request);
          asked.push(answer);
          expect(reading(objects, seen(request)), `${name}: ${JSON.stringify(request)}`).toEqual(answer);
        }
      }
    }),
    { numRuns: RUNS },
  );
  // Both kinds of answers are common.
  expect(asked.filter((each) => each === undefined).length).toBeGreaterThan(300);
  expect(asked.filter((each) => Object.keys(each?.shares ?? {}).length === 2).length).toBeGreaterThan(300);
});

test('fails: two routes for the same requests are found in random sets, and no others', () => {
  const found = { some: 0, none: 0 };
  assert(
    property(routePlans({ overlaps: true }), (plans) => {
      const ties = plans.some((plan, index) => plans.slice(0, index).some((other) => isTie(plan, other)));
      const { problems } = planned(plans, GatewayBackend.gatewayApi());
      found[ties ? 'some' : 'none'] += 1;
      expect(problems.some((text) => text.includes('(gateway-overlap)'))).toBe(ties);
    }),
    { numRuns: RUNS },
  );
  expect(Math.min(found.some, found.none)).toBeGreaterThan(50);
});
