import { type AssetRef, KIND_TRAITS } from './asset.ts';
import { type BinaryState, FACTS, type MarketState, type MarketTerms } from './market-state.ts';
import { areSameSettling, type SettlingTerms } from './settling-terms.ts';
import { NO_NAMES, type SideFacts, type SideNames } from './side-names.ts';
import type { EpochMs } from './time.ts';

/**
 * Facts of a market, apart from prices, volumes and its trading status. The names of its sides are the last ones while
 * it was listed; those of perpetuals are null.
 */
export interface MarketFacts extends AssetRef, SideNames {
  /** Question of a binary market, coin of a perpetual. */
  readonly title: string;
  readonly eventKey: string | null;
  /** Title of the event; null without one. */
  readonly event: string | null;
  readonly category: string | null;
  /** Labels of the Yes and the No outcome; null for perpetuals. */
  readonly outcomes: readonly [yes: string, no: string] | null;
  /** Terms of the market; null for perpetuals. */
  readonly terms: MarketTerms | null;
  /** Terms by which the market settles; null unless the venue names a price source, or a coin with a strike. */
  readonly settling: SettlingTerms | null;
  /** Places where the venue states each member of `settling`; null without it, and for markets imported from a tree. */
  readonly statedBy: Readonly<Record<string, string>> | null;
  /** End of trading; null when the venue states none. */
  readonly closesAt: EpochMs | null;
  /** Time at which the question is to be decided; null when the venue states none. */
  readonly endsAt: EpochMs | null;
  /** The venue's own ids by name: `conditionId`, `ticker`, `coin`. */
  readonly nativeIds: Readonly<Record<string, string>>;
  /** Address of the market's page at the venue. */
  readonly url: string | null;
}

/** Selects the facts of a market for the register. A perpetual has only its title, ids and address. */
export function readFacts(market: MarketState): MarketFacts {
  const { asset, kind, venue, storeKey } = market.ref;
  const ref = { asset, kind, venue, storeKey };
  const nativeIds = market.nativeIds ?? {};
  if (market.kind === 'perp') {
    const { coin } = market.ticker;
    const { tradePage } = KIND_TRAITS[kind];
    const url = tradePage === undefined ? null : tradePage + coin;
    return { ...ref, ...NOTHING_ASKED, title: coin, nativeIds, url };
  }
  const { ticker, terms, settling } = market;
  return {
    ...ref,
    title: ticker.title,
    eventKey: ticker.eventKey,
    event: ticker.eventTitle,
    category: ticker.category,
    outcomes: ticker.outcomes,
    yesMeans: ticker.yesMeans,
    noMeans: ticker.noMeans,
    terms,
    settling: settling?.terms ?? null,
    statedBy: settling?.statedBy ?? null,
    closesAt: ticker.closeTime,
    endsAt: ticker.endDate,
    nativeIds,
    url: ticker.venueNativeUrl,
  };
}

const NOTHING_ASKED = {
  ...NO_NAMES,
  eventKey: null,
  event: null,
  category: null,
  outcomes: null,
  terms: null,
  settling: null,
  statedBy: null,
  closesAt: null,
  endsAt: null,
} as const;

/** Selects the facts of a state from which its sides are named. */
export function readSideFacts({ ticker, terms }: BinaryState): SideFacts {
  const { asset, title, eventTitle, outcomes } = ticker;
  const { answer, sides } = terms;
  return { asset, title, eventTitle, outcomes, answer, ...(sides === undefined ? {} : { sides }) };
}

/** Whether two states of one market have equal facts and rules. Prices, volumes and the status do not count. */
export function haveSameFacts(one: MarketState, two: MarketState): boolean {
  if (one === two || (one[FACTS] !== undefined && one[FACTS] === two[FACTS])) return true;
  if (one.ref.asset !== two.ref.asset || one.ref.kind !== two.ref.kind) return false;
  if (!areSameIds(one.nativeIds, two.nativeIds)) return false;
  if (one.kind === 'perp' || two.kind === 'perp') {
    return one.kind === 'perp' && two.kind === 'perp' && one.ticker.coin === two.ticker.coin;
  }
  const [a, b] = [one.ticker, two.ticker];
  return (
    a.title === b.title &&
    a.eventKey === b.eventKey &&
    a.eventTitle === b.eventTitle &&
    a.category === b.category &&
    a.outcomes[0] === b.outcomes[0] &&
    a.outcomes[1] === b.outcomes[1] &&
    a.yesMeans === b.yesMeans &&
    a.noMeans === b.noMeans &&
    a.closeTime === b.closeTime &&
    a.endDate === b.endDate &&
    a.venueNativeUrl === b.venueNativeUrl &&
    one.rules === two.rules &&
    haveSameTerms(one, two) &&
    areSameSettling(one.settling ?? null, two.settling ?? null)
  );
}

/** Whether two states of one market state the same terms. */
export function haveSameTerms({ terms: a }: BinaryState, { terms: b }: BinaryState): boolean {
  return (
    a === b ||
    (a.strike === b.strike &&
      a.strikeHigh === b.strikeHigh &&
      a.direction === b.direction &&
      a.isStrikeIncluded === b.isStrikeIncluded &&
      a.underlying === b.underlying &&
      a.settlementSource === b.settlementSource &&
      a.answer === b.answer &&
      a.eventSubtitle === b.eventSubtitle &&
      a.series === b.series &&
      a.contestKind === b.contestKind &&
      a.sides?.[0] === b.sides?.[0] &&
      a.sides?.[1] === b.sides?.[1] &&
      a.startsAt === b.startsAt &&
      a.mirrorOf?.key === b.mirrorOf?.key)
  );
}

/**
 * Whether a state has less information about the same market than another, because its event was not read this time.
 * That is no change of the market.
 */
export function isLessRead(
  said: Pick<MarketFacts, 'eventKey' | 'event'>,
  known: Pick<MarketFacts, 'eventKey' | 'event'>,
): boolean {
  return said.event === null && known.event !== null && said.eventKey === known.eventKey;
}

type Ids = MarketState['nativeIds'];

function areSameIds(one: Ids, two: Ids): boolean {
  if (one === two) return true;
  if (one === undefined || two === undefined) return false;
  let more = 0;
  for (const name in one) {
    if (one[name] !== two[name]) return false;
    more++;
  }
  for (const _ in two) more--;
  return more === 0;
}
