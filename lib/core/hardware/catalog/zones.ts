import { isAiZone, regionOf } from '../location';
import { lazily } from '../../lazily';
import zonesJson from './zones.json';

/** A region, and the zones of it that have something. Without zones, the zones are not known. */
export interface Place {
  readonly region: string;
  readonly zones: readonly string[];
}

interface ZoneFile {
  readonly asOf: string;
  readonly regions: { readonly places: string };
  readonly accelerators: Readonly<Record<string, { readonly places: string }>>;
  readonly formerly: Readonly<Record<string, { readonly places: string }>>;
  readonly families: Readonly<Record<string, string>>;
  readonly machineTypes: readonly { readonly names: readonly string[]; readonly places: string }[];
}

// The edge to the data file: JSON knows no literal types. test/core/hardware/catalog.test.ts checks its form.
// eslint-disable-next-line @typescript-eslint/consistent-type-assertions
const file = zonesJson as ZoneFile;
const current = new Map(Object.entries(file.accelerators));
const former = new Map(Object.entries(file.formerly));
const families = new Map(Object.entries(file.families));

/** The date of the zone lists, for messages. */
export const ZONES_AS_OF = file.asOf;

export function regions(): readonly string[] {
  return [...zonesByRegion().keys()];
}

/** All zones of a region; `undefined` for a region that the catalogue does not know. */
export function zonesOfRegion(region: string): readonly string[] | undefined {
  return zonesByRegion().get(region);
}

/** The zones of a region in which GKE puts nodes by default. AI zones must be named. */
export function standardZonesOf(region: string): readonly string[] | undefined {
  return zonesOfRegion(region)?.filter((zone) => !isAiZone(zone));
}

const zonesByRegion = lazily(
  () => new Map(parsePlaces(file.regions.places).map(({ region, zones }) => [region, zones])),
);

/** The places that offer an accelerator; `undefined` for one that the catalogue does not know. */
export function placesOfAccelerator(type: string): readonly Place[] | undefined {
  const entry = current.get(type);
  return entry && parsePlaces(entry.places);
}

/** The places that offered an accelerator before it was withdrawn. */
export function formerPlacesOfAccelerator(type: string): readonly Place[] {
  return parsePlaces(former.get(type)?.places ?? '');
}

/** The places that offer a machine type; `undefined` when no list has it. */
export function placesOfMachine(name: string, family: string): readonly Place[] | undefined {
  const places = file.machineTypes.find((group) => group.names.includes(name))?.places ?? families.get(family);
  return places === undefined ? undefined : parsePlaces(places);
}

/** Zones by their regions. */
export function placesOfZones(zones: readonly string[]): Place[] {
  const found = [...new Set(zones.map(regionOf))];
  return found.map((region) => ({ region, zones: zones.filter((zone) => regionOf(zone) === region) }));
}

/** `us-east1-b,c europe-west4` as places. */
export function parsePlaces(places: string): Place[] {
  return places
    .split(' ')
    .filter((token) => token !== '')
    .map((token) => {
      const [region, letters] = token.split(/(?<=\d)-/);
      return {
        region: region ?? token,
        zones: letters === undefined ? [] : letters.split(',').map((z) => `${region ?? ''}-${z}`),
      };
    });
}

