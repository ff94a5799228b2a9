import type { ArbitrageLeg } from '../../analytics/arbitrage/arbitrage.ts';
import type {
  ArbitrageGroup,
  BinaryLegQuote,
  OutcomeLegQuote,
} from '../../analytics/arbitrage/best-orders.ts';
import { type BinaryState, findComplement, type MarketState, type PerpState } from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import type { GroupMember } from '../../links/graph/groups.ts';

/** The methods of the link index that arbitrage needs. `LinkIndex` implements them. */
export interface LinkedGroups {
  group(asset: string): readonly GroupMember[];
  listGroups(): readonly (readonly GroupMember[])[];
}

/** Groups for the simulator, with the function that converts their legs back to orders. */
export interface OpportunitySets {
  readonly groups: readonly ArbitrageGroup[];
  /** Converts a leg of a group to an order on the asset's own sides. */
  order(groupId: string, leg: ArbitrageLeg): ArbitrageLeg;
}

/**
 * Combines the newest tickers into sets of orders with a fixed total payoff: Yes against No across the venues of a link
 * group, one Yes of every outcome of a complete event, and each perpetual against its oracle price.
 *
 * A market that is linked as opposite takes part with exchanged sides. Its No is the Yes of the group.
 */
export function buildOpportunitySets(feed: Feed, links: LinkedGroups): OpportunitySets {
  const flipped = new Set<string>();
  const groups: ArbitrageGroup[] = [];
  for (const members of links.listGroups()) addYesNo(feed, members, groups, flipped);
  addCompleteSets(feed, links, groups, flipped);
  for (const perp of listMarkets(feed).filter((market) => market.kind === 'perp'))
    groups.push(toBasisGroup(feed, perp));
  return {
    groups,
    order: (groupId, leg) =>
      flipped.has(`${groupId} ${leg.asset}`) ? { ...leg, side: otherSide(leg.side) } : leg,
  };
}

function addYesNo(
  feed: Feed,
  members: readonly GroupMember[],
  groups: ArbitrageGroup[],
  flipped: Set<string>,
): void {
  const id = `yes-no:${members[0]?.asset}`;
  const legs: BinaryLegQuote[] = [];
  for (const { asset, polarity } of members) {
    const state = openBinary(feed, asset);
    if (state === null) continue;
    legs.push(toLeg(feed, state, polarity));
    if (polarity === -1) flipped.add(`${id} ${asset}`);
  }
  if (new Set(legs.map(({ venue }) => venue)).size > 1) groups.push({ id, type: 'yes-no', legs });
}

/**
 * Adds one set per event. Two venues with the same event share one set, because outcomes are identified by the link
 * groups of their markets.
 */
function addCompleteSets(
  feed: Feed,
  links: LinkedGroups,
  groups: ArbitrageGroup[],
  flipped: Set<string>,
): void {
  const seen = new Set<string>();
  for (const [event, markets] of completeEvents(feed)) {
    const members = markets.map((market) => links.group(market.ref.asset));
    const identity = members
      .map((group) => group.map(({ asset }) => asset).sort()[0])
      .sort()
      .join(' ');
    if (seen.has(identity)) continue;
    seen.add(identity);

    const id = `set:${event}`;
    const legs: OutcomeLegQuote[] = [];
    markets.forEach((market, index) => {
      for (const { asset, polarity } of members[index] ?? []) {
        const state = openBinary(feed, asset);
        if (state === null || isOwnSibling(state, market)) continue;
        legs.push({ ...toLeg(feed, state, polarity), outcome: market.ref.asset });
        if (polarity === -1) flipped.add(`${id} ${asset}`);
      }
    });
    groups.push({ id, type: 'complete-set', outcomes: markets.map(({ ref }) => ref.asset), legs });
  }
}

/**
 * Whether two markets are the two sides of one event. Together they would be Yes of one outcome and No of the other
 * under the same name.
 */
function isOwnSibling(state: BinaryState, market: BinaryState): boolean {
  return state.ref.asset !== market.ref.asset && state.ref.venue === market.ref.venue;
}

/** Finds the events with only open markets whose tickers all state that the outcomes are exclusive and complete. */
function completeEvents(feed: Feed): Map<string, readonly BinaryState[]> {
  const events = new Map<string, BinaryState[]>();
  for (const market of listMarkets(feed)) {
    if (market.kind !== 'binary' || market.ticker.eventKey === null) continue;
    const key = `${market.ref.venue}:${market.ticker.eventKey}`;
    const list = events.get(key);
    if (list === undefined) events.set(key, [market]);
    else list.push(market);
  }
  for (const [key, markets] of events) {
    const isComplete = markets.every(
      ({ ticker }) => ticker.exclusive === true && ticker.exhaustive === true && ticker.status === 'open',
    );
    if (!isComplete || markets.length < 2) events.delete(key);
  }
  return events;
}

/** Builds the quote of a market in terms of its group. For an opposite market, Yes and No are exchanged. */
function toLeg(feed: Feed, { ref, ticker }: BinaryState, polarity: 1 | -1): BinaryLegQuote {
  const { asset, venue } = ref;
  const isStale = feed.isStale(venue);
  const { yesBid, yesAsk, noAsk } = ticker;
  if (polarity === 1) return { venue, asset, yesBid, yesAsk, noAsk, isStale };
  const cheapestNo = cheaper(noAsk, findComplement(yesBid));
  return { venue, asset, yesBid: null, yesAsk: cheapestNo, noAsk: yesAsk, isStale };
}

function cheaper(a: number | null, b: number | null): number | null {
  const prices = [a, b].filter((price) => price !== null && price > 0) as number[];
  return prices.length === 0 ? null : Math.min(...prices);
}

function toBasisGroup(feed: Feed, { ref, ticker }: PerpState): ArbitrageGroup {
  const { asset, venue } = ref;
  const leg = { venue, asset, mark: ticker.markPx, oracle: ticker.oraclePx, isStale: feed.isStale(venue) };
  return { id: `basis:${asset}`, type: 'perp-basis', legs: [leg] };
}

function openBinary(feed: Feed, asset: string): BinaryState | null {
  const state = feed.find(asset);
  return state?.kind === 'binary' && state.ticker.status === 'open' ? state : null;
}

function listMarkets(feed: Feed): readonly MarketState[] {
  return feed.venues.flatMap((venue) => feed.snapshot(venue)?.markets ?? []);
}

function otherSide(side: ArbitrageLeg['side']): ArbitrageLeg['side'] {
  if (side === 'yes') return 'no';
  return side === 'no' ? 'yes' : side;
}
