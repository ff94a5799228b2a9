import type { AssetClass, PriceUnit } from './asset-class.ts';

/** Names that distinguish the assets of one kind from all others, and the meaning of their prices. */
export interface KindIdentity {
  readonly assetClass: AssetClass;
  readonly unit: PriceUnit;
  /** Prefix of asset ids, for example `pm-`. */
  readonly idPrefix: string;
  /** Prefix of store keys, for example `perp-`; empty when the venue has one kind only. */
  readonly keyPrefix: string;
  /** Form of asset ids, for readers. */
  readonly idForm: string;
  /** Address of an asset's web page without the asset's name. Absent: the venue states the page of each market. */
  readonly tradePage?: string;
}

/**
 * Every venue, in the order of answers. A new venue needs one line here, and its folder in `src/venues`. Ids, kinds,
 * prefixes, parameters, settings and documents are derived from this list.
 *
 * Ids and kinds are part of stored files and of the API, so an entry is never renamed.
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

/** Ids of {@link VENUE_LIST} in its order. */
export const VENUES = Object.keys(VENUE_LIST) as unknown as readonly [VenueId, ...VenueId[]];

/** Names of all venues in a sentence: `A, B and C`. */
export const VENUE_TITLES = joinWords(Object.values(VENUE_LIST).map(({ title }) => title));

/** Forms of asset ids, one for each kind. */
export const ID_FORMS: readonly string[] = Object.values(VENUE_LIST).flatMap(({ kinds }) =>
  Object.values<KindIdentity>(kinds).map(({ idForm }) => idForm),
);

const known: ReadonlySet<string> = new Set(VENUES);

/** Whether a text is the id of a venue, in lower case. */
export function isVenueId(text: string): text is VenueId {
  return known.has(text);
}

/**
 * Defines a venue with binary markets only. Its asset ids begin with its kind, and its store keys are the venue's own
 * names.
 */
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

/** Joins words as in a sentence: `A, B and C`. */
export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
