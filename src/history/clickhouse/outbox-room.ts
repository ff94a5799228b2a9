import { HistoryUnavailableError } from '../contract/unavailable.ts';

const LOOK_EVERY_MS = 5_000;

/** Keeps batches from filling the disk of PostgreSQL while nothing takes them away. A little more than the bound may come. */
export class OutboxRoom {
  readonly #look: () => Promise<{ readonly bytes: number }>;
  readonly #maxBytes: number;
  #bytes = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(look: () => Promise<{ readonly bytes: number }>, maxBytes: number) {
    this.#look = look;
    this.#maxBytes = maxBytes;
  }

  /** @throws {HistoryUnavailableError} when as much waits as may. */
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
