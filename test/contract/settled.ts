import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { epochMs } from '../../src/domain/index.ts';
import { CursorError } from '../../src/history/contract/cursor.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { SETTLED_AT, settledLine, settledRow } from '../support/settled-rows.ts';
import type { HistoryEngine } from './history-store.ts';

const AT = SETTLED_AT;

/** Runs the promises of `SettledReader` and `SettledWriter` against one engine. */
export function testSettled(engine: HistoryEngine): void {
  describe(`verdicts: ${engine.name}`, () => {
    let store: HistoryStore;
    before(async () => {
      store = await engine.open();
    });
    after(() => store.close());
    const reopen = async () => {
      if (engine.reopen !== undefined) store = await engine.reopen(store);
    };
    const list = async (query: Partial<Parameters<HistoryStore['listSettled']>[0]> = {}) =>
      (await store.listSettled({ limit: 100, ...query })).rows.map(({ storeKey }) => storeKey);

    test('a verdict is kept whole, and a later one replaces it', async () => {
      const first = settledRow('one', {
        verdict: 'unknown',
        reason: 'second_missing',
        missing: [AT],
        value: null,
      });
      await store.putSettled(first);
      assert.deepEqual(await store.findSettled(first), first);
      const second = settledRow('one', { changedFrom: 'unknown', detail: { seconds: [1, 2] } });
      await store.putSettled(second);
      await reopen();
      assert.deepEqual(await store.findSettled(first), second);
      const other = settledRow('none');
      assert.deepEqual(await store.findSettledMany([other, first, first]), [null, second, second]);
      assert.deepEqual(await store.findSettledMany([]), []);
    });

    test('lists go by time and asset, page by page, and filters hold', async () => {
      const at = (ms: number) => epochMs(AT + 100_000 + ms);
      const rows = [
        settledRow('c', { decidedAt: at(1) }),
        settledRow('a', { decidedAt: at(2), venue: 'kalshi', asset: 'kalshi-a', source: 'rti60' }),
        settledRow('b', { decidedAt: at(2), verdict: 'unknown', reason: 'too_close' }),
        settledRow('d', { decidedAt: at(3), verdict: 'contradicted', source: null, coin: null }),
        settledRow('e', { decidedAt: at(4), isReopened: true }),
      ];
      for (const row of rows) await store.putSettled(row);
      const since = at(0);
      assert.deepEqual(await list({ since }), ['c', 'a', 'b', 'd']);
      assert.deepEqual(await store.listReopenedSettled(), [rows[4]]);
      assert.deepEqual(await list({ since: at(2) }), ['a', 'b', 'd']);
      assert.deepEqual(await list({ since, venue: 'kalshi' }), ['a']);
      assert.deepEqual(await list({ since, source: 'rti60' }), ['a']);
      assert.deepEqual(await list({ since, verdict: 'contradicted' }), ['d']);
      assert.deepEqual(await list({ since, reason: 'too_close' }), ['b']);
      const paged: string[] = [];
      for (let cursor: string | undefined, more = true; more; ) {
        const page = await store.listSettled({
          since,
          limit: 1,
          ...(cursor === undefined ? {} : { cursor }),
        });
        paged.push(...page.rows.map(({ storeKey }) => storeKey));
        cursor = page.nextCursor ?? undefined;
        more = cursor !== undefined;
      }
      assert.deepEqual(paged, ['c', 'a', 'b', 'd']);
      await assert.rejects(store.listSettled({ limit: 1, cursor: 'x' }), CursorError);
      assert.equal((await store.findSettled(rows[4]!))?.isReopened, true, 'a row that is in no list is kept');
    });

    test('verdicts of a window are counted by venue, value and reason', async () => {
      const closeAt = AT + 86_400_000;
      for (const name of ['x', 'y', 'z'])
        await store.putSettled(
          settledRow(name, { closeAt, verdict: name === 'z' ? 'contradicted' : 'reproduced' }),
        );
      await store.putSettled(settledRow('later', { closeAt: closeAt + 1 }));
      await store.putSettled(
        settledRow('never', { closeAt: null, verdict: 'unknown', reason: 'terms_silent' }),
      );
      const counts = await store.countSettled({ fromMs: epochMs(closeAt), toMs: epochMs(closeAt) });
      const of = { venue: 'polymarket', source: 'twap60', coin: 'btc', closeAt, reason: null } as const;
      const expected = [
        { ...of, verdict: 'contradicted', markets: 1 },
        { ...of, verdict: 'reproduced', markets: 2 },
      ];
      assert.deepEqual(
        counts.toSorted((a, b) => a.markets - b.markets),
        expected,
      );
    });

    test('lines are only ever added, and come as they were added', async () => {
      const stated = {
        strike: { kind: 'exact', text: '86513.5' },
        value: { kind: 'rounded', text: '84349.74', decimals: 2 },
        openTakenAt: AT,
        closeTakenAt: null,
      } as const;
      const lines = [
        settledLine('one'),
        settledLine('two', { outcome: 'void', payout: null, settledAt: null, statedBy: null }),
        settledLine('one', { stated, recordedAt: epochMs(AT + 5) }),
      ];
      for (const line of lines) await store.addSettledLine(line);
      await reopen();
      assert.deepEqual(await store.findSettledLines(lines[0]!), [lines[0], lines[2]]);
      assert.deepEqual(await store.findSettledLines(settledRow('none')), []);
      const all = await store.listSettledLines({ limit: 10 });
      assert.deepEqual(all, { lines, nextCursor: null });
      const first = await store.listSettledLines({ limit: 2, fromMs: epochMs(AT) });
      assert.equal(first.lines.length, 2);
      const rest = await store.listSettledLines({ limit: 2, cursor: first.nextCursor! });
      assert.deepEqual(rest, { lines: [lines[2]], nextCursor: null });
      const early = await store.listSettledLines({ limit: 10, toMs: epochMs(AT + 10) });
      assert.deepEqual(early.lines, [lines[2]]);
      await assert.rejects(store.listSettledLines({ limit: 1, cursor: 'x' }), CursorError);
    });
  });
}
