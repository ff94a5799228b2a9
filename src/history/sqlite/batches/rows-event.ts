import { setImmediate as nextTurn } from 'node:timers/promises';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { BatchTable } from './batch-table.ts';

/** Event of rows of a batch, known ones included: lists of their members as JSON, deflated, in base64. */
export interface RowsEvent<Kind extends string = 'marks' | 'bars'> {
  readonly kind: Kind;
  /** Time of the earliest row; `toMs`: of the latest. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly data: string;
}

export type RowMembers = readonly (string | number | null)[];

/** Maximum number of rows of one event, which is a step of its own. */
export const ROWS_A_PACK = 1_000;
/** Number of events of other batches that are read before the event loop gets a turn. */
const EVENTS_A_READ = 1_000;

/** Packs rows. @param times Times of the rows, at least one. */
export function packRows<Kind extends string>(
  kind: Kind,
  rows: readonly RowMembers[],
  times: readonly number[],
): RowsEvent<Kind> {
  return {
    kind,
    fromMs: Math.min(...times),
    toMs: Math.max(...times),
    data: deflateRawSync(JSON.stringify(rows)).toString('base64'),
  };
}

/** Reads the rows of an event. */
export function unpackRows({ data }: Pick<RowsEvent<string>, 'data'>): RowMembers[] {
  return JSON.parse(inflateRawSync(Buffer.from(data, 'base64')).toString()) as RowMembers[];
}

/** Rows of the other batches in force, for the undo of one batch. */
export class HeldRows {
  readonly #table: BatchTable;
  readonly #places: (Pick<RowsEvent, 'kind' | 'fromMs' | 'toMs'> & {
    readonly batch: string;
    readonly n: number;
  })[] = [];

  private constructor(table: BatchTable) {
    this.#table = table;
  }

  static async load(table: BatchTable, others: readonly { readonly id: string }[]): Promise<HeldRows> {
    const held = new HeldRows(table);
    for (const { id } of others) {
      for (let from: number | null = 0; from !== null; ) {
        const page = table.readEvents(id, from, EVENTS_A_READ);
        for (const { n, event } of page.events) held.#add(id, n, event as RowsEvent);
        from = page.next;
        await nextTurn();
      }
    }
    return held;
  }

  /** Lists the held rows of the kind and in the time span of an event, as JSON of their members. */
  listKeys({ kind, fromMs, toMs }: Pick<RowsEvent, 'kind' | 'fromMs' | 'toMs'>): Set<string> {
    const near = this.#places.filter(
      (place) => place.kind === kind && place.fromMs <= toMs && place.toMs >= fromMs,
    );
    return new Set(
      near.flatMap(({ batch, n }) => {
        const event = this.#table.readEvent(batch, n) as RowsEvent | null;
        return event === null ? [] : unpackRows(event).map((row) => JSON.stringify(row));
      }),
    );
  }

  #add(batch: string, n: number, { kind, fromMs, toMs }: RowsEvent): void {
    if (kind === 'marks' || kind === 'bars') this.#places.push({ kind, batch, n, fromMs, toMs });
  }
}
