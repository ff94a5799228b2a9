import type { Recorder } from '../../../domain/index.ts';
import type { SqlRow } from '../../../storage/statements.ts';
import { describeForecasts, forecastValues } from './forecast-rows.ts';
import type { Ask, HistoryPool } from './history-pool.ts';
import { DURABLE, LEAD, requireStored, toLeaseName } from './leadership.ts';
import { describeMarks, markValues } from './mark-rows.ts';
import { type OutboxBatch, type OutboxState, REOPENED, type Shipment, type VenueBatch } from './outbox.ts';
import { changeValues, describeChanges, type RegisterChanges } from './register-changes.ts';

/** Retention of batches after they are shipped. A backup from which ClickHouse is restored may be a day old. */
const KEPT = "interval '48 hours'";

/** Maximum number of batches that are counted, which takes 50 ms: more than an hour without ClickHouse leaves. */
const MAX_COUNTED = 100_000;

/** Number of batches that one statement deletes, unless a single shipment has more. */
const DELETED_AT_ONCE = 5_000;
const MAX_DELETES = 100;

/** Advisory lock, so that only one process at a time forms a shipment. */
const SHIPPING_LOCK = 0x43545342;

/** Outbox of records in PostgreSQL: batches that are acknowledged and not yet in ClickHouse. */
export class OutboxRows {
  readonly #ask: Ask;
  readonly #pool: HistoryPool;

  constructor(pool: HistoryPool) {
    this.#pool = pool;
    this.#ask = pool.ask;
  }

