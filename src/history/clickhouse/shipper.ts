import { MINUTE_MS } from '../../domain/index.ts';
import { type Backoff, computeDoubledMs } from '../../scheduling/backoff.ts';
import { type Batch, decodeBatch } from './batch-coding.ts';
import { isReopened, type OutboxBatch, type Shipment } from './postgres/outbox.ts';
import type { OutboxRows } from './postgres/outbox-rows.ts';
import { RecordRows } from './record-rows.ts';
import { RowReader } from './row-binary.ts';
import type { ClickhouseServer } from './server.ts';
import { RECORDS } from './table.ts';

/** Maximum number of records of one shipment; a single larger batch is a shipment too. */
const MAX_RECORDS = 500_000;

const SHIP_EVERY_MS = 1_000;
/** Wait after a failure; it doubles up to the maximum. */
const RETRY: Backoff = { firstMs: 100, maxMs: 10_000 };
const CLEAN_EVERY_MS = MINUTE_MS;

/** Number of shipments of one page when all of them are looked up in the table. */
const COMPARED_AT_ONCE = 200;

export interface ShipperOptions {
  readonly outbox: OutboxRows;
  readonly server: ClickhouseServer;
  /** Whether this process ships now. Two processes that ship at once do no harm; they only repeat work. */
  readonly isLeader: () => boolean;
  /** Receives each failure; the shipper goes on. */
  readonly onFailure: (error: unknown) => void;
}

/** Key of a row of the table: the columns `k`, `t`, `b` and `i`. */
type RecordKey = readonly [bigint, number, number, number];

/** State of shipping: failures and the last error. */
export interface ShipperState {
  /** Number of failures since the last success. */
  readonly failures: number;
  readonly lastError: string | null;
}

/**
 * Ships acknowledged batches into the table, oldest first, and retries until the table has them. A shipment has the
 * same rows and the same token each time it is sent, so the table stores them once.
 */
export class Shipper {
  readonly #options: ShipperOptions;
  #round: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #failures = 0;
  #lastError: string | null = null;
  #cleanedAt = Number.NEGATIVE_INFINITY;
  /**
   * Whether the batches that waited at the start were looked up in the table: PostgreSQL may have been restored to a
   * state from before they were shipped.
   */
  #isCaughtUp = false;
  /** Whether the table may be restored from a backup: true at the start and after a failure, until it is compared. */
  #mayBeRestored = true;
  /** Newest acknowledged shipment at the last comparison. A later one proves nothing: a backup may have it too. */
  #compared: Shipment | null = null;

  constructor(options: ShipperOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setTimeout(() => void this.#tick(), SHIP_EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    // The callers of the round receive its error.
    await this.#round?.catch(() => undefined);
  }

  state(): ShipperState {
    return { failures: this.#failures, lastError: this.#lastError };
  }

  /**
   * Ships everything that was stored before the call. Batches that the table lost are sent first: once a restored table
   * has the newest shipment, it looks complete.
   *
   * @throws The first error of the table or the outbox.
   */
  async ship(): Promise<void> {
    // The running round may have begun before the newest batch was stored, so another one follows. The callers of the
    // running round receive its error.
    await this.#round?.catch(() => undefined);
    this.#round ??= this.#shipAll().finally(() => {
      this.#round = null;
    });
    await this.#round;
  }

  /**
   * Checks whether the table still has the records that it acknowledged: it may have been restored from an older
   * backup.
   *
   * @param all Whether to look up every shipment, even when the newest one of the last comparison is there.
   * @returns Number of shipments that are sent again.
   */
  async compare(all: boolean): Promise<number> {
    const { outbox } = this.#options;
    const [newest] = await outbox.listShippedBefore(null, 1);
    const looked = this.#compared ?? newest;
    const isWhole = looked === undefined || (await this.#findMissing([looked])).length === 0;
    const reopened = isWhole && !all ? 0 : await this.#reopenMissing();
    this.#compared = newest ?? null;
    return reopened;
  }

  async #reopenMissing(): Promise<number> {
    const { outbox } = this.#options;
    let reopened = 0;
    let before: number | null = null;
    do {
      const page: Shipment[] = await outbox.listShippedBefore(before, COMPARED_AT_ONCE);
      const missing = await this.#findMissing(page);
      for (const shipment of missing) await outbox.reopen(shipment);
      reopened += missing.length;
      before = page.at(-1)?.id ?? null;
    } while (before !== null);
    return reopened;
  }

