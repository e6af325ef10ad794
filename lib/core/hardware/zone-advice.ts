import type { Accelerator } from './accelerator';
import { acceleratorFacts, acceleratorTypes } from './catalog/accelerators';
import { machineNames } from './catalog/machine-types';
import { placesOfAccelerator, regions, zonesOfRegion, ZONES_AS_OF, type Place } from './catalog/zones';
import type { Advice } from '../problems/check';
import { isZone, regionOf } from './location';
import type { MachineType } from './machine-type';
import { nearestTo } from '../problems/nearest';
import { oneOf } from '../problems/one-of';
import { problem } from '../problems/problem';

/** The zones of a region that are known to have an accelerator; `undefined` when not known. */
export function zonesWith(accelerator: Accelerator, region: string): readonly string[] | undefined {
  const places = accelerator.places;
  if (!places) return undefined;
  const place = places.find((candidate) => candidate.region === region);
  return place && place.zones.length === 0 ? undefined : (place?.zones ?? []);
}

/** Advice on zones and regions that the catalogue does not know. */
export function* locationAdvice(locations: readonly string[]): Generator<Advice> {
  for (const location of new Set(locations)) {
    const region = regionOf(location);
    const zones = zonesOfRegion(region);
    if (!zones) {
      const known = regions();
      const near = nearestTo(region, known) ?? oneOf(nearest(region, known).slice(0, 3));
      const message = `the catalogue of ${ZONES_AS_OF} knows no region "${region}"${region === location ? '' : ` for "${location}"`}`;
      yield problem('zone-name', message, `did you mean ${near}? Acknowledge this if the region is newer`);
    } else if (isZone(location) && !zones.includes(location)) {
      const message = `the catalogue of ${ZONES_AS_OF} knows no zone "${location}"`;
      yield problem('zone-name', message, `did you mean ${oneOf(zones)}? Acknowledge this if the zone is newer`);
    }
  }
}

/** Advice on an accelerator in some zones: it is not known, it was withdrawn, or a zone is not known to have it. */
export function* zoneAdvice(accelerator: Accelerator, zones: readonly string[]): Generator<Advice> {
  const { known, lifecycle, places, type } = accelerator;
  if (!known) {
    yield problem(
      'accelerator-unknown',
      'accelerators',
      `the catalogue does not know the accelerator "${type}", so only the facts given to Accelerator.of are checked`,
      meaning(type, acceleratorTypes(), 'accelerator'),
    );
  }
  if (lifecycle.state === 'retired') yield retired(accelerator, zones);
  if (lifecycle.state === 'retired' || !places) return;
  const without = lacking(places, zones);
  if (without.length > 0) {
    const message = known
      ? `${type} is not listed in ${without.join(', ')} as of ${ZONES_AS_OF}`
      : `${without.join(', ')} is not among the zones given for ${type}`;
    yield problem('accelerator-zone', 'accelerators', message, elsewhere(without, places));
  }
  yield* unknownZoneAdvice(type, places, zones);
}

/** Advice on a region of which only that is known: some zone in it has the accelerator. */
function* unknownZoneAdvice(type: string, places: readonly Place[], locations: readonly string[]): Generator<Advice> {
  const partly = places.filter(({ zones }) => zones.length === 0).map(({ region }) => region);
  const inThem = locations.filter((location) => partly.includes(regionOf(location)));
  const [first] = inThem;
  if (first === undefined) return;
  const region = regionOf(first);
  const named = isZone(first) ? inThem : [`${region}-a`];
  yield problem(
    'accelerator-zone-unknown',
    'accelerators',
    `the catalogue of ${ZONES_AS_OF} has ${type} in ${region}, but does not know in which of its zones, so ${inThem.join(', ')} is not checked`,
    `ask "gcloud compute accelerator-types list --filter=name=${type}", and give the zones to Accelerator.of('${type}', { zones: [${named.map((zone) => `'${zone}'`).join(', ')}] })`,
  );
}