  /** Creates the row of each venue that counts its batches. */
  async prepare(venues: readonly string[]): Promise<void> {
    await this.#ask(
      'INSERT INTO history.venue_state (venue) SELECT * FROM unnest($1::text[]) ON CONFLICT DO NOTHING',
      [venues],
    );
  }

  /**
   * Stores a batch with one statement, which is one transaction.
   *
   * @throws {NotLeaderError} when another process records the venue.
   */
  async append(batch: VenueBatch, fence: number): Promise<void> {
    await repeatOnce(() => store(this.#ask, batch, fence));
  }

  /** Stores batches of several venues in one transaction. */
  async appendAll(batches: readonly { readonly batch: VenueBatch; readonly fence: number }[]): Promise<void> {
    await repeatOnce(() =>
      this.#pool.transact(async (ask) => {
        for (const { batch, fence } of batches) await store(ask, batch, fence);
      }),
    );
  }

  /** Stores markets of another register. They need no lease: joining a market twice changes nothing. */
  async putMarkets(changes: RegisterChanges): Promise<void> {
    await this.#ask(`WITH lead AS (SELECT 1), ${describeChanges(1)} SELECT 1`, changeValues(changes));
  }

  async findNewestMs(venue: Recorder): Promise<number | null> {
    const [row] = await this.#ask('SELECT newest_ms FROM history.venue_state WHERE venue = $1', [venue]);
    return row === undefined || row.newest_ms === null ? null : Number(row.newest_ms);
  }

  async countBatches(): Promise<number> {
    const [row] = await this.#ask('SELECT COALESCE(SUM(batches), 0) AS batches FROM history.venue_state');
    return Number(row?.batches);
  }

  /** Lists the shipments that were formed and not acknowledged yet, oldest first. */
  async openShipments(): Promise<Shipment[]> {
    const rows = await this.#ask(
      `SELECT id, token, array_to_json(batches)::text AS batches FROM history.shipment
       WHERE shipped_at IS NULL ORDER BY id LIMIT 100`,
    );
    return rows.map(toShipment);
  }

  /**
   * Forms a shipment of waiting batches, oldest first, and stores the list of their ids before anything is sent. A
   * range would not do, since ids are assigned before their transactions commit: it could grow. The token has a random
   * part, since a restored server assigns ids again.
   *
   * @returns The shipment; null when no batch waits.
   */
  async formShipment(maxRecords: number): Promise<Shipment | null> {
    const [row] = await this.#pool.transact(async (ask) => {
      await ask(`SELECT pg_advisory_xact_lock(${SHIPPING_LOCK})`);
      return ask(
        `WITH waiting AS (
           SELECT id, SUM(records) OVER (ORDER BY id) - records AS before
           FROM (SELECT id, records FROM history.outbox WHERE shipment IS NULL ORDER BY id LIMIT 10000) AS oldest),
         joined AS (SELECT id FROM waiting WHERE before < $1),
         formed AS (
           INSERT INTO history.shipment (token, batches)
           SELECT MIN(id) || '-' || MAX(id) || '-' || gen_random_uuid(), array_agg(id ORDER BY id) FROM joined HAVING COUNT(*) > 0
           RETURNING id, token, batches),
         marked AS (
           UPDATE history.outbox SET shipment = formed.id FROM formed WHERE outbox.id = ANY(formed.batches))
         SELECT id, token, array_to_json(batches)::text AS batches FROM formed`,
        [maxRecords],
      );
    });
    return row === undefined ? null : toShipment(row);
  }

  /** Reads the batches of a shipment, in the order of their ids. */
  async readBatches(ids: readonly number[]): Promise<OutboxBatch[]> {
    const rows = await this.#ask(
      'SELECT venue, b, data FROM history.outbox WHERE id = ANY($1::bigint[]) ORDER BY id',
      [ids],
    );
    return rows.map((row) => ({
      venue: row.venue as Recorder,
      b: Number(row.b),
      data: row.data as Uint8Array,
    }));
  }

  async markShipped(shipment: Shipment): Promise<void> {
    await this.#ask(
      'UPDATE history.shipment SET shipped_at = clock_timestamp() WHERE id = $1 AND shipped_at IS NULL',
      [shipment.id],
    );
  }

  /** Lists the acknowledged shipments whose batches have not been deleted, newest first. */
  async listShippedBefore(id: number | null, limit: number): Promise<Shipment[]> {
    const rows = await this.#ask(
      `SELECT id, token, array_to_json(batches)::text AS batches FROM history.shipment
       WHERE shipped_at IS NOT NULL AND ($1::bigint IS NULL OR id < $1) ORDER BY id DESC LIMIT $2`,
      [id, limit],
    );
    return rows.map(toShipment);
  }

  /** Marks a shipment that ClickHouse lost as not shipped: it is sent again, under another token. */
  async reopen(shipment: Shipment): Promise<void> {
    await this.#ask(
      `UPDATE history.shipment SET shipped_at = NULL, token = token || '${REOPENED}' WHERE id = $1 AND token = $2`,
      [shipment.id, shipment.token],
    );
  }

  /**
   * Deletes batches that were shipped long ago. They are selected by id: a plan that selects by shipment may read all
   * waiting batches.
   */
  async deleteOld(): Promise<void> {
    for (let step = 0; step < MAX_DELETES; step++) {
      const rows = await this.#ask(
        `SELECT id, array_to_json(batches)::text AS batches FROM (
           SELECT id, batches, SUM(cardinality(batches)) OVER (ORDER BY shipped_at, id) - cardinality(batches) AS before
           FROM (SELECT id, batches, shipped_at FROM history.shipment
             WHERE shipped_at < clock_timestamp() - ${KEPT} ORDER BY shipped_at, id LIMIT 1000) AS old) AS listed
         WHERE before < $1`,
        [DELETED_AT_ONCE],
      );
      if (rows.length === 0) return;
      await this.#ask(
        `WITH batches AS (
           DELETE FROM history.outbox WHERE id = ANY($1::bigint[])
             AND (SELECT shipped_at FROM history.shipment WHERE shipment.id = outbox.shipment) < clock_timestamp() - ${KEPT})
         DELETE FROM history.shipment WHERE id = ANY($2::bigint[]) AND shipped_at < clock_timestamp() - ${KEPT}`,
        [
          rows.flatMap(({ batches }) => JSON.parse(String(batches)) as number[]),
          rows.map(({ id }) => Number(id)),
        ],
      );
    }
  }

  /**
   * Returns the size of the outbox. Only the oldest batches are counted, and the others estimated from them, since this
   * is called every few seconds.
   *
   * @param maxCounted Maximum number of batches that are counted.
   */
  async state(maxCounted = MAX_COUNTED): Promise<OutboxState> {
    const [row] = await this.#ask(
      `WITH oldest AS (
         SELECT id, records, length(data) AS bytes, stored_at FROM history.outbox
         WHERE shipment IS NULL ORDER BY id LIMIT $1),
       counted AS (
         SELECT COALESCE(SUM(records), 0) AS records, COALESCE(SUM(bytes), 0) AS bytes, MIN(stored_at) AS stored_at,
           MIN(id) AS first, MAX(id) AS last, COUNT(*) AS batches FROM oldest),
       formed AS (
         SELECT COALESCE(SUM(records), 0) AS records, COALESCE(SUM(length(data)), 0) AS bytes, MIN(stored_at) AS stored_at
         FROM history.outbox JOIN history.shipment ON shipment.id = outbox.shipment WHERE shipped_at IS NULL)
       SELECT counted.records, counted.bytes, batches, first, last,
         (SELECT MAX(id) FROM history.outbox WHERE shipment IS NULL) AS newest,
         formed.records AS formed_records, formed.bytes AS formed_bytes,
         CAST(EXTRACT(EPOCH FROM clock_timestamp() - LEAST(counted.stored_at, formed.stored_at)) * 1000 AS double precision) AS oldest
       FROM counted CROSS JOIN formed`,
      [maxCounted],
    );
    if (row === undefined) return { records: 0, bytes: 0, oldestMs: null };
    const { first, last, newest } = row;
    const hasMore = Number(row.batches) === maxCounted;
    const share = hasMore ? (Number(last) - Number(first) + 1) / (Number(newest) - Number(first) + 1) : 1;
    return {
      records: Math.round(Number(row.records) / share) + Number(row.formed_records),
      bytes: Math.round(Number(row.bytes) / share) + Number(row.formed_bytes),
      oldestMs: row.oldest === null ? null : Number(row.oldest),
    };
  }
}

