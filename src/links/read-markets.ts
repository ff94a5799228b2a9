import {
  areSameSettling,
  type BinaryState,
  FACTS,
  haveSameTerms,
  type MarketState,
} from '../domain/index.ts';
import type { Slices } from '../scheduling/slices.ts';
import type { MarketFeatures } from './reading/features.ts';
import { readFeatures } from './reading/features.ts';
import { ShardedMap } from './sharded-map.ts';
import type { Vocabulary } from './vocabulary/vocabulary.ts';

/** Markets that came, went or were reworded since the last list. */
export interface BoardChanges {
  /** Facts of new and reworded markets. */
  readonly fresh: readonly MarketFeatures[];
  /** Assets that are no longer tracked. */
  readonly gone: readonly string[];
}

interface KnownMarket {
  readonly asset: string;
  state: BinaryState;
  /** Mark of the state by which equal facts are recognised; undefined: none is set. */
  facts: object | undefined;
  features: MarketFeatures;
  /** Number of the last list that contained the market beyond the part that equals the list before. */
  generation: number;
  /** Index of the market in the newest list. */
  position: number;
}

/** Number of markets between two checks of the time. An unchanged market takes less than a microsecond. */
const MARKETS_PER_PAUSE = 128;

type TurnSlices = Pick<Slices, 'isDue' | 'pause'>;
type LoadVocabulary = (slices: TurnSlices) => Vocabulary | Promise<Vocabulary>;

/**
 * The markets of the newest lists with their parsed texts. A market is parsed again only when its texts change.
 *
 * A list mostly repeats the list before in the same order. In that part, a market costs a comparison of its new and its
 * old state, or nothing when both are one object.
 */
export class ReadMarkets {
  readonly #known = new ShardedMap<KnownMarket>();
  /** The newest list, and the known market at each of its positions; null: not tracked. */
  #list: readonly MarketState[] = [];
  #slots: readonly (KnownMarket | null)[] = [];
  #generation = 0;
  #isReadAnew = false;
  #vocabulary: Vocabulary | null = null;
  readonly #loadVocabulary: LoadVocabulary;

  /**
   * Begins without a market.
   *
   * @param loadVocabulary Returns the vocabulary. Called for the first market, because reading the vocabulary would delay
   * the start.
   */
  constructor(loadVocabulary: LoadVocabulary) {
    this.#loadVocabulary = loadVocabulary;
  }

  get size(): number {
    return this.#known.size;
  }

  /** Replaces the vocabulary. The next `take` parses every market again. */
  setVocabulary(vocabulary: Vocabulary): void {
    this.#vocabulary = vocabulary;
    this.#isReadAnew = true;
  }

  find(asset: string): BinaryState | null {
    return this.#known.get(asset)?.state ?? null;
  }

  getFeatures(asset: string): MarketFeatures | null {
    return this.#known.get(asset)?.features ?? null;
  }

