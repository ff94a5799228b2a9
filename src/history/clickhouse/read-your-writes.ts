import { setTimeout as wait } from 'node:timers/promises';
import { withDeadline } from '../../scheduling/deadline.ts';
import type { Shipper } from './shipper.ts';

/** Reads of the process that records wait this long for records that it has just stored. */
const SHIPPING_WAIT_MS = 2_000;

/** Default of {@link ReadYourWritesOptions.shipApartMs}. */
const SHIP_APART_MS = 250;

export interface ReadYourWritesOptions {
  readonly shipper: Pick<Shipper, 'ship'>;
  /** Number of batches that were stored. */
  readonly countStored: () => number;
  /** Reads ship no more often than this, ms: a shipment is a part of the table, however small. Default 250. */
  readonly shipApartMs?: number | undefined;
}

/** Lets reads of the process that records see its own records: they wait for a shipment, which they share. */
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

  /** Waits until this process can read what it stored; not forever, since the table may be away. */
  async wait(): Promise<void> {
    if (this.#shipped === this.#countStored()) return;
    // Readers go on with what is there; the shipper repeats the round.
    const shipped = this.#shipForReaders().catch(() => undefined);
    await withDeadline(shipped, SHIPPING_WAIT_MS, () => undefined);
  }

  /** Readers that come within a while share one shipment. */
  #shipForReaders(): Promise<void> {
    this.#nextReadShip ??= (async () => {
      const dueMs = this.#readShipAt + this.#shipApartMs - performance.now();
      // The wait passes a turn even when nothing is due: readers of the same moment come first.
      await (dueMs > 0 ? wait(dueMs) : undefined);
      this.#readShipAt = performance.now();
      // Later readers need another shipment: this one may miss their records.
      this.#nextReadShip = null;
      await this.ship();
    })();
    return this.#nextReadShip;
  }
}
