import { findAssetRef, isPerpKind, type VenueId } from '../../domain/index.ts';
import type { NumberedMarket } from '../../history/tape/contract/tape-writer.ts';

/** Books to record: all, none, or those of the listed assets only, by canonical id in lower case. */
export type BookChoice = 'all' | 'off' | ReadonlySet<string>;

/** A market of which the tape has received an event. */
export interface TapedMarket {
  readonly number: number;
  readonly asset: string;
  readonly venue: VenueId;
  readonly sendsChanges: boolean;
  /** Whether the book is recorded: it is chosen, and among the largest. */
  isRecorded: boolean;
  /** Whether the book is stored once a minute. */
  isSampled: boolean;
  /** Whether the tape has the book, as far as this thread knows. */
  isLive: boolean;
  /** Whether the venue streams the book, which is known from the first event about it. */
  hasBook: boolean;
  /** Whether there was an event about the market since the last search for unused markets. */
  isUsed: boolean;
}

/** Numbers of markets, which threads use in their messages, and the decisions about these markets. */
export class TapeMarkets {
  readonly #isChosen: (asset: string) => boolean;
  readonly #sendsChanges: (venue: VenueId) => boolean;
  readonly #byAsset = new Map<string, TapedMarket>();
  readonly #byNumber = new Map<number, TapedMarket>();
  /** Markets whose number the other thread does not know yet. */
  #unnamed: TapedMarket[] = [];
  /**
   * Numbers of forgotten markets: those still to be reported to the other thread, those reported, and those that are
   * free.
   */
  #forgotten: number[] = [];
  readonly #leaving = new Set<number>();
  readonly #free: number[] = [];

  constructor(choice: BookChoice, sendsChanges: (venue: VenueId) => boolean) {
    this.#isChosen = (asset) => choice === 'all' || (choice !== 'off' && choice.has(asset.toLowerCase()));
    this.#sendsChanges = sendsChanges;
  }

  /**
   * Returns a market by its canonical id, with a new number for a new one.
   *
   * @throws {RangeError} for a text that is not an asset id.
   */
  get(asset: string): TapedMarket {
    const known = this.#byAsset.get(asset);
    if (known !== undefined) {
      known.isUsed = true;
      return known;
    }
    const ref = findAssetRef(asset);
    if (ref === null) throw new RangeError(`${asset} is no asset`);
    const market: TapedMarket = {
      number: this.#free.pop() ?? this.#byNumber.size + this.#leaving.size,
      asset,
      venue: ref.venue,
      sendsChanges: this.#sendsChanges(ref.venue),
      isRecorded: this.#isChosen(asset),
      isSampled: false,
      isLive: false,
      hasBook: false,
      isUsed: true,
    };
    this.#byAsset.set(asset, market);
    this.#byNumber.set(market.number, market);
    this.#unnamed.push(market);
    return market;
  }

  /** Whether the book of a chosen market is not recorded, because larger markets use all the allowed number. */
  isLeftOut(asset: string): boolean {
    return this.#byAsset.get(asset)?.isRecorded === false && this.#isChosen(asset);
  }

  /** Finds the number of a market by its canonical id; null: the market is unknown. */
  findNumber(asset: string): number | null {
    return this.#byAsset.get(asset)?.number ?? null;
  }

  get size(): number {
    return this.#byNumber.size;
  }

  getByNumber(number: number): TapedMarket | undefined {
    return this.#byNumber.get(number);
  }

  /**
   * Forgets markets without an event since the last call, unless they are needed. Otherwise every short-lived market of
   * a year would stay in memory.
   */
  forgetUnused(isNeeded: (market: TapedMarket) => boolean): TapedMarket[] {
    const forgotten: TapedMarket[] = [];
    for (const market of this.#byNumber.values()) {
      if (market.isUsed || market.isLive || isNeeded(market)) market.isUsed = false;
      else forgotten.push(market);
    }
    for (const { asset, number } of forgotten) {
      this.#byAsset.delete(asset);
      this.#byNumber.delete(number);
      this.#leaving.add(number);
      this.#forgotten.push(number);
    }
    return forgotten;
  }

  /** Takes the numbers of markets that were forgotten since the last call. */
  takeForgotten(): number[] {
    const forgotten = this.#forgotten;
    this.#forgotten = [];
    return forgotten;
  }

  /** Frees numbers that the other thread has forgotten too, so that other markets may get them. */
  free(numbers: readonly number[]): void {
    for (const number of numbers) if (this.#leaving.delete(number)) this.#free.push(number);
  }

  isChosen(asset: string): boolean {
    return this.#isChosen(asset);
  }

  *all(): Generator<TapedMarket> {
    yield* this.#byNumber.values();
  }

  *live(): Generator<TapedMarket> {
    for (const market of this.#byNumber.values()) if (market.isLive) yield market;
  }

  /** Takes the markets that are new since the last call. */
  takeUnnamed(): NumberedMarket[] {
    const unnamed = this.#unnamed;
    this.#unnamed = [];
    return unnamed.map((market) => this.#toNumbered(market));
  }

  /** Marks all markets as unknown to the other thread, because it has restarted. */
  forgetNames(): void {
    this.#unnamed = [...this.#byNumber.values()];
    this.#forgotten = [];
    this.free([...this.#leaving]);
  }

  #toNumbered({ number, asset, venue, sendsChanges }: TapedMarket): NumberedMarket {
    const ref = findAssetRef(asset);
    if (ref === null) throw new RangeError(`${asset} is no asset`);
    const { storeKey, kind } = ref;
    return {
      number,
      asset,
      venue,
      storeKey,
      sendsChanges,
      isBinary: !isPerpKind(kind),
    };
  }
}
