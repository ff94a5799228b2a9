import type { ArbitrageLeg } from '../../analytics/arbitrage/arbitrage.ts';
import type {
  ArbitrageGroup,
  BinaryLegQuote,
  OutcomeLegQuote,
} from '../../analytics/arbitrage/best-orders.ts';
import { type BinaryState, findComplement, type MarketState, type PerpState } from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import type { GroupMember } from '../../links/graph/groups.ts';

/** The part of the links that arbitrage needs; `LinkIndex` is one. */
export interface LinkedGroups {
  group(asset: string): readonly GroupMember[];
  listGroups(): readonly (readonly GroupMember[])[];
}

/** The groups of the simulator, and what is needed to read its legs back as orders. */
export interface OpportunitySets {
  readonly groups: readonly ArbitrageGroup[];
  /** The order that a leg of a group stands for, on the asset's own sides. */
  order(groupId: string, leg: ArbitrageLeg): ArbitrageLeg;
}

/**
 * Joins the newest tickers to sets of orders that pay a fixed amount together: Yes against No over the venues
 * of a link group, one Yes of every outcome of a complete event, and each perpetual against its oracle.
 *
 * A market linked as opposite takes part with its sides exchanged: its No is the group's Yes.
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

/** The same event on two venues makes one set: its outcomes are distinguished by the link groups of its markets. */
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
 * Whether two markets are the two sides of one event: together they would be Yes of one outcome and No of the other
 * under one name.
 */
function isOwnSibling(state: BinaryState, market: BinaryState): boolean {
  return state.ref.asset !== market.ref.asset && state.ref.venue === market.ref.venue;
}

/** Events whose every ticker says that its outcomes exclude each other and are complete, all of them open. */
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

/** The quote of a market in terms of its group: an opposite market has Yes and No exchanged. */
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
