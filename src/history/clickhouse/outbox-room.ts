import { HistoryUnavailableError } from '../contract/unavailable.ts';

const LOOK_EVERY_MS = 5_000;

/**
 * Limits the bytes of batches in PostgreSQL, so that they do not fill its disk while ClickHouse is away. The limit may
 * be exceeded a little.
 */
export class OutboxRoom {
  readonly #look: () => Promise<{ readonly bytes: number }>;
  readonly #maxBytes: number;
  #bytes = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(look: () => Promise<{ readonly bytes: number }>, maxBytes: number) {
    this.#look = look;
    this.#maxBytes = maxBytes;
  }

  /** Checks that there is room for a batch. @throws {HistoryUnavailableError} when the limit is reached. */
  require(): void {
    this.#lookIfDue();
    if (this.#bytes < this.#maxBytes) return;
    throw new HistoryUnavailableError(
      'the outbox is full because ClickHouse has accepted no batch for too long',
    );
  }

  #lookIfDue(): void {
    if (performance.now() - this.#lookedAt < LOOK_EVERY_MS || this.#maxBytes === Number.POSITIVE_INFINITY)
      return;
    this.#lookedAt = performance.now();
    this.#look().then(
      ({ bytes }) => {
        this.#bytes = bytes;
      },
      () => undefined,
    );
  }
}
