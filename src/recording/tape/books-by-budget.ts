import { type MarketState, MINUTE_MS, SECOND_MS } from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import type { TapeClass, TapeState } from '../../history/tape/contract/tape-writer.ts';
import {
  type BudgetDecision,
  type BudgetedMarket,
  COUNTED_MINUTES,
  chooseBooks,
  decideClasses,
  MAX_BOOKS,
} from './book-budget.ts';
import type { ChangeCounts } from './change-counts.ts';
import type { TapedMarket, TapeMarkets } from './tape-markets.ts';

const DECIDE_EVERY_MS = 5 * MINUTE_MS;
/** Minimum time in ms between two choices of books while too many are recorded, as after a start. */
const CHOOSE_EVERY_MS = SECOND_MS;
const EVERY_CHANGE: TapeClass = 0;
const SAMPLED: TapeClass = 60_000;

export interface BooksByBudgetOptions {
  readonly feed: Pick<Feed, 'find'>;
  readonly markets: TapeMarkets;
  readonly counts: ChangeCounts;
  readonly budgetBytes: number;
  /** Called when a market whose book was recorded is no longer among the largest. */
  readonly onLeft: (market: TapedMarket, nowMs: number) => void;
  /** Called when markets whose books were not recorded are among the largest. */
  readonly onReturned: () => void;
  readonly log: { readonly info: (facts: object, message: string) => void };
  readonly nowMs: number;
}

/** Chooses the markets whose books are recorded, and those among them that are recorded once a minute. */
export class BooksByBudget {
  readonly #options: BooksByBudgetOptions;
  /** Time of the start, from which the first ten minutes are counted. */
  readonly #beganMs: number;
  #step: number;
  #chosenMs = Number.NEGATIVE_INFINITY;
  #changes = new Map<number, TapeClass>();
  #isUsedUp = false;
  #fullMb: number | null = null;

  constructor(options: BooksByBudgetOptions) {
    this.#options = options;
    this.#beganMs = options.nowMs;
    this.#step = toStep(options.nowMs);
  }

  /** Smallest budget in MB per day that would thin nothing; null before the first decision. */
  get fullMb(): number | null {
    return this.#fullMb;
  }

  /** Decides at each full five minutes, and when the bytes of the day are used up. May be called at any time. */
  decideIfDue(nowMs: number, state: TapeState | null): void {
    const usedBytes = state?.bytesToday ?? 0;
    const isUsedUp = usedBytes >= this.#options.budgetBytes;
    const step = toStep(nowMs);
    const isDue = step !== this.#step;
    this.#step = step;
    if (isDue || (this.#areTooMany() && Math.abs(nowMs - this.#chosenMs) >= CHOOSE_EVERY_MS))
      this.#chooseBooks(nowMs);
    const isFirst = nowMs - this.#beganMs < COUNTED_MINUTES * MINUTE_MS;
    if ((isDue && !isFirst) || (isUsedUp && !this.#isUsedUp))
      this.#decide({
        budgetBytes: this.#options.budgetBytes,
        usedBytes,
        bytesPerChange: state?.bytesPerChange ?? null,
      });
    else if (isUsedUp && isDue) this.#sampleNew();
    this.#isUsedUp = isUsedUp;
  }

  /** Takes the classes that were decided since the last call. */
  takeChanges(): { readonly market: number; readonly everyMs: TapeClass }[] {
    if (this.#changes.size === 0) return [];
    const changes = [...this.#changes].map(([market, everyMs]) => ({ market, everyMs }));
    this.#changes = new Map();
    return changes;
  }

  /** Repeats the class of a sampled market for a new thread, which does not know it. */
  repeatClass(market: number): void {
    this.#changes.set(market, SAMPLED);
  }

  #decide(budget: Parameters<typeof decideClasses>[1]): void {
    const { markets, counts, log } = this.#options;
    const recorded: BudgetedMarket[] = [];
    const live: TapedMarket[] = [];
    for (const market of markets.live()) {
      const { asset, isSampled, number } = market;
      recorded.push({ asset, isSampled, changes: counts.get(number), volume24hUsd: this.#findVolume(asset) });
      live.push(market);
    }
    const decision: BudgetDecision = decideClasses(recorded, budget);
    this.#fullMb = decision.fullMb;
    const before = live.filter(({ isSampled }) => isSampled).length;
    for (const market of live) this.#setSampled(market, decision.sampled.has(market.asset));
    const { size } = decision.sampled;
    if (size === before) return;
    const facts = { sampled: size, books: live.length, fullMb: decision.fullMb };
    log.info(
      facts,
      size === 0
        ? 'every change of every book is recorded'
        : `${size} of ${live.length} books are recorded once a minute; CROSSTAPE_BOOK_MB_PER_DAY=${decision.fullMb} would record every change`,
    );
  }

  /** Samples the books that began after the bytes of the day were used up. */
  #sampleNew(): void {
    for (const market of this.#options.markets.live()) if (!market.isSampled) this.#setSampled(market, true);
  }

  #setSampled(market: TapedMarket, isSampled: boolean): void {
    if (market.isSampled === isSampled) return;
    market.isSampled = isSampled;
    this.#changes.set(market.number, isSampled ? SAMPLED : EVERY_CHANGE);
  }

  /** Whether more books are recorded than allowed. Each new book is recorded until the next choice. */
  #areTooMany(): boolean {
    const { markets } = this.#options;
    if (markets.size <= MAX_BOOKS) return false;
    let live = 0;
    for (const _ of markets.live()) live++;
    return live > MAX_BOOKS;
  }

  #chooseBooks(nowMs: number): void {
    const { markets, onLeft, onReturned } = this.#options;
    this.#chosenMs = nowMs;
    // Markets whose venue streams only trades are not counted.
    const wanted = [...markets.all()].filter(
      ({ asset, isLive, hasBook }) =>
        hasBook && markets.isChosen(asset) && (isLive || this.#options.feed.find(asset) !== null),
    );
    if (wanted.length <= MAX_BOOKS && wanted.every(({ isRecorded }) => isRecorded)) return;
    const chosen = chooseBooks(wanted.map(({ asset }) => ({ asset, volume24hUsd: this.#findVolume(asset) })));
    let hasReturned = false;
    for (const market of wanted) {
      const isRecorded = chosen.has(market.asset);
      hasReturned ||= isRecorded && !market.isRecorded;
      if (!isRecorded && market.isRecorded) onLeft(market, nowMs);
      market.isRecorded = isRecorded;
    }
    if (hasReturned) onReturned();
  }

  #findVolume(asset: string): number | null {
    return toVolume(this.#options.feed.find(asset));
  }
}

function toVolume(state: MarketState | null): number | null {
  return state === null ? null : state.ticker.volume24hUsd;
}

function toStep(ms: number): number {
  return Math.floor(ms / DECIDE_EVERY_MS);
}
