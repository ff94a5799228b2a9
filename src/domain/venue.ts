import type { AssetClass, PriceUnit } from './asset-class.ts';

/** How the assets of one kind are distinguished from all others, and the meaning of their prices. */
export interface KindIdentity {
  readonly assetClass: AssetClass;
  readonly unit: PriceUnit;
  /** How the asset ids begin, for example `pm-`. */
  readonly idPrefix: string;
  /** How the store keys begin, for example `perp-`; empty where a venue has one kind alone. */
  readonly keyPrefix: string;
  /** How an asset id of the kind looks, for readers. */
  readonly idForm: string;
  /** The web page of an asset without its name. Absent: the venue states the page of each market. */
  readonly tradePage?: string;
}

/**
 * Every venue, in the order in which answers list them: the one line of code that a new venue needs beside its
 * folder in `src/venues`. Ids, kinds, prefixes, parameters, settings and documents follow from it.
 *
 * Ids and kinds are part of stored files and of the API: an entry is never renamed.
 */
export const VENUE_LIST = {
  hyperliquid: {
    title: 'Hyperliquid',
    kinds: {
      'hl-perp': {
        assetClass: 'perp',
        unit: 'usd',
        idPrefix: 'hl-',
        idForm: 'hl-BTC',
        keyPrefix: 'perp-',
        tradePage: 'https://app.hyperliquid.xyz/trade/',
      },
      'hl-pred': {
        assetClass: 'pred',
        unit: 'probability',
        idPrefix: 'hl-pred-',
        idForm: 'hl-pred-...',
        keyPrefix: 'pred-',
      },
    },
  },
  polymarket: binaryVenue('Polymarket', 'pm'),
  kalshi: binaryVenue('Kalshi', 'kalshi', 'ticker'),
  limitless: binaryVenue('Limitless', 'limitless'),
} as const satisfies Readonly<
  Record<string, { readonly title: string; readonly kinds: Readonly<Record<string, KindIdentity>> }>
>;

export type VenueId = keyof typeof VENUE_LIST;

/** The ids of {@link VENUE_LIST} in its order. */
export const VENUES = Object.keys(VENUE_LIST) as unknown as readonly [VenueId, ...VenueId[]];

/** The names of all venues in a sentence: `A, B and C`. */
export const VENUE_TITLES = joinWords(Object.values(VENUE_LIST).map(({ title }) => title));

/** How asset ids look: one form for each kind. */
export const ID_FORMS: readonly string[] = Object.values(VENUE_LIST).flatMap(({ kinds }) =>
  Object.values<KindIdentity>(kinds).map(({ idForm }) => idForm),
);

const known: ReadonlySet<string> = new Set(VENUES);

/** Whether text is the id of a venue, in lower case. */
export function isVenueId(text: string): text is VenueId {
  return known.has(text);
}

/** A venue of binary markets alone: their ids begin with their kind, their store keys are the venue's own names. */
function binaryVenue<Kind extends string>(title: string, kind: Kind, ownName = 'slug') {
  const identity = {
    assetClass: 'binary',
    unit: 'probability',
    idPrefix: `${kind}-`,
    idForm: `${kind}-<${ownName}>`,
    keyPrefix: '',
  } as const;
  return { title, kinds: { [kind]: identity } as Readonly<Record<Kind, typeof identity>> };
}

/** `A, B and C`. */
export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
