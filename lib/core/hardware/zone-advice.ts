import type { Accelerator } from './accelerator';
import { zonesOfRegion, ZONES_AS_OF, type Place } from './catalog/zones';
import { oneOf, problem, type Advice } from '../problems';
import { isZone, regionOf } from './location';
import type { MachineType } from './machine-type';

/** The zones of a region that are known to have an accelerator; `undefined` when not known. */
export function zonesWith(accelerator: Accelerator, region: string): readonly string[] | undefined {
  const places = accelerator.places;
  if (!places) return undefined;
  const place = places.find((candidate) => candidate.region === region);
  return place && place.zones.length === 0 ? undefined : (place?.zones ?? []);
}

/** Advice about zones and regions that the catalogue does not know. */
export function* locationAdvice(locations: readonly string[]): Generator<Advice> {
  for (const location of new Set(locations)) {
    const zones = zonesOfRegion(regionOf(location));
    if (zones && (zones.includes(location) || !isZone(location))) continue;
    const message = `the catalogue of ${ZONES_AS_OF} knows no ${isZone(location) ? 'zone' : 'region'} "${location}"`;
    yield problem('zone-name', message, `${zones ? `use ${oneOf(zones)}` : 'check the spelling'}, or ${ACKNOWLEDGE}`);
  }
}

/** Advice about an accelerator in some zones: it is not known, it was withdrawn, or a zone is not known to have it. */
export function* zoneAdvice(accelerator: Accelerator, zones: readonly string[]): Generator<Advice> {
  const { known, lifecycle, places, type } = accelerator;
  if (!known) {
    yield problem(
      'accelerator-unknown',
      'accelerators',
      `the catalogue does not know the accelerator "${type}", so only the facts given to Accelerator.of are checked`,
      `check the spelling, or ${ACKNOWLEDGE}`,
    );
  }
  if (lifecycle.state === 'retired') yield retired(accelerator);
  else yield* placeAdvice('accelerator-zone', type, places, zones);
}

/** Advice about a machine type in some zones: it is not known, or a zone is not known to have it. */
export function* machineTypeAdvice({ known, name, places }: MachineType, zones: readonly string[]): Generator<Advice> {
  if (known) yield* placeAdvice('machine-type-zone', name, places, zones);
  else {
    yield problem(
      'machine-type-unknown',
      'machineType',
      `the catalogue does not know the machine type "${name}", so its GPUs and disks, and the room for pods, are not checked`,
      `check the spelling, or ${ACKNOWLEDGE}`,
    );
  }
}

const ACKNOWLEDGE = 'acknowledge this if it is newer than the catalogue';
const PROPERTIES = { 'accelerator-zone': 'accelerators', 'machine-type-zone': 'machineType' };

function* placeAdvice(
  code: keyof typeof PROPERTIES,
  name: string,
  places: readonly Place[] | undefined,
  zones: readonly string[],
): Generator<Advice> {
  const without = zones.filter((zone) => places && !hasIt(places, zone));
  const [first] = without;
  if (!places || first === undefined) return;
  const near = places.find(({ region }) => region === regionOf(first));
  const others = near ? near.zones : places.map(({ region }) => region);
  const message = `${name} is not listed in ${without.join(', ')} as of ${ZONES_AS_OF}`;
  yield problem(
    code,
    PROPERTIES[code],
    message,
    `use ${oneOf(others)}, or acknowledge this if it has come there since`,
  );
}

/** True if one of the places is a location. A region whose zones are not known counts as having them all. */
function hasIt(places: readonly Place[], location: string): boolean {
  const place = places.find(({ region }) => region === regionOf(location));
  if (!place || !isZone(location)) return place !== undefined;
  return place.zones.length === 0 || place.zones.includes(location);
}

function retired({ type, lifecycle }: Accelerator): Advice {
  const { lastDriverBranch, replacements, withdrawn } = lifecycle;
  const when = withdrawn === undefined ? '' : ` in ${withdrawn}`;
  const driver = lastDriverBranch === undefined ? '' : `; the last driver branch for it is ${lastDriverBranch}`;
  return problem(
    'accelerator-retired',
    'accelerators',
    `${type} was withdrawn${when}, so Google Cloud refuses it in every zone${driver}`,
    `use ${oneOf(replacements)}`,
  );
}
