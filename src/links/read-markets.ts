import { type BinaryState, FACTS, haveSameTerms, type MarketState } from '../domain/index.ts';
import type { Slices } from '../scheduling/slices.ts';
import type { MarketFeatures } from './reading/features.ts';
import { readFeatures } from './reading/features.ts';
import { ShardedMap } from './sharded-map.ts';
import type { Vocabulary } from './vocabulary/vocabulary.ts';

/** Markets that have come, gone or changed their wording since the last list. */
export interface BoardChanges {
  /** New or reworded. */
  readonly fresh: readonly MarketFeatures[];
  /** Assets that have left. */
  readonly gone: readonly string[];
}

interface KnownMarket {
  state: BinaryState;
  readonly features: MarketFeatures;
  generation: number;
  /** Its position among the markets of the newest list. */
  position: number;
}

/** Looking at a market whose texts are the same takes less than a microsecond. */
const MARKETS_PER_PAUSE = 128;

/** The markets of the newest lists with their parsed texts, each read again only when its texts change. */
export class ReadMarkets {
  readonly #known = new ShardedMap<KnownMarket>();
  /** In the order of the newest list, which the next one mostly keeps: a look at the next one saves a search. */
  #order: readonly KnownMarket[] = [];
  #states: readonly MarketState[] = [];
  /** Counts the lists taken, so that a market that is missing from one is noticed. */
  #generation = 0;
  #vocabulary: Vocabulary;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  get size(): number {
    return this.#known.size;
  }

  /** A changed vocabulary reads every market again at the next `take`. */
  setVocabulary(vocabulary: Vocabulary): void {
    this.#vocabulary = vocabulary;
    this.#known.clear();
    this.#order = [];
    this.#states = [];
  }

  find(asset: string): BinaryState | null {
    return this.#known.get(asset)?.state ?? null;
  }

  getFeatures(asset: string): MarketFeatures | null {
    return this.#known.get(asset)?.features ?? null;
  }

  /** Takes the newest list of every venue. */
  async take(
    markets: readonly MarketState[],
    slices: Pick<Slices, 'isDue' | 'pause'>,
  ): Promise<BoardChanges> {
    const fresh: MarketFeatures[] = [];
    const order: KnownMarket[] = [];
    const states: MarketState[] = [];
    let count = 0;
    let next = 0;
    this.#generation += 1;
    for (let position = 0; position < markets.length; position += 1) {
      if (position % MARKETS_PER_PAUSE === 0 && slices.isDue()) await slices.pause();
      const market = markets[position] as MarketState;
      // A venue that has not polled since: the same object, which needs no look.
      const same = this.#states[next] === market ? this.#order[next] : undefined;
      if (same !== undefined && same.generation !== this.#generation) {
        next += 1;
        count += 1;
        same.generation = this.#generation;
        if (same.position !== order.length) same.position = order.length;
        order.push(same);
        states.push(market);
        continue;
      }
      if (market.kind !== 'binary' || market.ticker.status === 'resolved') continue;
      const { asset } = market.ref;
      const expected = this.#order[next];
      const known = expected?.features.asset === asset ? expected : this.#known.get(asset);
      if (known !== undefined) next = known.position + 1;
      if (known?.generation !== this.#generation) count += 1;
      if (known !== undefined && isSameText(known.state, market)) {
        known.state = market;
        if (known.generation === this.#generation) continue;
        known.generation = this.#generation;
        known.position = order.length;
        order.push(known);
        states.push(market);
        continue;
      }
      const features = readFeatures(market, this.#vocabulary);
      const read = { state: market, features, generation: this.#generation, position: order.length };
      this.#known.set(asset, read);
      order.push(read);
      states.push(market);
      fresh.push(features);
      if (slices.isDue()) await slices.pause();
    }
    this.#order = order;
    this.#states = states;
    const gone = count === this.#known.size ? [] : this.#listUnseen();
    for (const asset of gone) this.#known.delete(asset);
    return { fresh, gone };
  }

  #listUnseen(): string[] {
    return [...this.#known]
      .filter(([, { generation }]) => generation !== this.#generation)
      .map(([asset]) => asset);
  }
}

/** Prices change with every poll; the question hardly ever does. */
function isSameText(a: BinaryState, b: BinaryState): boolean {
  if (a === b) return true;
  const [one, two] = [a.ticker, b.ticker];
  if (a[FACTS] !== undefined && a[FACTS] === b[FACTS]) {
    return one.exclusive === two.exclusive && one.exhaustive === two.exhaustive;
  }
  return (
    one.title === two.title &&
    one.eventTitle === two.eventTitle &&
    one.eventKey === two.eventKey &&
    one.outcomes[0] === two.outcomes[0] &&
    one.outcomes[1] === two.outcomes[1] &&
    one.endDate === two.endDate &&
    one.closeTime === two.closeTime &&
    one.exclusive === two.exclusive &&
    one.exhaustive === two.exhaustive &&
    a.rules === b.rules &&
    haveSameTerms(a, b)
  );
}