  /** Reads the newest list of every venue. The caller must not change the list afterwards. Calls must not overlap. */
  async update(markets: readonly MarketState[], slices: TurnSlices): Promise<BoardChanges> {
    this.#generation += 1;
    if (this.#isReadAnew) this.#clear();
    const equal = await this.#updateEqual(markets, slices);
    const isWhole = equal === markets.length && equal === this.#slots.length;
    const changes = isWhole ? NO_CHANGES : await this.#updateRest(markets, equal, slices);
    this.#list = markets;
    return changes;
  }

  /**
   * Takes the markets up to the first one that differs from the list before in asset or wording.
   *
   * @returns Their number.
   */
  async #updateEqual(markets: readonly MarketState[], slices: TurnSlices): Promise<number> {
    const [list, slots] = [this.#list, this.#slots];
    const most = Math.min(markets.length, list.length);
    for (let position = 0; position < most; position += 1) {
      if (position % MARKETS_PER_PAUSE === 0 && slices.isDue()) await slices.pause();
      const market = markets[position]!;
      const before = list[position]!;
      if (market === before) continue;
      const known = slots[position]!;
      if (!isMarkedAs(known, market)) {
        if (known === null ? isTracked(market) : !isTracked(market) || !isSameMarket(before, market))
          return position;
      }
      if (known !== null) setState(known, market as BinaryState);
    }
    return most;
  }

  async #updateRest(
    markets: readonly MarketState[],
    from: number,
    slices: TurnSlices,
  ): Promise<BoardChanges> {
    const fresh: MarketFeatures[] = [];
    const before = this.#slots;
    const slots = before.slice(0, from);
    let next = from;
    for (let position = from; position < markets.length; position += 1) {
      if (position % MARKETS_PER_PAUSE === 0 && slices.isDue()) await slices.pause();
      const market = markets[position]!;
      const expected = before[next] ?? null;
      const isMarked = isMarkedAs(expected, market);
      if (!isMarked && !isTracked(market)) {
        slots.push(null);
        // An untracked market at the same position of both lists keeps them aligned.
        if (before[next] === null) next += 1;
        continue;
      }
      const state = market as BinaryState;
      const known = isMarked ? expected : this.#findKnown(state.ref.asset, expected);
      const isSeen = known !== null && (known.generation === this.#generation || known.position < from);
      if (known !== null && !isSeen) next = known.position + 1;
      const isSame = isMarked || (known !== null && isSameText(known.state, state));
      if (known === null || !isSame) {
        this.#vocabulary ??= await this.#loadVocabulary(slices);
        const features = readFeatures(state, this.#vocabulary);
        fresh.push(features);
        slots.push(this.#keep(known, state, features));
      } else slots.push(known);
      const kept = slots[position]!;
      setState(kept, state);
      if (!isSeen) {
        kept.generation = this.#generation;
        if (kept.position !== position) kept.position = position;
      }
      if (!isSame && slices.isDue()) await slices.pause();
    }
    const gone = this.#forgetUnseen(from);
    this.#slots = slots;
    return { fresh, gone };
  }

  #findKnown(asset: string, expected: KnownMarket | null): KnownMarket | null {
    return expected?.asset === asset ? expected : (this.#known.get(asset) ?? null);
  }

  #keep(known: KnownMarket | null, state: BinaryState, features: MarketFeatures): KnownMarket {
    if (known !== null) {
      known.features = features;
      return known;
    }
    const { asset } = features;
    const fresh = {
      asset,
      state,
      facts: state[FACTS],
      features,
      generation: this.#generation,
      position: -1,
    };
    this.#known.set(asset, fresh);
    return fresh;
  }

  #clear(): void {
    this.#isReadAnew = false;
    this.#known.clear();
    this.#list = [];
    this.#slots = [];
  }

  /**
   * Forgets the markets that the newest list no longer contains.
   *
   * @param from Length of the part that both lists share.
   * @returns Their assets.
   */
  #forgetUnseen(from: number): string[] {
    const gone: string[] = [];
    for (let position = from; position < this.#slots.length; position += 1) {
      const known = this.#slots[position]!;
      // When a list contains a market twice, the first position counts.
      if (known === null || known.generation === this.#generation || known.position !== position) continue;
      this.#known.delete(known.asset);
      gone.push(known.asset);
    }
    return gone;
  }
}

const NO_CHANGES: BoardChanges = { fresh: [], gone: [] };

function setState(known: KnownMarket, state: BinaryState): void {
  known.state = state;
  known.facts = state[FACTS];
}

/** Whether the new state has the mark of the known one, so that it is tracked and has the same texts. */
function isMarkedAs(known: KnownMarket | null, { [FACTS]: facts }: MarketState): known is KnownMarket {
  return known !== null && facts !== undefined && known.facts === facts;
}

/** Whether the market has a question that is still open. */
function isTracked(market: MarketState): market is BinaryState {
  return market.kind === 'binary' && market.ticker.status !== 'resolved';
}

function isSameMarket(before: MarketState, market: BinaryState): boolean {
  const isOne = before.ref === market.ref || before.ref.asset === market.ref.asset;
  return isOne && before.kind === 'binary' && isSameText(before, market);
}

/** Whether the texts of two states are the same. Prices change with every poll, and texts rarely do. */
function isSameText(a: BinaryState, b: BinaryState): boolean {
  if (a === b || (a[FACTS] !== undefined && a[FACTS] === b[FACTS])) return true;
  const [one, two] = [a.ticker, b.ticker];
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
    haveSameTerms(a, b) &&
    areSameSettling(a.settling ?? null, b.settling ?? null)
  );
}
