import { findAssetRef, isPerpKind, type VenueId } from '../../domain/index.ts';
import type { NumberedMarket } from '../../history/tape/contract/tape-writer.ts';

/** Books to record: all, none, or those of the assets alone, by canonical id in lower case. */
export type BookChoice = 'all' | 'off' | ReadonlySet<string>;

/** A market that the tape has met. */
export interface TapedMarket {
  readonly number: number;
  readonly asset: string;
  readonly venue: VenueId;
  readonly sendsChanges: boolean;
  /** Whether its book is recorded: it is chosen, and among the largest. */
  isRecorded: boolean;
  /** Whether its book is stored once a minute. */
  isSampled: boolean;
  /** Whether the tape has its book, as far as this thread knows. */
  isLive: boolean;
  /** Whether an event was about it since markets were last looked through for those that may be forgotten. */
  isUsed: boolean;
}

/** Numbers of markets, by which threads name them to each other, and what is decided about them. */
export class TapeMarkets {
  readonly #isChosen: (asset: string) => boolean;
  readonly #sendsChanges: (venue: VenueId) => boolean;
  readonly #byAsset = new Map<string, TapedMarket>();
  readonly #byNumber = new Map<number, TapedMarket>();
  /** Markets that have not been named to the other thread. */
  #unnamed: TapedMarket[] = [];
  /** Numbers of forgotten markets: those that the other thread still has to be told, those that it knows, and those that are free. */
  #forgotten: number[] = [];
  readonly #leaving = new Set<number>();
  readonly #free: number[] = [];

  constructor(choice: BookChoice, sendsChanges: (venue: VenueId) => boolean) {
    this.#isChosen = (asset) => choice === 'all' || (choice !== 'off' && choice.has(asset.toLowerCase()));
    this.#sendsChanges = sendsChanges;
  }

  /** A market by its canonical id, which gets a number when it is met first. @throws {RangeError} for a text that is no asset. */
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
      isUsed: true,
    };
    this.#byAsset.set(asset, market);
    this.#byNumber.set(market.number, market);
    this.#unnamed.push(market);
    return market;
  }

  /** Whether the book of a market that is chosen is not recorded: larger ones take all places. */
  isLeftOut(asset: string): boolean {
    return this.#byAsset.get(asset)?.isRecorded === false && this.#isChosen(asset);
  }

  /** Number of a market by its canonical id; null: it was not met. */
  findNumber(asset: string): number | null {
    return this.#byAsset.get(asset)?.number ?? null;
  }

  getByNumber(number: number): TapedMarket | undefined {
    return this.#byNumber.get(number);
  }

  /**
   * Forgets markets that no event was about since the last call, unless they are needed: else each short window of a year
   * would stay in memory.
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

  /** Numbers of markets that were forgotten since the last call. */
  takeForgotten(): number[] {
    const forgotten = this.#forgotten;
    this.#forgotten = [];
    return forgotten;
  }

  /** The other thread has forgotten these numbers too: other markets may have them. */
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

  /** Markets that were met since the last call. */
  takeUnnamed(): NumberedMarket[] {
    const unnamed = this.#unnamed;
    this.#unnamed = [];
    return unnamed.map((market) => this.#toNumbered(market));
  }

  /** The other thread has begun again: it knows no number. */
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
