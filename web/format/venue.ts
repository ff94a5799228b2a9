import type { VenueId } from '../../client/src/index.ts';

/** A venue as the page that the service sent names it. */
interface Venue {
  readonly id: string;
  readonly title: string;
  readonly kinds: readonly Kind[];
}

interface Kind {
  /** Value of `kind` for `/api/movers`. */
  readonly kind: string;
  readonly unit: PriceUnit;
  /** Prefix of the ids of its assets. */
  readonly idPrefix: string;
  /** Prefix of the store keys of its assets; empty where a venue has one kind alone. */
  readonly keyPrefix: string;
}

/** The unit of prices: US dollars, or the probability of Yes. */
export type PriceUnit = 'usd' | 'probability';

/** Every venue, in the order of the service. The page carries them, so that a new venue needs no line here. */
const VENUES = readVenues();
const KINDS = VENUES.flatMap((venue) => venue.kinds.map((kind) => ({ ...kind, venue: venue.id })))
  // The longest first: `hl-pred-` is tried before `hl-`, which is a part of it.
  .sort((a, b) => b.idPrefix.length - a.idPrefix.length);

/** Ids of all venues. */
export const VENUE_IDS: readonly string[] = VENUES.map(({ id }) => id);

/** Kinds of assets whose prices are of a unit, as a parameter of the API. */
export const kindsIn = (unit: PriceUnit): string =>
  KINDS.filter((kind) => kind.unit === unit)
    .map(({ kind }) => kind)
    .join(',');

/** Finds a venue's entry of an answer; undefined where it has not come, or does not know the venue. */
export function getByVenue<T>(
  byVenue: Readonly<Partial<Record<VenueId, T>>> | undefined,
  venue: string | null,
): T | undefined {
  // An unknown name reads as undefined.
  return byVenue?.[venue as VenueId];
}

/** Finds the title of a venue; its id where the service named none. */
export function venueTitle(venue: string): string {
  return VENUES.find(({ id }) => id === venue)?.title ?? venue;
}

/** Finds the unit of an asset's prices, by its id. */
export function getPriceUnit(asset: string): PriceUnit {
  return findKind(asset)?.unit ?? 'probability';
}

/** Finds the venue of an asset by its id; null when this version does not know its prefix. */
export function findVenue(asset: string): string | null {
  return findKind(asset)?.venue ?? null;
}

/**
 * Converts a store key, `perp-btc`, or the name that a venue gives the asset in orders, `BTC`, to the asset's id:
 * `hl-btc`, `hl-BTC`. The API takes ids in any letter case.
 */
export function toAssetId(venue: string, name: string): string {
  const kinds = KINDS.filter((kind) => kind.venue === venue);
  const byKey = kinds.find(({ keyPrefix }) => name.startsWith(keyPrefix));
  if (byKey !== undefined) return byKey.idPrefix + name.slice(byKey.keyPrefix.length);
  // The kind whose ids are a part of the others' comes last: orders name its assets.
  return `${kinds.at(-1)?.idPrefix ?? ''}${name}`;
}

function findKind(asset: string) {
  const id = asset.toLowerCase();
  return KINDS.find(({ idPrefix }) => id.startsWith(idPrefix));
}

function readVenues(): readonly Venue[] {
  return JSON.parse(document.documentElement.dataset.venues ?? '[]') as readonly Venue[];
}
