import type { SqlRow } from '../../../storage/statements.ts';
import type { SettledDay } from '../../contract/settled-days.ts';
import type { Ask } from './history-pool.ts';

/** Trees of closed days in PostgreSQL. */
export class SettledDayRows {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  async list(fromDay: number, toDay: number): Promise<SettledDay[]> {
    const rows = await this.#ask(
      'SELECT * FROM history.settled_day WHERE day BETWEEN $1 AND $2 ORDER BY day',
      [fromDay, toDay],
    );
    return rows.map(toSettledDay);
  }

  async findLast(): Promise<SettledDay | null> {
    const [row] = await this.#ask('SELECT * FROM history.settled_day ORDER BY day DESC LIMIT 1');
    return row === undefined ? null : toSettledDay(row);
  }

  async put({ day, entries, root, head }: SettledDay): Promise<void> {
    await this.#ask(
      'INSERT INTO history.settled_day (day, entries, root, head) VALUES ($1, $2, $3, $4) ON CONFLICT (day) DO NOTHING',
      [day, Buffer.from(entries), Buffer.from(root), Buffer.from(head)],
    );
  }
}

function toSettledDay({ day, entries, root, head }: SqlRow): SettledDay {
  return {
    day: Number(day),
    entries: entries as Uint8Array,
    root: root as Uint8Array,
    head: head as Uint8Array,
  };
}
