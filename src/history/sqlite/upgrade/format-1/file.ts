import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { epochMs, type Gap, toMessage, type VenueId } from '../../../../domain/index.ts';
import { prepareRows, type RowStatement } from '../../../../storage/sqlite/row-statement.ts';
import { ColumnBuilder } from '../../../columns.ts';
import type { Columns, CorruptBlock, StoredResolution } from '../../../history-store.ts';
import { decodeBlock } from './block.ts';
import { decodeJournal } from './journal.ts';

/** A series as a file of format 1 has it. */
export interface OldSeries {
  readonly id: number;
  readonly venue: VenueId;
  readonly storeKey: string;
  readonly asset: string;
  /** Records of its blocks. */
  readonly sealedRecords: number;
  readonly sealedRow: number;
}

/** Something that cannot be read, and its bytes. */
export interface OldDamage extends CorruptBlock {
  readonly place: string;
  readonly data: Uint8Array | null;
}

interface BlockRow {
  readonly block: number;
  readonly records: number;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly data: Uint8Array | null;
}

/** Reads a file of format 1, which is left as it is. */
export class Format1File {
  readonly #db: DatabaseSync;
  readonly #series: StatementSync;
  readonly #blocks: RowStatement<BlockRow>;

  constructor(file: string) {
    // Not read-only: the write-ahead log of a killed process is taken over first.
    this.#db = new DatabaseSync(file);
    this.#series = this.#db.prepare('SELECT * FROM series WHERE id > ? ORDER BY id LIMIT ?');
    this.#blocks = prepareRows(
      this.#db,
      `SELECT i.block, i.records, i.from_ms, i.to_ms, b.data FROM block_index i
       LEFT JOIN block b ON b.id = i.block WHERE i.series = ? ORDER BY i.pos`,
    );
  }

  /** Changes with every write: series taken over from another state are discarded. */
  readFingerprint(): string {
    const newest = this.#db
      .prepare(
        `SELECT (SELECT max(id) FROM journal) AS journal, (SELECT max(id) FROM block) AS block,
         (SELECT count(*) FROM block) AS blocks, (SELECT count(*) FROM journal) AS rows,
         (SELECT count(*) FROM series) AS series, (SELECT sum(sealed_row) FROM series) AS sealed,
         (SELECT count(*) FROM gap) AS gaps, (SELECT count(*) FROM gap WHERE to_ms IS NULL) AS open,
         (SELECT count(*) FROM settlement) AS settlements`,
      )
      .get();
    return JSON.stringify(newest);
  }

  countSeries(): number {
    return Number(this.#db.prepare('SELECT count(*) AS n FROM series').get()?.n);
  }

  /** Series with greater numbers, in their order. */
  listSeriesAfter(id: number, limit: number): OldSeries[] {
    return this.#series.all(id, limit).map((row) => ({
      id: Number(row.id),
      venue: row.venue as VenueId,
      storeKey: String(row.store_key),
      asset: String(row.asset),
      sealedRecords: Number(row.records),
      sealedRow: Number(row.sealed_row),
    }));
  }

  /** The blocks of a series, oldest first; those that cannot be read go to `report`. */
  *readBlocks(series: OldSeries, report: (damage: OldDamage) => void): Generator<Columns> {
    for (const row of this.#blocks.iterate(series.id)) {
      let columns: Columns;
      try {
        if (row.data === null) throw new RangeError('the block is missing');
        columns = decodeBlock(row.data);
      } catch (error) {
        const { venue, storeKey } = series;
        const { block, records, data } = row;
        const [fromMs, toMs] = [epochMs(row.from_ms), epochMs(row.to_ms)];
        const place = `format 1, block ${block}`;
        report({ venue, storeKey, records, fromMs, toMs, reason: toMessage(error), place, data });
        continue;
      }
      yield columns;
    }
  }

  /**
   * The records of some series that are in the journal only.
   *
   * @returns By the number of the series; and the time of the newest record of the whole journal.
   */
  readTails(
    wanted: ReadonlyMap<number, OldSeries>,
    report: (damage: OldDamage) => void,
  ): { tails: Map<number, ColumnBuilder>; newestMs: number } {
    const tails = new Map<number, ColumnBuilder>();
    let newestMs = Number.NEGATIVE_INFINITY;
    for (const fields of this.#db.prepare('SELECT id, data FROM journal ORDER BY id').iterate()) {
      const row = Number(fields.id);
      const data = fields.data as Uint8Array;
      let batch: ReturnType<typeof decodeJournal>;
      try {
        batch = decodeJournal(data);
      } catch (error) {
        for (const damage of this.#toDamage(row, data, error)) report(damage);
        continue;
      }
      const { length, series, t, p, v, s } = batch;
      for (let i = 0; i < length; i++) {
        if (t[i]! > newestMs) newestMs = t[i]!;
        const known = wanted.get(series[i]!);
        if (known === undefined || row <= known.sealedRow) continue;
        const tail = tails.get(known.id) ?? new ColumnBuilder();
        tail.pushInOrder(t[i]!, p[i]!, v[i]!, s[i]!);
        tails.set(known.id, tail);
      }
    }
    return { tails, newestMs };
  }

  /** Blocks that were quarantined already. */
  listDamaged(): OldDamage[] {
    const rows = this.#db
      .prepare(
        `SELECT d.*, s.venue, s.store_key, b.data FROM damaged d JOIN series s ON s.id = d.series
         LEFT JOIN block b ON b.id = d.block`,
      )
      .all();
    return rows.map((row) => ({
      venue: row.venue as VenueId,
      storeKey: String(row.store_key),
      records: Number(row.records),
      fromMs: epochMs(Number(row.from_ms)),
      toMs: epochMs(Number(row.to_ms)),
      reason: String(row.reason),
      place: `format 1, block ${row.block}`,
      data: (row.data as Uint8Array | null) ?? null,
    }));
  }

  *listGaps(): Generator<Gap> {
    for (const row of this.#db.prepare('SELECT * FROM gap').iterate()) {
      yield {
        venue: row.venue as VenueId,
        storeKey: row.store_key === '' ? null : String(row.store_key),
        fromMs: epochMs(Number(row.from_ms)),
        toMs: row.to_ms === null ? null : epochMs(Number(row.to_ms)),
        reason: String(row.reason),
      };
    }
  }

  *listResolutions(): Generator<StoredResolution> {
    for (const row of this.#db.prepare('SELECT * FROM settlement').iterate()) {
      yield {
        venue: row.venue as VenueId,
        storeKey: String(row.store_key),
        asset: String(row.asset),
        outcome: row.outcome as StoredResolution['outcome'],
        payout: row.payout === null ? null : Number(row.payout),
        settledAt: row.settled_at === null ? null : epochMs(Number(row.settled_at)),
        source: String(row.source),
        disputed: row.disputed === null ? null : row.disputed === 1,
        recordedAt: epochMs(Number(row.recorded_at)),
      };
    }
  }

  /** Leaves one file without a write-ahead log. */
  close(): void {
    this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    this.#db.close();
  }

  /** Which series a lost row named is not known: it may have been of any venue in the file. */
  #toDamage(row: number, data: Uint8Array, error: unknown): OldDamage[] {
    const venues = this.#db.prepare('SELECT DISTINCT venue FROM series').all();
    const records = Number(this.#db.prepare('SELECT records FROM journal WHERE id = ?').get(row)?.records);
    return venues.map(({ venue }) => ({
      venue: venue as VenueId,
      storeKey: '',
      records,
      fromMs: epochMs(0),
      toMs: epochMs(0),
      reason: `journal row ${row} of format 1: ${toMessage(error)}`,
      place: `format 1, journal ${row}, ${venue}`,
      data,
    }));
  }
}
