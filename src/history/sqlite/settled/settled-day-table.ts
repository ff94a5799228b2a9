import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { DAY_MS, epochMs } from '../../../domain/index.ts';
import { prepareRows } from '../../../storage/sqlite/row-statement.ts';
import type { SettledDay } from '../../contract/settled-days.ts';
import { type FileDamage, NOTHING_KNOWN } from '../damage.ts';
import { LateStatements } from '../late-statements.ts';

/** Table that is added to files of format 2 that lack it; older versions ignore it. */
const SETTLED_DAY_TABLE = `
  CREATE TABLE IF NOT EXISTS settled_day (
    day INTEGER PRIMARY KEY,
    entries BLOB NOT NULL,
    root BLOB NOT NULL,
    head BLOB NOT NULL,
    crc INTEGER NOT NULL
  ) STRICT;
`;

interface DayRow extends SettledDay {
  readonly crc: number;
}

/** Adds the table of settled days to a database without it. */
export function addSettledDays(db: DatabaseSync): void {
  db.exec(SETTLED_DAY_TABLE);
}

/** Trees of closed days. Writes happen inside the caller's transaction. */
export class SettledDayTable {
  readonly #damage: FileDamage;
  readonly #statements: LateStatements<ReturnType<typeof prepareAll>>;

  constructor(db: DatabaseSync, damage: FileDamage) {
    this.#statements = new LateStatements(db, { has: hasTable, prepare: prepareAll }, 'table of closed days');
    this.#damage = damage;
  }

  list(fromDay: number, toDay: number): SettledDay[] {
    const rows = this.#statements.open()?.list.all(fromDay, toDay) ?? [];
    return rows.filter((row) => this.#isIntact(row)).map(toDayOf);
  }

  findLast(): SettledDay | null {
    const row = this.#statements.open()?.last.get();
    return row !== undefined && this.#isIntact(row) ? toDayOf(row) : null;
  }

  put(day: SettledDay): void {
    const { put } = this.#statements.require();
    put.run(day.day, day.entries, day.root, day.head, computeDayCrc(day));
  }

  /** Reads every row, and notes damage. */
  verify(): void {
    for (const row of this.#statements.open()?.all.iterate() ?? []) this.#isIntact(row);
  }

  #isIntact(row: DayRow): boolean {
    if (computeDayCrc(row) === row.crc) return true;
    const date = new Date(row.day * DAY_MS).toISOString().slice(0, 10);
    this.#damage.note(`settled_day ${row.day}`, {
      ...NOTHING_KNOWN,
      fromMs: epochMs(row.day * DAY_MS),
      toMs: epochMs((row.day + 1) * DAY_MS - 1),
      reason: `the tree of ${date} is damaged: what was recorded on that day can no longer be proven`,
    });
    return false;
  }
}

function hasTable(db: DatabaseSync): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'settled_day'").get() !== undefined;
}

function prepareAll(db: DatabaseSync) {
  return {
    list: prepareRows<DayRow>(db, 'SELECT * FROM settled_day WHERE day BETWEEN ? AND ? ORDER BY day'),
    last: prepareRows<DayRow>(db, 'SELECT * FROM settled_day ORDER BY day DESC LIMIT 1'),
    all: prepareRows<DayRow>(db, 'SELECT * FROM settled_day'),
    put: db.prepare(
      'INSERT OR IGNORE INTO settled_day (day, entries, root, head, crc) VALUES (?, ?, ?, ?, ?)',
    ),
  };
}

function computeDayCrc({ day, entries, root, head }: SettledDay): number {
  return crc32(head, crc32(root, crc32(entries, crc32(String(day)))));
}

function toDayOf({ day, entries, root, head }: DayRow): SettledDay {
  return { day, entries, root, head };
}
