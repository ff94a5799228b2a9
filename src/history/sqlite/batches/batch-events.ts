import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BatchTable } from './batch-table.ts';

/** Number of events that are read before the event loop gets a turn. */
const EVENTS_A_READ = 1_000;

/** Event that assigns its key to a series number of the batch. */
export interface SeriesEvent<Key> {
  readonly kind: 'series';
  readonly id: number;
  readonly key: Key;
}

/**
 * Events of a batch: its series, and its changes other than records. The import of a large tree has millions, so only
 * their numbers are in memory, and an event is read when it is needed.
 */
export class BatchEvents<Key, Change extends { readonly kind: string }> {
  readonly #table: BatchTable;
  readonly #batch: string;
  readonly #series = new Map<number, number>();
  readonly #changes: number[] = [];

  private constructor(table: BatchTable, batch: string) {
    this.#table = table;
    this.#batch = batch;
  }

  static async read<Key, Change extends { readonly kind: string }>(
    table: BatchTable,
    batch: string,
  ): Promise<BatchEvents<Key, Change>> {
    const events = new BatchEvents<Key, Change>(table, batch);
    for (let from: number | null = 0; from !== null; ) {
      const page = table.readEvents(batch, from, EVENTS_A_READ);
      for (const { n, event } of page.events) events.#add(n, event as SeriesEvent<Key> | Change);
      from = page.next;
      await nextTurn();
    }
    return events;
  }

  /** Numbers of the series that the batch has rows of. */
  get series(): Pick<ReadonlySet<number>, 'has'> {
    return this.#series;
  }

  /** Number of events that are changes other than records. */
  get changeCount(): number {
    return this.#changes.length;
  }

  /** Finds the key of a series; null when the batch has no such series, or its event is damaged. */
  findKey(series: number): Key | null {
    const n = this.#series.get(series);
    const event = n === undefined ? null : (this.#table.readEvent(this.#batch, n) as SeriesEvent<Key> | null);
    return event?.key ?? null;
  }

  /** Reads up to `count` changes, the latest first. @param from Number of the latest changes that are skipped. */
  readLatest(from: number, count: number): Change[] {
    const { length } = this.#changes;
    const places = this.#changes.slice(Math.max(0, length - from - count), length - from).reverse();
    return places.flatMap((n) => (this.#table.readEvent(this.#batch, n) as Change | null) ?? []);
  }

  #add(n: number, event: SeriesEvent<Key> | Change): void {
    if (event.kind === 'series') this.#series.set((event as SeriesEvent<Key>).id, n);
    else this.#changes.push(n);
  }
}
