import { type Clock, isDue, MINUTE_MS, UpstreamError } from '../../domain/index.ts';
import type { KalshiClient } from './client.ts';
import type { KalshiEvent } from './wire.ts';

const REFRESH_MS = 10 * MINUTE_MS;
/** Delay before a failed refresh is repeated. Polls do not wait for titles. */
const RETRY_MS = MINUTE_MS;
/** Maximum number of events that a poll reads one by one, between two refreshes of the list. */
const SINGLE_READS_PER_POLL = 20;

/**
 * Keeps titles, categories and exclusivity of events, which a list of markets does not contain. They change rarely: the
 * whole list is read every ten minutes, and an event that appears between two lists is read at once.
 */
export class EventDirectory {
  readonly #client: KalshiClient;
  readonly #clock: Clock;
  readonly #stopped = new AbortController();
  #events = new Map<string, KalshiEvent>();
  #dueAt = 0;
  #refresh: Promise<void> | null = null;
  #singles: Promise<void> | null = null;

  constructor(client: KalshiClient, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  find(eventTicker: string): KalshiEvent | null {
    return this.#events.get(eventTicker) ?? null;
  }

  /**
   * Starts due reads. Resolves at once, except before the first list has been read: then it waits for the list, so that
   * the first poll has titles. Never rejects.
   */
  async prepare(signal: AbortSignal): Promise<void> {
    if (isDue(this.#clock(), this.#dueAt, REFRESH_MS))
      this.#refresh ??= this.#readAll().finally(() => (this.#refresh = null));
    if (this.#events.size > 0 || this.#refresh === null) return;
    const given = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { once: true }),
    );
    await Promise.race([this.#refresh, given]);
  }

  /** Reads events that are in no list yet, in the background, for the next poll. */
  readMissing(eventTickers: Iterable<string>): void {
    if (this.#singles !== null || this.#refresh !== null) return;
    const missing = [...new Set(eventTickers)]
      .filter((ticker) => !this.#events.has(ticker))
      .slice(0, SINGLE_READS_PER_POLL);
    if (missing.length === 0) return;
    this.#singles = this.#readSingly(missing).finally(() => (this.#singles = null));
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    await Promise.allSettled([this.#refresh, this.#singles]);
  }

  async #readAll(): Promise<void> {
    try {
      const events = await this.#client.openEvents({ priority: 'backfill', signal: this.#stopped.signal });
      this.#events = new Map(events.map((event) => [event.event_ticker, event]));
      this.#dueAt = this.#clock() + REFRESH_MS;
    } catch {
      // The client rejects only with failures of the venue, and has counted this one. Known events remain.
      this.#dueAt = this.#clock() + RETRY_MS;
    }
  }

  async #readSingly(eventTickers: readonly string[]): Promise<void> {
    for (const ticker of eventTickers) {
      try {
        const event = await this.#client.readEvent(ticker, {
          priority: 'backfill',
          signal: this.#stopped.signal,
        });
        this.#events.set(event.event_ticker, event);
      } catch (error) {
        // Any failure but `not_found` would also meet the next event, so this poll reads no more of them.
        if (!(error instanceof UpstreamError) || error.failure !== 'not_found') return;
      }
    }
  }
}