  async #tick(): Promise<void> {
    let waitMs = SHIP_EVERY_MS;
    try {
      if (this.#options.isLeader()) {
        const isDue = performance.now() - this.#cleanedAt >= CLEAN_EVERY_MS;
        // The table may also be replaced by a backup without any failure.
        if (isDue) this.#mayBeRestored = true;
        await this.ship();
        if (isDue) await this.#clean();
      }
      this.#failures = 0;
      this.#lastError = null;
    } catch (error) {
      waitMs = computeDoubledMs(RETRY, this.#failures++);
      this.#lastError = (error as Error).message;
      this.#options.onFailure(error);
    }
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#tick(), waitMs).unref();
  }

  async #shipAll(): Promise<void> {
    const { outbox } = this.#options;
    if (this.#mayBeRestored) await this.compare(false);
    // Stays true if this round fails, so that the next one compares again.
    this.#mayBeRestored = true;
    for (;;) {
      const open = await outbox.openShipments();
      for (const shipment of open) await this.#send(shipment);
      if (open.length > 0) continue;
      const formed = await outbox.formShipment(MAX_RECORDS);
      if (formed === null) break;
      await this.#send(formed);
    }
    this.#isCaughtUp = true;
    this.#mayBeRestored = false;
  }

  async #send(shipment: Shipment): Promise<void> {
    const { outbox, server } = this.#options;
    const batches = await outbox.readBatches(shipment.batches);
    // The table may have the records under another token: the first record of each month tells.
    const mayBeThere = isReopened(shipment) || !this.#isCaughtUp;
    const firsts = mayBeThere ? listFirsts(batches) : null;
    // An insert is atomic only within one partition, so each month has its own token.
    for (const [month, rows] of toMonths(batches)) {
      if (firsts !== null && (await this.#countThere([firsts.get(month)!])) > 0) continue;
      await server.insert(RECORDS, rows.encode(), `${shipment.token}-${month}`);
    }
    await outbox.markShipped(shipment);
  }

  async #clean(): Promise<void> {
    this.#cleanedAt = performance.now();
    await this.#options.outbox.deleteOld();
  }

  /** Finds the shipments that the table lacks, by the first record of each month. */
  async #findMissing(shipments: readonly Shipment[]): Promise<Shipment[]> {
    const missing: Shipment[] = [];
    for (const shipment of shipments) {
      const firsts = [...listFirsts(await this.#options.outbox.readBatches(shipment.batches)).values()];
      if (firsts.length > 0 && (await this.#countThere(firsts)) < firsts.length) missing.push(shipment);
    }
    return missing;
  }

  async #countThere(records: readonly RecordKey[]): Promise<number> {
    const keys = records.map((key) => `(${key.join()})`).join();
    const answer = await this.#options.server.read(
      `SELECT count() FROM ${RECORDS} WHERE (k, t, b, i) IN (${keys})`,
    );
    return Number(new RowReader(answer).i64());
  }
}

/** Groups the rows of batches by month, since each month is one insert. */
function toMonths(batches: readonly OutboxBatch[]): ReadonlyMap<string, RecordRows> {
  const decoded = batches.map(({ b, data }) => ({ b, batch: decodeBatch(data) }));
  const counts = new Map<string, number>();
  for (const { batch } of decoded) {
    for (const t of batch.t) {
      const month = toMonth(t);
      counts.set(month, (counts.get(month) ?? 0) + 1);
    }
  }
  const months = new Map([...counts].sort().map(([month, count]) => [month, new RecordRows(count)]));
  for (const { b, batch } of decoded) {
    for (let at = 0; at < batch.length; at++) {
      const rows = months.get(toMonth(batch.t[at]!))!;
      rows.push(batch.keys[batch.series[at]!]!, rowAt(batch, b, at));
    }
  }
  return months;
}

function rowAt({ t, p, v, i, s, f }: Batch, b: number, at: number) {
  return { t: t[at]!, b, i: i[at]!, p: p[at]!, v: v[at]!, s: s[at]!, f: f[at]! };
}

/** Finds the first record of each month. */
function listFirsts(batches: readonly OutboxBatch[]): ReadonlyMap<string, RecordKey> {
  const firsts = new Map<string, RecordKey>();
  for (const { b, data } of batches) {
    const batch = decodeBatch(data);
    for (const [at, t] of batch.t.entries()) {
      const month = toMonth(t);
      if (!firsts.has(month)) firsts.set(month, [batch.keys[batch.series[at]!]!, t, b, batch.i[at]!]);
    }
  }
  return firsts;
}

/** Bounds of the month that was computed last, a cache: the records of a batch are of one or two months. */
let known = { fromMs: 1, toMs: 0, name: '' };

/** Returns the name of the partition of a time, such as `202611`. */
function toMonth(t: number): string {
  if (t < known.fromMs || t > known.toMs) {
    const date = new Date(t);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    known = {
      fromMs: Date.UTC(year, month),
      toMs: Date.UTC(year, month + 1) - 1,
      name: `${year}${String(month + 1).padStart(2, '0')}`,
    };
  }
  return known.name;
}
