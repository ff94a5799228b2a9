import type { Clock } from '../domain/index.ts';
import { nameRecord } from './operations/unreadable.ts';
import type { UnreadableRecord, VaultRecord } from './vault-record.ts';
import type { VaultStore } from './vault-store.ts';

interface WaitingOptions {
  readonly store: VaultStore;
  readonly clock: Clock;
  /** Finds the reason why no configured key opens a record; null: one does. */
  readonly findProblem: (record: VaultRecord) => string | null;
}

const RECORDS_PER_ROUND = 100;
/** Id that no key has, so that the records of all keys are listed. */
const NO_KEY = '';

/**
 * Opens review items for records that no configured key can open, and ends the items of records that can be opened or
 * no longer exist.
 *
 * @returns Number of records that cannot be opened.
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