/** Advice on a machine type in some zones: it is not known, or a zone is not known to have it. */
export function* machineTypeAdvice(machineType: MachineType, zones: readonly string[]): Generator<Advice> {
  const { known, name, places } = machineType;
  if (!known) {
    yield problem(
      'machine-type-unknown',
      'machineType',
      `the catalogue does not know the machine type "${name}", so its GPUs and disks, and the room for pods, are not checked`,
      meaning(name, machineNames(), 'machine type'),
    );
  }
  const without = lacking(places, zones);
  if (!known || !places || without.length === 0) return;
  const message = `${name} is not listed in ${without.join(', ')} as of ${ZONES_AS_OF}`;
  yield problem('machine-type-zone', 'machineType', message, elsewhere(without, places));
}

/** What a name that is not known may mean. */
function meaning(name: string, known: readonly string[], what: string): string {
  const near = nearestTo(name, known);
  return near === undefined
    ? `check the spelling, or acknowledge this if the ${what} is newer`
    : `did you mean ${near}? Acknowledge this if the ${what} is newer`;
}

function elsewhere([zone = '']: readonly string[], places: readonly Place[]): string {
  return `use ${oneOf(nearestPlaces(zone, places))}, or acknowledge this if it has come there since`;
}

function retired({ type, formerZones, lifecycle }: Accelerator, zones: readonly string[]): Advice {
  const { lastDriverBranch, replacements, withdrawn } = lifecycle;
  const had = zones.filter((zone) => formerZones.includes(zone));
  const never = zones.filter((zone) => !formerZones.includes(zone));
  const places = [
    ...(had.length > 0 ? [`${had.join(', ')} had it until then`] : []),
    ...(never.length > 0 ? [`${never.join(', ')} never had it (${formerZones.join(', ')} did)`] : []),
  ];
  const where = places.length > 0 ? ` (${places.join('; ')})` : '';
  const when = withdrawn === undefined ? '' : ` in ${withdrawn}`;
  const driver = lastDriverBranch === undefined ? '' : `; the last driver branch for it is ${lastDriverBranch}`;
  return problem(
    'accelerator-retired',
    'accelerators',
    `${type} was withdrawn${when}, so Google Cloud refuses it in every zone${where}${driver}`,
    `use ${oneOf(replacements.map((replacement) => inZones(replacement, zones)))}`,
  );
}

function inZones(type: string, zones: readonly string[]): string {
  const displayName = acceleratorFacts(type)?.displayName ?? type;
  const places = placesOfAccelerator(type);
  const without = lacking(places, zones);
  if (!places || zones.length === 0) return `${type} (${displayName})`;
  if (without.length === 0) return `${type} (${displayName}, in ${zones.join(', ')})`;
  return `${type} (${displayName}, not in ${without.join(', ')} but in ${nearestPlaces(without[0] ?? '', places)
    .slice(0, 2)
    .join(', ')})`;
}

/** The zones that no place has. A region whose zones are not known counts as having them all. */
function lacking(places: readonly Place[] | undefined, zones: readonly string[]): string[] {
  if (!places) return [];
  return zones.filter((zone) => {
    const place = places.find((candidate) => candidate.region === regionOf(zone));
    return !place || (isZone(zone) && place.zones.length > 0 && !place.zones.includes(zone));
  });
}

/** The most zones that a message names. */
const NAMED = 5;

function nearestPlaces(location: string, places: readonly Place[]): string[] {
  const locations = places.flatMap((place) => (place.zones.length > 0 ? place.zones : [place.region]));
  return nearest(location, locations).slice(0, NAMED);
}

/** Those that share the most letters from the left come first: the same region, then the same side of the continent. */
function nearest(location: string, candidates: readonly string[]): string[] {
  const shared = (candidate: string): number => {
    let length = 0;
    while (length < candidate.length && candidate[length] === location[length]) length += 1;
    return length;
  };
  return [...candidates].sort((a, b) => shared(b) - shared(a));
}
