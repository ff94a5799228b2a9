import { setTimeout as wait } from 'node:timers/promises';
import { withDeadline } from '../../scheduling/deadline.ts';
import type { Shipper } from './shipper.ts';

/** Longest time that a read of the recording process waits for the records that the process has just stored. */
const SHIPPING_WAIT_MS = 2_000;

/** Default of {@link ReadYourWritesOptions.shipApartMs}. */
const SHIP_APART_MS = 250;

export interface ReadYourWritesOptions {
  readonly shipper: Pick<Shipper, 'ship'>;
  /** Returns the number of batches that were stored. */
  readonly countStored: () => number;
  /**
   * Shortest time between two shipments for readers, ms: each shipment, however small, makes a new part of the table.
   * Default 250.
   */
  readonly shipApartMs?: number | undefined;
}

/** Lets the recording process read its own records: reads wait for a shipment, which they share. */
export class ReadYourWrites {
  readonly #shipper: Pick<Shipper, 'ship'>;
  readonly #countStored: () => number;
  readonly #shipApartMs: number;
  #readShipAt = Number.NEGATIVE_INFINITY;
  #nextReadShip: Promise<void> | null = null;
  /** Number of stored batches when the last complete shipping began. */
  #shipped = 0;

  constructor({ shipper, countStored, shipApartMs = SHIP_APART_MS }: ReadYourWritesOptions) {
    this.#shipper = shipper;
    this.#countStored = countStored;
    this.#shipApartMs = shipApartMs;
  }

  /** Ships waiting batches. @throws {HistoryUnavailableError} */
  async ship(): Promise<void> {
    const stored = this.#countStored();
    await this.#shipper.ship();
    this.#shipped = Math.max(this.#shipped, stored);
  }

  /**
   * Waits until this process can read what it has stored, but not longer than {@link SHIPPING_WAIT_MS}, since
   * ClickHouse may be away.
   */
  async wait(): Promise<void> {
    if (this.#shipped === this.#countStored()) return;
    // After a failure the readers read what the table has; the shipper retries.
    const shipped = this.#shipForReaders().catch(() => undefined);
    await withDeadline(shipped, SHIPPING_WAIT_MS, () => undefined);
  }

  /** Ships for readers. Readers that come while a shipment is due share it. */
  #shipForReaders(): Promise<void> {
    this.#nextReadShip ??= (async () => {
      const dueMs = this.#readShipAt + this.#shipApartMs - performance.now();
      // This awaits even when nothing is due, so that readers of the same tick join the shipment.
      await (dueMs > 0 ? wait(dueMs) : undefined);
      this.#readShipAt = performance.now();
      // A reader that comes after the shipment has begun needs the next one: this one may lack its records.
      this.#nextReadShip = null;
      await this.ship();
    })();
    return this.#nextReadShip;
  }
}
