import {
  type AssetRef,
  type BinaryTicker,
  FACTS,
  findThreshold,
  haveSameFacts,
  type MarketState,
  type MarketTerms,
  NO_NAMES,
  nameSides,
  readSideFacts,
  type SideNames,
  type Threshold,
  type VenuePoll,
} from '../../domain/index.ts';
import { Slices } from '../../scheduling/slices.ts';

interface KnownMarket {
  state: MarketState;
  facts: object;
  sides: SideNames;
  threshold: Threshold | null;
  /** Index of the market in the last poll. */
  position: number;
}

/** Longest time of a comparison without a pause for other work. */
const SLICE_MS = 2;

/**
 * Compares the facts of a venue's markets with those of the last poll, once for all readers. States with equal facts
 * share the same {@link FACTS}, so that recorder and links need not compare texts again. Names the sides of an event's
 * markets when one of them comes, changes or leaves.
 */
export class KnownFacts {
  readonly #known = new Map<string, KnownMarket>();
  /**
   * Markets in the order of the last poll, which the next one mostly repeats. A look-up by position saves hashing a new
   * key.
   */
  #order: readonly KnownMarket[] = [];

  /** Marks the states of a new poll in place, because copies would cost as much as the comparison. */
  async mark(poll: VenuePoll): Promise<void> {
    const { markets } = poll;
    const slices = new Slices({ sliceMs: SLICE_MS });
    const order: KnownMarket[] = [];
    /** Events with a market that came, changed or left. */
    const changed = new Set<string>();
    const noteChange = (known: KnownMarket) => {
      const event = findEvent(known.state);
      if (event !== null) changed.add(event);
      else if (known.state.kind === 'binary') nameMembers([known], true);
    };
    let next = 0;
    for (const market of markets) {
      const { storeKey } = market.ref;
      const expected = this.#order[next];
      let known = expected?.state.ref.storeKey === storeKey ? expected : this.#known.get(storeKey);
      if (known === undefined) {
        const threshold = readThreshold(market);
        known = { state: market, facts: {}, sides: NO_NAMES, threshold, position: order.length };
        this.#known.set(storeKey, known);
        noteChange(known);
      } else {
        next = known.position + 1;
        setSides(market, known.sides);
        const before = known.state;
        known.state = market;
        known.position = order.length;
        if (haveSameFacts(before, market)) {
          shareTexts(before, market);
          if (!haveSameStanding(before, market)) known.facts = {};
        } else {
          known.facts = {};
          known.threshold = readThreshold(market);
          const left = findEvent(before);
          if (left !== null) changed.add(left);
          noteChange(known);
        }
      }
      order.push(known);
      setThreshold(market, known.threshold);
      setFacts(market, known.facts);
      if (slices.isDue()) await slices.pause();
    }
    this.#order = order;
    if (this.#known.size > markets.length) this.#forgetLeft(markets, changed);
    if (changed.size === 0) return;
    const isCut = (event: string) => poll.isEventCut?.(event) ?? poll.isCutAtLimit === true;
    const members = Map.groupBy(this.#known.values(), ({ state }) => {
      const event = findEvent(state);
      return event !== null && changed.has(event) ? event : null;
    });
    for (const [event, some] of members) {
      if (event !== null) nameMembers(some, !isCut(event));
      if (slices.isDue()) await slices.pause();
    }
  }

  #forgetLeft(markets: readonly MarketState[], changed: Set<string>): void {
    const listed = new Set(markets.map(({ ref }) => ref.storeKey));
    for (const [storeKey, { state }] of this.#known) {
      if (listed.has(storeKey)) continue;
      this.#known.delete(storeKey);
      const event = findEvent(state);
      if (event !== null) changed.add(event);
    }
  }
}

/** Whether what a venue states besides the facts is equal: the kind of the event, and whether the market has settled. */
function haveSameStanding(one: MarketState, two: MarketState): boolean {
  if (one.kind === 'perp' || two.kind === 'perp') return true;
  const [a, b] = [one.ticker, two.ticker];
  return (
    a.exclusive === b.exclusive &&
    a.exhaustive === b.exhaustive &&
    (a.status === 'resolved') === (b.status === 'resolved')
  );
}

function findEvent(state: MarketState): string | null {
  return state.kind === 'binary' ? state.ticker.eventKey : null;
}

/** Names the sides of the markets of one event. Markets whose names change get new facts. */
function nameMembers(members: readonly KnownMarket[], isWhole: boolean): void {
  const facts = members.flatMap(({ state }) => (state.kind === 'binary' ? [readSideFacts(state)] : []));
  const names = nameSides(facts, isWhole);
  for (const [i, known] of members.entries()) {
    const sides = names[i]!;
    if (sides.yesMeans === known.sides.yesMeans && sides.noMeans === known.sides.noMeans) continue;
    known.sides = sides;
    known.facts = {};
    setSides(known.state, sides);
    setFacts(known.state, known.facts);
  }
}

/** Sets the side names of a state that no caller has seen yet. */
function setSides(market: MarketState, { yesMeans, noMeans }: SideNames): void {
  if (market.kind === 'perp') return;
  const ticker: Mutable<BinaryTicker> = market.ticker;
  ticker.yesMeans = yesMeans;
  ticker.noMeans = noMeans;
}

const readThreshold = (market: MarketState): Threshold | null =>
  market.kind === 'binary' ? findThreshold(market.terms) : null;

/** Sets the threshold of a state that no caller has seen yet. */
function setThreshold(market: MarketState, threshold: Threshold | null): void {
  if (market.kind === 'perp' || threshold === null) return;
  const ticker: Mutable<BinaryTicker> = market.ticker;
  ticker.threshold = threshold;
}

function setFacts(market: { [FACTS]?: object }, facts: object): void {
  market[FACTS] = facts;
}

type Mutable<T> = { -readonly [Member in keyof T]: T[Member] };

/** Naming members that the states of perpetuals and of binaries share. */
interface NamingMembers {
  ref: AssetRef;
  nativeIds?: Readonly<Record<string, string>>;
  rules?: string | null;
  terms?: MarketTerms;
}

/**
 * Gives a new state the equal texts of the earlier state. Recorder, links and feed, whose states may be of different
 * polls, then hold each text once, and the new texts are released soon.
 */
function shareTexts(before: MarketState, market: MarketState): void {
  if (market === before) return;
  const fresh: NamingMembers = market;
  fresh.ref = before.ref;
  if (before.nativeIds !== undefined) fresh.nativeIds = before.nativeIds;
  if (market.kind === 'perp' || before.kind === 'perp') return;
  fresh.rules = before.rules;
  fresh.terms = before.terms;
  const ticker: Mutable<BinaryTicker> = market.ticker;
  const known = before.ticker;
  if (ticker.venueId === known.venueId) ticker.venueId = known.venueId;
  ticker.asset = known.asset;
  ticker.title = known.title;
  ticker.eventTitle = known.eventTitle;
  ticker.eventKey = known.eventKey;
  ticker.category = known.category;
  ticker.outcomes = known.outcomes;
  ticker.venueNativeUrl = known.venueNativeUrl;
}
