import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type DecisionRecord, MAX_DECISIONS } from '../../src/bot/engine/decision-record.ts';
import type { DecisionStore } from '../../src/bot/engine/decision-store.ts';
import { epochMs } from '../../src/domain/index.ts';

export interface DecisionBench {
  readonly store: DecisionStore;
  /** Opens the same store again, as a restart does. */
  reopen(): Promise<DecisionStore>;
}

export type OpenDecisions = (t: TestContext) => Promise<DecisionBench>;

const START = 1_763_700_000_000;

const decide = (i: number, changes: Partial<DecisionRecord> = {}): DecisionRecord => ({
  t: epochMs(START + i),
  venue: 'hyperliquid',
  asset: 'hl-BTC',
  direction: 'LONG',
  confidence: 0.7,
  action: 'open',
  side: 'buy',
  sizeUsd: 12,
  price: 100.5,
  clientOrderId: `eng:hl-BTC:${i}`,
  status: 'filled',
  reason: null,
  ...changes,
});

/** Defines the tests that every engine of the decisions passes. */
export function describeDecisions(engine: string, open: OpenDecisions): void {
  const check = (name: string, body: (bench: DecisionBench) => Promise<void>) =>
    test(`${engine}: ${name}`, async (t) => body(await open(t)));

  check('decisions come back newest first with every member, also the missing ones', async ({ store }) => {
    const held = decide(2, { action: 'hold', side: null, sizeUsd: null, status: null, reason: 'neutral' });
    await store.append('bot_1', [decide(1), held]);
    assert.deepEqual(await store.listNewest('bot_1', 10), [held, decide(1)]);
    assert.deepEqual(await store.listNewest('bot_1', 1), [held]);
  });

  check('those of one time keep their order', async ({ store }) => {
    await store.append('bot_1', [decide(1, { asset: 'hl-A' }), decide(1, { asset: 'hl-B' })]);
    await store.append('bot_1', [decide(1, { asset: 'hl-C' })]);
    const assets = (await store.listNewest('bot_1', 10)).map(({ asset }) => asset);
    assert.deepEqual(assets, ['hl-C', 'hl-B', 'hl-A']);
  });

  check('each bot keeps its own newest ones', async ({ store }) => {
    await store.append('bot_2', [decide(0)]);
    const many = Array.from({ length: MAX_DECISIONS + 2 }, (_, i) => decide(i));
    await store.append('bot_1', many.slice(0, MAX_DECISIONS));
    await store.append('bot_1', many.slice(MAX_DECISIONS));
    const kept = await store.listNewest('bot_1', MAX_DECISIONS + 10);
    assert.equal(kept.length, MAX_DECISIONS);
    assert.deepEqual(kept.at(-1), decide(2));
    assert.deepEqual(await store.listNewest('bot_2', 10), [decide(0)]);
    assert.deepEqual(await store.listNewest('bot_3', 10), []);
  });

  check('a restart keeps them', async ({ store, reopen }) => {
    await store.append('bot_1', [decide(1)]);
    assert.deepEqual(await (await reopen()).listNewest('bot_1', 10), [decide(1)]);
  });
}