/**
 * One statement that stores series names, market changes, forecasts, marks and the batch with its number, provided that
 * the lease is held under the fence. It locks the row of the venue in `venue_state` until the commit, so that batches
 * commit in the order of their numbers.
 */
const STORE = `WITH ${LEAD},
  state AS (
    UPDATE history.venue_state SET batches = batches + 1, newest_ms = GREATEST(newest_ms, $8::bigint)
    FROM lead WHERE venue = $3::text AND $7::bytea IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM history.outbox WHERE batch_key = $4::uuid)
    RETURNING batches),
  names AS (
    INSERT INTO history.series (k, venue, store_key, asset)
    SELECT named.k, $3::text, named.store_key, named.asset
    FROM lead CROSS JOIN unnest($5::bigint[], $9::text[], $10::text[]) AS named (k, store_key, asset)
    ON CONFLICT (venue, store_key) DO NOTHING),
  ${describeChanges(11)},
  ${describeForecasts(22)},
  ${describeMarks(27)},
  stored AS (
    INSERT INTO history.outbox (batch_key, venue, b, records, data)
    SELECT $4::uuid, $3::text, batches, $6::bigint, $7::bytea FROM state)
  SELECT 1 AS led, ${DURABLE} FROM lead`;

async function store(
  ask: Ask,
  { venue, batchKey, names, changes, forecasts = [], marks = [], records }: VenueBatch,
  fence: number,
): Promise<void> {
  const rows = await ask(STORE, [
    toLeaseName(venue),
    fence,
    venue,
    batchKey,
    names.map(({ k }) => String(k)),
    records?.count ?? 0,
    records?.data ?? null,
    records?.newestMs ?? null,
    names.map(({ storeKey }) => storeKey),
    names.map(({ asset }) => asset),
    ...changeValues(changes),
    ...forecastValues(forecasts),
    ...markValues(marks),
  ]);
  requireStored(rows, venue);
}

/**
 * Repeats an attempt once. After a lost answer, the first attempt may still run beside its repetition, and neither sees
 * the other: the unique key of the batch then rejects the later one. By that time the earlier one is stored, so another
 * attempt finds it.
 */
async function repeatOnce(attempt: () => Promise<void>): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown };
    if (code !== '23505' || constraint !== 'outbox_batch_key_key') throw error;
    await attempt();
  }
}

function toShipment({ id, token, batches }: SqlRow): Shipment {
  return { id: Number(id), token: String(token), batches: JSON.parse(String(batches)) as number[] };
}
