import type { RowChange } from '../books/day-batch.ts';
import { toTradeRuns } from '../coding/trade-runs.ts';
import type { NumberedMarket, TakenTrade } from '../contract/tape-writer.ts';
import type { DayFile } from './day-file.ts';
import type { DayFiles } from './day-files.ts';
import { applyRowChanges } from './row-changes.ts';

interface LateDay {
  readonly trades: TakenTrade[];
  rows: RowChange[];
}

/** Trades and changes of rows for other days than the current one, until they are written. */
export class LateChanges {
  readonly #files: DayFiles;
  readonly #toMarket: (number: number) => NumberedMarket;
  readonly #days = new Map<string, LateDay>();

  constructor(files: DayFiles, toMarket: (number: number) => NumberedMarket) {
    this.#files = files;
    this.#toMarket = toMarket;
  }

  addTrade(day: string, trade: TakenTrade): void {
    this.#of(day).trades.push(trade);
  }

  addRow(day: string, change: RowChange): void {
    this.#of(day).rows.push(change);
  }

  /** Writes the changes of each day to its file. When the disk fails, they stay for the next call. */
  write(nowMs: number): void {
    for (const [day, late] of this.#days) {
      this.#writeDay(day, late, nowMs);
      this.#days.delete(day);
    }
  }

  #of(day: string): LateDay {
    let late = this.#days.get(day);
    if (late === undefined) {
      late = { trades: [], rows: [] };
      this.#days.set(day, late);
    }
    return late;
  }

  #writeDay(day: string, late: LateDay, nowMs: number): void {
    // The span that covers the time may be in any part.
    this.#write(day, late, ['endSpan'], (file, changes) => {
      file.change((rows) => applyRowChanges(rows, changes, this.#toMarket));
      return false;
    });
    // A file that does not name the market has none of its trades.
    this.#write(day, late, ['checked'], (file, changes) => {
      const isKnown = (change: RowChange) =>
        change.kind === 'checked' && file.rows.findNumber(this.#toMarket(change.market)) !== null;
      file.change((rows) => applyRowChanges(rows, changes.filter(isKnown), this.#toMarket));
      return false;
    });
    const { trades, rows } = late;
    if (trades.length === 0 && rows.length === 0) return;
    const isMade = trades.length > 0 || rows.some(({ kind }) => kind === 'openHeard');
    this.#files.amend(day, { begunMs: isMade ? nowMs : null }, (file) => {
      const numbered = trades.map((trade) => ({
        ...trade,
        market: file.rows.number(this.#toMarket(trade.market)),
      }));
      file.addTrades(toTradeRuns(numbered), (own) => applyRowChanges(own, rows, this.#toMarket));
      return true;
    });
  }

  /** Writes the changes of some kinds to every part of a day, and removes them. */
  #write(
    day: string,
    late: LateDay,
    kinds: readonly RowChange['kind'][],
    work: (file: DayFile, changes: readonly RowChange[]) => boolean,
  ): void {
    const changes = late.rows.filter(({ kind }) => kinds.includes(kind));
    if (changes.length === 0) return;
    this.#files.amend(day, { begunMs: null }, (file) => work(file, changes));
    late.rows = late.rows.filter((row) => !changes.includes(row));
  }
}
