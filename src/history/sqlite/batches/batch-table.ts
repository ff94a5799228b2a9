import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EpochMs } from '../../../domain/index.ts';
import { prepareRows, type RowStatement } from '../../../storage/sqlite/row-statement.ts';
import { computeRowCrc, isWhole } from '../../coding/row-crc.ts';
import type { BatchOrigin } from '../../contract/import-batches.ts';
import { type FileDamage, NOTHING_KNOWN } from '../damage.ts';
import { type BatchPart, type BatchRow, type EventPage, formatMinute, type Progress } from './batch-row.ts';

/** State of a redo, which earlier versions had. One that was cut short is undone from its first part. */
const REDOING = 'redoing';

interface StoredBatch {
  readonly id: string;
  readonly series: number;
  readonly file_sha256: string;
  readonly records: number;
  readonly stored: number;
  readonly skipped: number;
  readonly at: number;
  readonly withdrawn_at: number | null;
  readonly pack: number;
  readonly asset?: string | null;
  readonly crc?: number | null;
}

interface StoredEvent {
  readonly n: number;
  readonly data: string;
  readonly crc: number;
}

interface StoredProgress extends ChecksumColumn {
  readonly batch: string;
  readonly doing: string;
  readonly part: number;
  readonly row: number;
}

/** Checksum column, which every row has. */
interface ChecksumColumn {
  readonly crc: number;
}

/** Number of parts that one query reads: a large import has a hundred thousand. */
const PARTS_A_READ = 256;

/** Number of parts that one commit removes. */
const PARTS_A_REMOVAL = 32;
const EVENTS_A_REMOVAL = 512;

/** Tables of import batches. Writes happen inside the caller's transaction. */
export class BatchTable {
  readonly #db: DatabaseSync;
  readonly #damage: FileDamage;
  #statements: Statements | null = null;

  constructor(db: DatabaseSync, damage: FileDamage) {
    this.#db = db;
    this.#damage = damage;
  }

