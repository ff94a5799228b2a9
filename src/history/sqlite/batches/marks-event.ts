import { setImmediate as nextTurn } from 'node:timers/promises';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { epochMs } from '../../../domain/index.ts';
import type { ImportedMark } from '../../contract/reference-marks.ts';
import type { MarkTable } from '../references/mark-table.ts';
import type { BatchTable } from './batch-table.ts';

/** Event of the marks of a batch, known ones included: lists of their members as JSON, deflated, in base64. */
export interface MarksEvent {
  readonly kind: 'marks';
  /** Time of the earliest mark; `toMs`: of the latest. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly data: string;
}

/** Maximum number of marks of one event, which is a step of its own. */
export const MARKS_A_PACK = 1_000;
/** Number of events of other batches that are read before the event loop gets a turn. */
const EVENTS_A_READ = 1_000;

type Members = readonly [
  key: string,
  t: number,
  text: string | null,
  receivedAt: number,
  relay: string,
  count: number | null,
];

/** Converts marks to an event. @param marks At least one. */
export function toMarksEvent(marks: readonly ImportedMark[]): MarksEvent {
  const times = marks.map(({ t }) => t);
  return {
    kind: 'marks',
    fromMs: Math.min(...times),
    toMs: Math.max(...times),
    data: deflateRawSync(JSON.stringify(marks.map(toMembers))).toString('base64'),
  };
}

/** Removes the marks of an event that no other batch holds, inside the caller's transaction. */
export function undoMarks(table: MarkTable, event: MarksEvent, held: HeldMarks): void {
  const isHeld = held.listKeys(event);
  table.removeImported(readMarks(event).filter((mark) => !isHeld.has(toKey(mark))));
}

/** Marks of the other batches in force, for the undo of one batch. */
export class HeldMarks {
  readonly #table: BatchTable;
  readonly #places: (Pick<MarksEvent, 'fromMs' | 'toMs'> & { readonly batch: string; readonly n: number })[] =
    [];

  private constructor(table: BatchTable) {
    this.#table = table;
  }

  static async load(table: BatchTable, others: readonly { readonly id: string }[]): Promise<HeldMarks> {
    const held = new HeldMarks(table);
    for (const { id } of others) {
      for (let from: number | null = 0; from !== null; ) {
        const page = table.readEvents(id, from, EVENTS_A_READ);
        for (const { n, event } of page.events) held.#add(id, n, event as MarksEvent);
        from = page.next;
        await nextTurn();
      }
    }
    return held;
  }

  /** Lists the held marks in the time span of an event, by {@link toKey}. */
  listKeys({ fromMs, toMs }: Pick<MarksEvent, 'fromMs' | 'toMs'>): Set<string> {
    const near = this.#places.filter((place) => place.fromMs <= toMs && place.toMs >= fromMs);
    return new Set(
      near.flatMap(({ batch, n }) => {
        const event = this.#table.readEvent(batch, n) as MarksEvent | null;
        return event === null ? [] : readMarks(event).map(toKey);
      }),
    );
  }

  #add(batch: string, n: number, { kind, fromMs, toMs }: MarksEvent): void {
    if (kind === 'marks') this.#places.push({ batch, n, fromMs, toMs });
  }
}

function toMembers({ key, t, text, receivedAt, relay, count }: ImportedMark): Members {
  return [key, t, text, receivedAt, relay, count];
}

function toKey(mark: ImportedMark): string {
  return JSON.stringify(toMembers(mark));
}

function readMarks({ data }: MarksEvent): ImportedMark[] {
  const lists = JSON.parse(inflateRawSync(Buffer.from(data, 'base64')).toString()) as Members[];
  return lists.map(([key, t, text, receivedAt, relay, count]) => ({
    key,
    t: epochMs(t),
    text,
    receivedAt: epochMs(receivedAt),
    relay,
    count,
  }));
}
