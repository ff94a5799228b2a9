import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import type { SettledDay } from '../../src/history/contract/settled-days.ts';
import type { HistoryEngine } from './history-store.ts';

const dayOf = (day: number, first = day % 256): SettledDay => ({
  day,
  entries: Uint8Array.of(first, 2, 3),
  root: new Uint8Array(32).fill(first),
  head: new Uint8Array(32).fill(255 - first),
});

/** Bytes come as the arrays of each engine. */
const plain = ({ day, entries, root, head }: SettledDay) => ({
  day,
  bytes: [entries, root, head].map((bytes) => Buffer.from(bytes).toString('hex')),
});

/** Runs the promises of `SettledDayReader` and `SettledDayWriter` against one engine. */
export function testSettledDays(engine: HistoryEngine): void {
  describe(`trees of closed days: ${engine.name}`, () => {
    let store: HistoryStore;
    before(async () => {
      store = await engine.open();
    });
    after(() => store.close());

    test('days are listed in order, and one that is stored stays as it is', async () => {
      assert.equal(await store.findLastSettledDay(), null);
      assert.deepEqual(await store.listSettledDays(0, 100_000), []);
      for (const day of [20_001, 20_000, 20_002]) await store.putSettledDay(dayOf(day));
      await store.putSettledDay(dayOf(20_001, 9));
      if (engine.reopen !== undefined) store = await engine.reopen(store);
      assert.deepEqual(
        (await store.listSettledDays(20_000, 20_001)).map(plain),
        [20_000, 20_001].map((day) => plain(dayOf(day))),
      );
      assert.deepEqual(plain((await store.findLastSettledDay())!), plain(dayOf(20_002)));
      assert.deepEqual(await store.listSettledDays(20_003, 20_010), []);
    });
  });
}
