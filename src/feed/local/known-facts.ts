import {
  type AssetRef,
  type BinaryTicker,
  FACTS,
  haveSameFacts,
  type MarketState,
  type MarketTerms,
  type VenuePoll,
} from '../../domain/index.ts';
import { Slices } from '../../scheduling/slices.ts';

interface KnownMarket {
  state: MarketState;
  facts: object;
  /** Index of the market in the last poll. */
  position: number;
}

/** The longest comparison between two turns of the event loop. */
const SLICE_MS = 2;

/**
 * Compares the facts of a venue's markets with those of the poll before, once for all readers: states of equal facts
 * have the same {@link FACTS}, so that recorder and links need not look at their texts again.
 */
export class KnownFacts {
  readonly #known = new Map<string, KnownMarket>();
  /** Markets in the order of the last poll, which the next one mostly keeps: looking there saves hashing a fresh key. */
  #order: readonly KnownMarket[] = [];

  /** Marks the states of a poll that no caller has seen yet: copies would cost as much as the comparison. */
  async mark({ markets }: VenuePoll): Promise<void> {
    const slices = new Slices({ sliceMs: SLICE_MS });
    const order: KnownMarket[] = [];
    let next = 0;
    for (const market of markets) {
      const { storeKey } = market.ref;
      const expected = this.#order[next];
      let known = expected?.state.ref.storeKey === storeKey ? expected : this.#known.get(storeKey);
      if (known === undefined) {
        known = { state: market, facts: {}, position: order.length };
        this.#known.set(storeKey, known);
      } else {
        next = known.position + 1;
        if (haveSameFacts(known.state, market)) shareTexts(known.state, market);
        else known.facts = {};
        known.state = market;
        known.position = order.length;
      }
      order.push(known);
      setFacts(market, known.facts);
      if (slices.isDue()) await slices.pause();
    }
    this.#order = order;
    if (this.#known.size > markets.length) this.#forgetLeft(markets);
  }

  #forgetLeft(markets: readonly MarketState[]): void {
    const listed = new Set(markets.map(({ ref }) => ref.storeKey));
    for (const storeKey of this.#known.keys()) if (!listed.has(storeKey)) this.#known.delete(storeKey);
  }
}

function setFacts(market: { [FACTS]?: object }, facts: object): void {
  market[FACTS] = facts;
}

type Mutable<T> = { -readonly [Member in keyof T]: T[Member] };

/** Members of a fresh state that name the market; those of perpetuals and of binaries alike. */
interface NamingMembers {
  ref: AssetRef;
  nativeIds?: Readonly<Record<string, string>>;
  rules?: string | null;
  terms?: MarketTerms;
}

/**
 * Gives a fresh state the equal texts of the state before, so that recorder, links and feed, whose states may be of different
 * polls, hold each text once, and those that were just read die young.
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
