import { type Clock, DAY_MS, RECORDERS, type Recorder, SECOND_MS } from '../../../domain/index.ts';
import { InOrder } from '../../../scheduling/in-order.ts';
import type { TapeTreeSource } from '../../tape/contract/tape-tree-source.ts';
import { isClosed, type TreeDay } from '../days.ts';
import { readState } from '../history-state.ts';
import { findBeyond } from '../newer-tree.ts';
import type { FileForm } from '../part-file.ts';
import { planDays } from '../plan.ts';
import { NO_TAPE, planTapeDays } from '../plan-tape.ts';
import { writeSmallTable } from '../small-table-file.ts';
import { isTapeTable, TAPE_TABLES } from '../tables.ts';
import { mayLieIn, type SeriesSelection, type TreeSource, type TreeWindow } from '../tree-source.ts';
import { writeDay } from '../write-day.ts';
import { isTapeDay, writeTapeDay } from '../write-tape-day.ts';
import type { DayRequest, KnownTree, MadeDay, ServedPlan, TableRequest, TreeMaker } from './tree-maker.ts';

/** Format and compression of all served files. */
export const SERVED_FORM: FileForm = { format: 'parquet', compression: 'zstd' };

/** Longest use of one source: consecutive requests share its list of series, but its snapshot must not get too old. */
const MAX_SOURCE_AGE_MS = 30 * SECOND_MS;
const IDLE_MS = 2 * SECOND_MS;

const WHOLE: TreeWindow = { fromMs: null, toMs: null };

/** Writes the files in the thread of its caller, from a history that is open only while there is work. */
export class SourceTreeMaker implements TreeMaker {
  readonly #open: () => TreeSource;
  readonly #clock: Clock;
  readonly #tape: TapeTreeSource | null;
  #source: TreeSource | null = null;
  #idle: NodeJS.Timeout | null = null;
  readonly #queue = new InOrder();

  /**
   * Opens nothing before there is work.
   *
   * @param tape Source of books and trades. Default: the tree has none.
   */
  constructor(open: () => TreeSource, clock: Clock, tape: TapeTreeSource | null = null) {
    this.#open = open;
    this.#clock = clock;
    this.#tape = tape;
  }

  plan({ parts, asOfMs, position, assets }: KnownTree): Promise<ServedPlan> {
    return this.#do(this.#clock(), async (source) => {
      const state = readState(source);
      const { withdrawn } = state;
      const options = {
        selection: toSelection(assets),
        window: WHOLE,
        asOfMs: source.asOfMs,
        made: parts.filter(({ table }) => !isTapeTable(table)),
        madeNow: [],
        isUnchanged: false,
        broken: new Set<string>(),
        madeAsOfMs: asOfMs,
      };
      const { days, kept } = planDays(source, options);
      const made = parts.filter(({ table }) => isTapeTable(table));
      const ofTape =
        this.#tape === null ? NO_TAPE : planTapeDays(this.#tape, TAPE_TABLES, { ...options, made });
      const series = RECORDERS.map((venue) => [venue, source.countSeries(toSelection(assets, [venue]))]);
      return {
        store: source.store,
        asOfMs: source.asOfMs,
        position: source.position,
        isBehind:
          findBeyond({ asOfMs: asOfMs ?? 0, position: position ?? 0, parts, withdrawn }, state) !== null,
        imported: state.imported,
        restored: source.restored,
        days: [...days, ...ofTape.days].filter(({ closed }) => closed),
        open: days.filter(({ closed }) => !closed),
        kept: [...kept, ...ofTape.kept].map(({ path }) => path),
        series: Object.fromEntries(series),
        withdrawn,
      };
    });
  }

  makeDay({ directory, table, venue, day, assets, asOfMs, isWhole }: DayRequest): Promise<MadeDay> {
    return this.#do(asOfMs, async (source) => {
      const closed = isClosed(day, source.asOfMs);
      const treeDay: TreeDay = {
        table,
        venue,
        day,
        seq: source.listChangedDays(venue).get(day) ?? 0,
        closed,
      };
      const target = {
        ...SERVED_FORM,
        directory,
        selection: toSelection(assets),
        window: WHOLE,
        ...(isWhole ? { partRows: Number.POSITIVE_INFINITY } : {}),
      };
      if (isTapeDay(treeDay)) {
        if (this.#tape === null) throw new Error(`there is no source of ${table}`);
        return writeTapeDay(this.#tape, treeDay, target);
      }
      const parts = await writeDay(source, treeDay, target);
      const [from, to] = [day * DAY_MS, (day + 1) * DAY_MS];
      const damaged = source.damage.filter(
        (one) =>
          one.fromMs !== null &&
          (one.asset === null || (assets?.includes(one.asset) ?? true)) &&
          mayLieIn(one, { venue, fromMs: from, toMs: to - 1 }),
      );
      return { parts, damaged };
    });
  }

  makeTable({ directory, table, selection }: TableRequest) {
    return this.#do(0, async (source) => {
      const part = await writeSmallTable(source, table, {
        directory,
        selection,
        window: WHOLE,
        ...SERVED_FORM,
      });
      return { ...part, asOfMs: source.asOfMs };
    });
  }

  async close(): Promise<void> {
    await this.#queue.waitUntilIdle();
    this.#closeSource();
  }

  /**
   * Runs one piece of work at a time, since the records of a source are valid only until its next read.
   *
   * @param asOfMs The history is read as it was at this time or later.
   */
  #do<Result>(asOfMs: number, work: (source: TreeSource) => Promise<Result>): Promise<Result> {
    return this.#queue.run(async () => {
      if (this.#idle !== null) clearTimeout(this.#idle);
      try {
        return await work(this.#openCurrent(asOfMs));
      } catch (error) {
        this.#closeSource();
        throw error;
      } finally {
        this.#idle = setTimeout(() => this.#closeSource(), IDLE_MS).unref();
      }
    });
  }

  #openCurrent(asOfMs: number): TreeSource {
    const open = this.#source;
    if (open !== null && open.asOfMs >= asOfMs && this.#clock() - open.asOfMs < MAX_SOURCE_AGE_MS)
      return open;
    this.#closeSource();
    this.#source = this.#open();
    return this.#source;
  }

  #closeSource(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
    this.#source?.close();
    this.#source = null;
    this.#tape?.close();
  }
}

function toSelection(
  assets: readonly string[] | null,
  venues: readonly Recorder[] | null = null,
): SeriesSelection {
  return { venues, assets };
}
