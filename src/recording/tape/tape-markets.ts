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
}

/** Numbers of markets, by which threads name them to each other, and what is decided about them. */
export class TapeMarkets {
  readonly #isChosen: (asset: string) => boolean;
  readonly #sendsChanges: (venue: VenueId) => boolean;
  readonly #byAsset = new Map<string, TapedMarket>();
  readonly #byNumber: TapedMarket[] = [];
  /** Markets from this number on have not been named to the other thread. */
  #named = 0;

  constructor(choice: BookChoice, sendsChanges: (venue: VenueId) => boolean) {
    this.#isChosen = (asset) => choice === 'all' || (choice !== 'off' && choice.has(asset.toLowerCase()));
    this.#sendsChanges = sendsChanges;
  }

  /** A market by its canonical id, which gets a number when it is met first. @throws {RangeError} for a text that is no asset. */
  get(asset: string): TapedMarket {
    const known = this.#byAsset.get(asset);
    if (known !== undefined) return known;
    const ref = findAssetRef(asset);
    if (ref === null) throw new RangeError(`${asset} is no asset`);
    const market: TapedMarket = {
      number: this.#byNumber.length,
      asset,
      venue: ref.venue,
      sendsChanges: this.#sendsChanges(ref.venue),
      isRecorded: this.#isChosen(asset),
      isSampled: false,
      isLive: false,
    };
    this.#byAsset.set(asset, market);
    this.#byNumber.push(market);
    return market;
  }

  getByNumber(number: number): TapedMarket | undefined {
    return this.#byNumber[number];
  }

  isChosen(asset: string): boolean {
    return this.#isChosen(asset);
  }

  *all(): Generator<TapedMarket> {
    yield* this.#byNumber;
  }

  *live(): Generator<TapedMarket> {
    for (const market of this.#byNumber) if (market.isLive) yield market;
  }

  /** Markets that were met since the last call. */
  takeUnnamed(): NumberedMarket[] {
    const unnamed = this.#byNumber.slice(this.#named);
    this.#named = this.#byNumber.length;
    return unnamed.map((market) => this.#toNumbered(market));
  }

  /** The other thread has begun again: it knows no number. */
  forgetNames(): void {
    this.#named = 0;
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
