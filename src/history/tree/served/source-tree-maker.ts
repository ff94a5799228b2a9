import { type Clock, DAY_MS, RECORDERS, type Recorder, SECOND_MS } from '../../../domain/index.ts';
import { InOrder } from '../../../scheduling/in-order.ts';
import { isClosed, type TreeDay } from '../days.ts';
import { readState } from '../history-state.ts';
import { findBeyond } from '../newer-tree.ts';
import type { FileForm } from '../part-file.ts';
import { planDays } from '../plan.ts';
import { writeSmallTable } from '../small-table-file.ts';
import { mayLieIn, type SeriesSelection, type TreeSource, type TreeWindow } from '../tree-source.ts';
import { writeDay } from '../write-day.ts';
import type { DayRequest, KnownTree, MadeDay, ServedPlan, TableRequest, TreeMaker } from './tree-maker.ts';

/** The form of all files that are served. */
export const SERVED_FORM: FileForm = { format: 'parquet', compression: 'zstd' };

/** Parts that are requested one after the other share one list of series, and the snapshot does not grow old. */
const MAX_SOURCE_AGE_MS = 30 * SECOND_MS;
const IDLE_MS = 2 * SECOND_MS;

const WHOLE: TreeWindow = { fromMs: null, toMs: null };

/** Makes the files in the thread of its caller, from a store that is opened while there is work. */
export class SourceTreeMaker implements TreeMaker {
  readonly #open: () => TreeSource;
  readonly #clock: Clock;
  #source: TreeSource | null = null;
  #idle: NodeJS.Timeout | null = null;
  readonly #queue = new InOrder();

  constructor(open: () => TreeSource, clock: Clock) {
    this.#open = open;
    this.#clock = clock;
  }

  plan({ parts, asOfMs, position, assets }: KnownTree): Promise<ServedPlan> {
    return this.#do(this.#clock(), async (source) => {
      const state = readState(source);
      const { withdrawn } = state;
      const { days, kept } = planDays(source, {
        selection: toSelection(assets),
        window: WHOLE,
        asOfMs: source.asOfMs,
        made: parts,
        madeNow: [],
        isUnchanged: false,
        broken: new Set(),
        madeAsOfMs: asOfMs,
      });
      const series = RECORDERS.map((venue) => [venue, source.countSeries(toSelection(assets, [venue]))]);
      return {
        store: source.store,
        asOfMs: source.asOfMs,
        position: source.position,
        isBehind:
          findBeyond({ asOfMs: asOfMs ?? 0, position: position ?? 0, parts, withdrawn }, state) !== null,
        imported: state.imported,
        restored: source.restored,
        days: days.filter(({ closed }) => closed),
        open: days.filter(({ closed }) => !closed),
        kept: kept.map(({ path }) => path),
        series: Object.fromEntries(series),
        withdrawn,
      };
    });
  }

  makeDay({ directory, venue, day, assets, asOfMs, isWhole }: DayRequest): Promise<MadeDay> {
    return this.#do(asOfMs, async (source) => {
      const closed = isClosed(day, source.asOfMs);
      const treeDay: TreeDay = {
        table: 'observations',
        venue,
        day,
        seq: source.listChangedDays(venue).get(day) ?? 0,
        closed,
      };
      const parts = await writeDay(source, treeDay, {
        ...SERVED_FORM,
        directory,
        selection: toSelection(assets),
        window: WHOLE,
        ...(isWhole ? { partRows: Number.POSITIVE_INFINITY } : {}),
      });
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
   * Makes one part after the other: records of a source are valid until the next read.
   *
   * @param asOfMs The store is read as it was at this time or later.
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
  }
}

function toSelection(
  assets: readonly string[] | null,
  venues: readonly Recorder[] | null = null,
): SeriesSelection {
  return { venues, assets };
}
