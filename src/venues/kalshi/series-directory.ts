import { type Clock, HOUR_MS, UpstreamError } from '../../domain/index.ts';
import type { KalshiClient } from './client.ts';
import type { KalshiSeries } from './wire.ts';

/**
 * Interval at which a series is read again. Categories and fees change rarely, and an event states values that override
 * those of its series.
 */
const REFRESH_MS = 6 * HOUR_MS;
/** Maximum number of series that a poll reads one by one. The list of all series has 18 MB and no pages. */
const READS_PER_POLL = 20;

interface Entry {
  /** Facts of the series; null: the venue does not know it. */
  readonly series: KalshiSeries | null;
  readonly readAt: number;
}

/** Category and fee of the series that tracked markets belong to, read in the background for the next poll. */
export class SeriesDirectory {
  readonly #client: KalshiClient;
  readonly #clock: Clock;
  readonly #stopped = new AbortController();
  readonly #entries = new Map<string, Entry>();
  #reads: Promise<void> | null = null;

  constructor(client: KalshiClient, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /** Finds a series; null while it is unread. */
  find(ticker: string): KalshiSeries | null {
    return this.#entries.get(ticker)?.series ?? null;
  }

  /** Keeps these series and forgets all others. Reads new ones, and those whose last read is too old. */
  follow(tickers: Iterable<string>): void {
    const wanted = new Set(tickers);
    for (const ticker of this.#entries.keys()) {
      if (!wanted.has(ticker)) this.#entries.delete(ticker);
    }
    if (this.#reads !== null) return;
    const due = [...wanted].filter((ticker) => this.#isDue(ticker)).slice(0, READS_PER_POLL);
    if (due.length === 0) return;
    this.#reads = this.#read(due).finally(() => (this.#reads = null));
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    await this.#reads;
  }

  #isDue(ticker: string): boolean {
    const entry = this.#entries.get(ticker);
    return entry === undefined || Math.abs(this.#clock() - entry.readAt) >= REFRESH_MS;
  }

  async #read(tickers: readonly string[]): Promise<void> {
    for (const ticker of tickers) {
      try {
        const asking = { priority: 'backfill', signal: this.#stopped.signal } as const;
        this.#entries.set(ticker, {
          series: await this.#client.readSeries(ticker, asking),
          readAt: this.#clock(),
        });
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        if (error.failure === 'not_found' || error.failure === 'malformed') {
          this.#entries.set(ticker, { series: this.find(ticker), readAt: this.#clock() });
          continue;
        }
        // Any other failure would also meet the next series, so this poll reads no more of them.
        return;
      }
    }
  }
}
