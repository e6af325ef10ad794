import type { Accelerator } from './accelerator';
import { acceleratorFacts, placesOfAccelerator, regions, ZONES_AS_OF, type Place } from './catalog';
import type { Advice } from '../problems/check';
import type { MachineType } from './machine-type';
import { oneOf } from '../problems/one-of';

const REGION = /^[a-z]+-[a-z]+\d+$/;
const ZONE = /^[a-z]+-[a-z]+\d+-[a-z]$/;

/** The region of a zone; a region is its own. */
export function regionOf(location: string): string {
  return ZONE.test(location) ? location.slice(0, -2) : location;
}

/** Whether a location is a zone (`us-east1-c`) and not a region (`us-east1`). */
export function isZone(location: string): boolean {
  return ZONE.test(location);
}

/** Whether a text has the form of a region's name (`us-east1`). */
export function isRegion(location: string): boolean {
  return REGION.test(location);
}

/** The zones of a region that are known to have an accelerator; `undefined` when not known. */
export function zonesWith(accelerator: Accelerator, region: string): readonly string[] | undefined {
  const places = accelerator.places;
  if (!places) return undefined;
  const place = places.find((candidate) => candidate.region === region);
  return place && place.zones.length === 0 ? undefined : (place?.zones ?? []);
}

/** Locations, zones or regions, in regions that the catalogue does not know. */
export function locationAdvice(locations: readonly string[]): Advice[] {
  const known = regions();
  return [...new Set(locations)]
    .filter((location) => !known.includes(regionOf(location)))
    .map((location) => ({
      code: 'zone-name',
      message: `the catalogue of ${ZONES_AS_OF} knows no region "${regionOf(location)}" for "${location}"`,
      fix: `check the spelling (${oneOf(nearest(location, known).slice(0, 3))}?), or acknowledge this if the region is newer`,
    }));
}

/**
 * Advice on having an accelerator in some zones: that it is not known, that it was withdrawn, or
 * that a zone is not known to have it.
 */
export function zoneAdvice(accelerator: Accelerator, zones: readonly string[]): Advice[] {
  const advice =
    accelerator.lifecycle.state === 'retired' ? [retired(accelerator, zones)] : missing(accelerator, zones);
  return accelerator.known ? advice : [unknownAccelerator(accelerator), ...advice];
}

/** Advice on having a machine type in some zones: that it is not known, or that a zone is not known to have it. */
export function machineTypeAdvice(machineType: MachineType, zones: readonly string[]): Advice[] {
  const { name, places } = machineType;
  if (!machineType.known) {
    return [
      {
        code: 'machine-type-unknown',
        property: 'machineType',
        message: `the catalogue does not know the machine type "${name}", so what it can carry and how much pods can have of it is not checked`,
        fix: 'check the spelling, or acknowledge this if the machine type is newer',
      },
    ];
  }
  const without = lacking(places, zones);
  if (!places || without.length === 0) return [];
  return [
    {
      code: 'machine-type-zone',
      property: 'machineType',
      message: `${name} is not listed in ${without.join(', ')} as of ${ZONES_AS_OF}`,
      fix: `use ${oneOf(nearestPlaces(without[0] ?? '', places))}, or acknowledge this if it has come there since`,
    },
  ];
}

function unknownAccelerator({ type }: Accelerator): Advice {
  return {
    code: 'accelerator-unknown',
    property: 'accelerators',
    message: `the catalogue does not know the accelerator "${type}", so only the facts given to Accelerator.of are checked`,
    fix: 'check the spelling, or acknowledge this if the accelerator is newer',
  };
}

function missing(accelerator: Accelerator, zones: readonly string[]): Advice[] {
  const places = accelerator.places;
  const without = lacking(places, zones);
  if (!places || without.length === 0) return [];
  return [
    {
      code: 'accelerator-zone',
      property: 'accelerators',
      message: accelerator.known
        ? `${accelerator.type} is not listed in ${without.join(', ')} as of ${ZONES_AS_OF}`
        : `${without.join(', ')} is not among the zones given for ${accelerator.type}`,
      fix: `use ${oneOf(nearestPlaces(without[0] ?? '', places))}, or acknowledge this if it has come there since`,
    },
  ];
}

function retired(accelerator: Accelerator, zones: readonly string[]): Advice {
  const { type, formerZones, lifecycle } = accelerator;
  const had = zones.filter((zone) => formerZones.includes(zone));
  const never = zones.filter((zone) => !formerZones.includes(zone));
  const places = [
    ...(had.length > 0 ? [`${had.join(', ')} had it until then`] : []),
    ...(never.length > 0 ? [`${never.join(', ')} never had it (${formerZones.join(', ')} did)`] : []),
  ];
  const driver =
    lifecycle.lastDriverBranch === undefined ? '' : `; the last driver branch for it is ${lifecycle.lastDriverBranch}`;
  const withdrawn = lifecycle.withdrawn === undefined ? 'was withdrawn' : `was withdrawn in ${lifecycle.withdrawn}`;
  return {
    code: 'accelerator-retired',
    property: 'accelerators',
    message: `${type} ${withdrawn}, so Google Cloud refuses it in every zone${places.length > 0 ? ` (${places.join('; ')})` : ''}${driver}`,
    fix: `use ${oneOf(lifecycle.replacements.map((replacement) => inZones(replacement, zones)))}`,
  };
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

/** The zones that no place has; a region of which the zones are not known has them all. */
function lacking(places: readonly Place[] | undefined, zones: readonly string[]): string[] {
  if (!places) return [];
  return zones.filter((zone) => {
    const place = places.find((candidate) => candidate.region === regionOf(zone));
    return !place || (isZone(zone) && place.zones.length > 0 && !place.zones.includes(zone));
  });
}

/** At most so many zones are named in a message. */
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
