import type { Clock } from '../domain/index.ts';
import { nameRecord } from './operations/unreadable.ts';
import type { UnreadableRecord, VaultRecord } from './vault-record.ts';
import type { VaultStore } from './vault-store.ts';

interface WaitingOptions {
  readonly store: VaultStore;
  readonly clock: Clock;
  /** Why no configured key opens a record; null: one does. */
  readonly findProblem: (record: VaultRecord) => string | null;
}

const RECORDS_PER_ROUND = 100;
/** Name of no key: all records are under other keys. */
const NO_KEY = '';

/**
 * Has the records wait in the review that no configured key opens, and ends the waiting of those that open or are gone.
 *
 * @returns How many do not open.
 */
export async function noteUnreadable({ store, clock, findProblem }: WaitingOptions): Promise<number> {
  const waiting = new Set(await store.listWaiting());
  let count = 0;
  let last: VaultRecord | undefined;
  for (;;) {
    const records = await store.listNotUnder(NO_KEY, RECORDS_PER_ROUND, last);
    const unreadable = records.flatMap((record): UnreadableRecord[] => {
      const problem = findProblem(record);
      if (problem === null) return [];
      waiting.delete(nameRecord(record));
      const { owner, venue, envelope } = record;
      return [{ owner, venue, wrap: envelope.wrap, problem }];
    });
    count += unreadable.length;
    if (unreadable.length > 0) await store.noteOpening(unreadable, [], clock());
    last = records.at(-1);
    if (records.length < RECORDS_PER_ROUND) break;
  }
  if (waiting.size > 0) await store.noteOpening([], [...waiting], clock());
  return count;
}