  /** Lists all batches, oldest first. Damaged rows are noted and left out. */
  listAll(): BatchRow[] {
    const rows = prepareRows<StoredBatch>(this.#db, 'SELECT * FROM import_batch ORDER BY at, id').all();
    return rows.flatMap((row) => this.#check(row) ?? []);
  }

  find(id: string): BatchRow | null {
    const row = prepareRows<StoredBatch>(this.#db, 'SELECT * FROM import_batch WHERE id = ?').get(id);
    return row === undefined ? null : this.#check(row);
  }

  /** Creates a batch, whose time is later than that of every other batch. */
  create(origin: BatchOrigin, now: EpochMs, pickDigits: () => string): BatchRow {
    const latest = Number(this.#db.prepare('SELECT max(at) AS at FROM import_batch').get()?.at ?? 0);
    const at = Math.max(now, latest + 1);
    for (;;) {
      const id = `${formatMinute(at)}-${pickDigits()}`;
      if (this.#db.prepare('SELECT 1 FROM import_batch WHERE id = ?').get(id) !== undefined) continue;
      const row = { ...origin, id, series: 0, records: 0, stored: 0, skipped: 0, at, withdrawnAt: null };
      this.put(row);
      return row;
    }
  }

  put(row: BatchRow): void {
    const { id, series, fileSha256, records, stored, skipped, at, withdrawnAt, asset } = row;
    const fields = [id, series, fileSha256, records, stored, skipped, at, withdrawnAt, 0, asset] as const;
    this.#prepare().put.run(...fields, computeRowCrc(fields));
  }

  /**
   * Lists the parts of a batch from number `from` on, in order. They are read in groups, while the caller iterates.
   * Damaged rows are noted and left out.
   */
  *listParts(batch: string, from = 0): Generator<BatchPart> {
    if (!this.#hasTables()) return;
    const select = prepareRows<BatchPart & ChecksumColumn>(
      this.#db,
      'SELECT * FROM import_part WHERE batch = ? AND n >= ? ORDER BY n LIMIT ?',
    );
    for (;;) {
      const rows = select.all(batch, from, PARTS_A_READ);
      for (const { n, pack, crc } of rows) {
        if (computeRowCrc([batch, n, pack]) === crc) yield { batch, n, pack };
        else this.note(`import_part ${batch} ${n}`, `the row of a part of import ${batch} is damaged`);
      }
      if (rows.length < PARTS_A_READ) return;
      from = rows.at(-1)!.n + 1;
    }
  }

  /** Returns the number of the next part of a batch. */
  readPartsEnd(batch: string): number {
    if (!this.#hasTables()) return 0;
    const last = this.#db.prepare('SELECT max(n) AS n FROM import_part WHERE batch = ?').get(batch);
    return Number(last?.n ?? -1) + 1;
  }

  addPart({ batch, n, pack }: BatchPart): void {
    this.#prepare().addPart.run(batch, n, pack, computeRowCrc([batch, n, pack]));
  }

  /** Reads a page of events of a batch, in order. Damaged rows are noted and left out. */
  readEvents(batch: string, from: number, limit: number): EventPage {
    if (!this.#hasTables()) return { events: [], next: null };
    const select = prepareRows<StoredEvent>(
      this.#db,
      'SELECT * FROM import_event WHERE batch = ? AND n >= ? ORDER BY n LIMIT ?',
    );
    const rows = select.all(batch, from, limit);
    const events = rows.flatMap((row) => {
      const event = this.#readEvent(batch, row);
      return event === null ? [] : [{ n: row.n, event }];
    });
    return { events, next: rows.length < limit ? null : rows.at(-1)!.n + 1 };
  }

  /** Reads an event; null when there is none, or it is damaged. */
  readEvent(batch: string, n: number): unknown {
    const row = this.#prepare().findEvent.get(batch, n);
    return row === undefined ? null : this.#readEvent(batch, row);
  }

  #readEvent(batch: string, { n, data, crc }: StoredEvent): unknown {
    if (computeRowCrc([batch, n, data]) === crc) return JSON.parse(data);
    this.note(`import_event ${batch} ${n}`, `the row of an event of import ${batch} is damaged`);
    return null;
  }

  addEvent(batch: string, event: unknown): void {
    const { addEvent, countEvents } = this.#prepare();
    const n = Number(countEvents.get(batch)?.n ?? 0);
    const data = JSON.stringify(event);
    addEvent.run(batch, n, data, computeRowCrc([batch, n, data]));
  }

  /** Lists the imports and undos that have begun and not ended. */
  listUnfinished(): Progress[] {
    if (!this.#hasTables()) return [];
    const rows = prepareRows<StoredProgress>(this.#db, 'SELECT * FROM import_progress ORDER BY batch').all();
    return rows.map(({ batch, doing, part, row, crc }) => {
      const isIntact = computeRowCrc([batch, doing, part, row]) === crc;
      if (isIntact && doing === REDOING) return { batch, doing: 'undoing', part: 0, row: 0 };
      if (isIntact && isDoing(doing)) return { batch, doing, part, row };
      // Starting again from the first part is safe: repeating a finished step changes nothing.
      this.note(`import_progress ${batch}`, `how far import ${batch} came is damaged`);
      return { batch, doing: isDoing(doing) ? doing : 'undoing', part: 0, row: 0 };
    });
  }

  putProgress({ batch, doing, part, row }: Progress): void {
    this.#prepare().putProgress.run(batch, doing, part, row, computeRowCrc([batch, doing, part, row]));
  }

  hasRows(batch: string): boolean {
    const sql = (table: string) => `SELECT 1 FROM ${table} WHERE batch = ? LIMIT 1`;
    return ['import_part', 'import_event'].some(
      (table) => this.#db.prepare(sql(table)).get(batch) !== undefined,
    );
  }

  /**
   * Removes some parts of a batch, or some events when no part is left.
   *
   * @returns Packs of the removed parts, without those of damaged rows; null when the batch had no row left.
   */
  removeSome(batch: string): number[] | null {
    const { removeParts, removeEvents } = this.#prepare();
    const parts = removeParts.all(batch, batch, PARTS_A_REMOVAL);
    if (parts.length === 0) {
      return removeEvents.all(batch, batch, EVENTS_A_REMOVAL).length === 0 ? null : [];
    }
    return parts
      .filter(({ n, pack, crc }) => computeRowCrc([batch, n, pack]) === crc)
      .map(({ pack }) => pack);
  }

  endProgress(batch: string): void {
    this.#prepare().endProgress.run(batch);
  }

  note(place: string, reason: string): void {
    this.#damage.note(place, { ...NOTHING_KNOWN, reason });
  }

  #check(row: StoredBatch): BatchRow | null {
    const {
      id,
      series,
      file_sha256,
      records,
      stored,
      skipped,
      at,
      withdrawn_at,
      pack,
      asset = null,
      crc,
    } = row;
    const fields = [id, series, file_sha256, records, stored, skipped, at, withdrawn_at, pack, asset];
    if (!isWhole(crc, fields)) {
      this.note(`import_batch ${id}`, `the row of import ${id} is damaged`);
      return null;
    }
    return {
      id,
      series,
      fileSha256: file_sha256,
      records,
      stored,
      skipped,
      at,
      withdrawnAt: withdrawn_at,
      asset,
    };
  }

  /** Whether the file has the tables: one that is only read may have been written by an earlier version. */
  #hasTables(): boolean {
    const name = "SELECT 1 FROM sqlite_schema WHERE name = 'import_progress'";
    return this.#db.prepare(name).get() !== undefined;
  }

  #prepare(): Statements {
    const prepare = (sql: string) => this.#db.prepare(sql);
    this.#statements ??= {
      put: prepare(
        `INSERT OR REPLACE INTO import_batch
         (id, series, file_sha256, records, stored, skipped, at, withdrawn_at, pack, asset, crc)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ),
      addPart: prepare('INSERT INTO import_part (batch, n, pack, crc) VALUES (?, ?, ?, ?)'),
      addEvent: prepare('INSERT INTO import_event (batch, n, data, crc) VALUES (?, ?, ?, ?)'),
      findEvent: prepareRows(this.#db, 'SELECT * FROM import_event WHERE batch = ? AND n = ?'),
      countEvents: prepare('SELECT coalesce(max(n) + 1, 0) AS n FROM import_event WHERE batch = ?'),
      putProgress: prepare(
        'INSERT OR REPLACE INTO import_progress (batch, doing, part, row, crc) VALUES (?, ?, ?, ?, ?)',
      ),
      endProgress: prepare('DELETE FROM import_progress WHERE batch = ?'),
      removeParts: prepareRows(
        this.#db,
        `DELETE FROM import_part WHERE batch = ? AND n IN
         (SELECT n FROM import_part WHERE batch = ? ORDER BY n LIMIT ?) RETURNING n, pack, crc`,
      ),
      removeEvents: prepareRows(
        this.#db,
        `DELETE FROM import_event WHERE batch = ? AND n IN
         (SELECT n FROM import_event WHERE batch = ? ORDER BY n LIMIT ?) RETURNING n`,
      ),
    };
    return this.#statements;
  }
}

type StatementName = 'put' | 'addPart' | 'addEvent' | 'countEvents' | 'putProgress' | 'endProgress';

type Statements = Readonly<Record<StatementName, StatementSync>> & {
  readonly findEvent: RowStatement<StoredEvent>;
  readonly removeParts: RowStatement<BatchPart & ChecksumColumn>;
  readonly removeEvents: RowStatement<{ readonly n: number }>;
};

function isDoing(text: string): text is Progress['doing'] {
  return text === 'importing' || text === 'undoing';
}
