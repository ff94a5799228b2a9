import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { DEFAULT_BOT_CONFIG, NO_EXIT_STATE } from '../../src/bot/control/control.ts';
import type { ControlStore } from '../../src/bot/control/control-store.ts';
import { epochMs } from '../../src/domain/index.ts';

/** Exit state of a bot that was enabled at the time of the bench. */
const RESUMED = { ...NO_EXIT_STATE, resumedAtMs: epochMs(1_763_700_000_000) };

export interface ControlBench {
  readonly store: ControlStore;
  /** Sets the global flag as the operator does. */
  setGlobalKill(value: boolean): Promise<void>;
  /** Opens the same store again, as a restart does. */
  reopen(): Promise<ControlStore>;
}

export type OpenControls = (t: TestContext) => Promise<ControlBench>;

/** Defines the tests that every engine of the settings and flags of bots passes. */
export function describeControls(engine: string, open: OpenControls): void {
  const check = (name: string, body: (bench: ControlBench) => Promise<void>) =>
    test(`${engine}: ${name}`, async (t) => body(await open(t)));

  check('a bot that was never changed has the defaults and trades by hand', async ({ store }) => {
    assert.deepEqual(await store.read('bot_1'), {
      config: DEFAULT_BOT_CONFIG,
      halt: 'none',
      exitState: NO_EXIT_STATE,
    });
    assert.equal(await store.readHalt('bot_1'), 'none');
    assert.equal(await store.readGlobalHalt(), 'none');
    assert.deepEqual(await store.listEnabled(10), []);
  });

  check('a change alters what it names, and leaves the rest and other bots', async ({ store }) => {
    const first = await store.change('bot_1', { enabled: true, venues: ['kalshi'], assets: ['kalshi-a'] });
    const config = {
      ...DEFAULT_BOT_CONFIG,
      enabled: true,
      venues: ['kalshi'],
      assets: ['kalshi-a'],
    } as const;
    assert.deepEqual(first, { config, halt: 'none', exitState: RESUMED });
    const second = await store.change('bot_1', { minConfidence: 0.75, halt: 'all' });
    assert.deepEqual(second, { config: { ...config, minConfidence: 0.75 }, halt: 'all', exitState: RESUMED });
    assert.deepEqual(await store.read('bot_1'), second);
    assert.deepEqual(await store.read('bot_2'), {
      config: DEFAULT_BOT_CONFIG,
      halt: 'none',
      exitState: NO_EXIT_STATE,
    });
    const third = await store.change('bot_1', { enabled: false, halt: 'none' });
    assert.deepEqual(third, {
      config: { ...config, minConfidence: 0.75, enabled: false },
      halt: 'none',
      exitState: RESUMED,
    });
  });

  check('changes at the same time all count', async ({ store }) => {
    await Promise.all([
      store.change('bot_1', { enabled: true }),
      store.change('bot_1', { tradeSizeUsd: 50 }),
      store.change('bot_1', { halt: 'all' }),
    ]);
    const { config, halt } = await store.read('bot_1');
    assert.deepEqual([config.enabled, config.tradeSizeUsd, halt], [true, 50, 'all']);
  });

  check('a bot is halted by its own flag or by the global one', async ({ store, setGlobalKill }) => {
    await store.change('bot_1', { halt: 'all' });
    assert.deepEqual([await store.readHalt('bot_1'), await store.readHalt('bot_2')], ['all', 'none']);
    await setGlobalKill(true);
    assert.deepEqual([await store.readHalt('bot_2'), await store.readGlobalHalt()], ['all', 'all']);
    for (const botId of ['bot_1', 'bot_2']) {
      const { halt, ...settings } = await store.readInForce(botId);
      const { halt: _own, ...stored } = await store.read(botId);
      assert.deepEqual([halt, settings], ['all', stored]);
    }
    await setGlobalKill(false);
    assert.deepEqual([await store.readHalt('bot_1'), await store.readHalt('bot_2')], ['all', 'none']);
    assert.equal(await store.readGlobalHalt(), 'none');
  });

  check('running bots are listed by id in pages, without those that are killed or off', async ({ store }) => {
    for (const botId of ['d', 'b', 'a', 'c', 'e']) await store.change(botId, { enabled: true });
    await store.change('b', { halt: 'all' });
    await store.change('d', { enabled: false });
    await store.change('f', { tradeSizeUsd: 1 });
    const ids = async (limit: number, after?: string) =>
      (await store.listEnabled(limit, after)).map(({ botId }) => botId);
    assert.deepEqual(await ids(10), ['a', 'c', 'e']);
    assert.deepEqual(await ids(2), ['a', 'c']);
    assert.deepEqual(await ids(2, 'c'), ['e']);
    assert.deepEqual(await ids(2, 'e'), []);
    await store.change('b', { halt: 'none' });
    assert.deepEqual(await ids(10), ['a', 'b', 'c', 'e']);
    const [first] = await store.listEnabled(1);
    assert.deepEqual(first, {
      botId: 'a',
      config: { ...DEFAULT_BOT_CONFIG, enabled: true },
      exitState: RESUMED,
    });
  });

  check('the first secret stays', async ({ store, reopen }) => {
    const [first, second] = [Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5, 6)];
    assert.deepEqual(new Uint8Array(await store.keepHandleSecret(first)), first);
    assert.deepEqual(new Uint8Array(await store.keepHandleSecret(second)), first);
    assert.deepEqual(new Uint8Array(await (await reopen()).keepHandleSecret(second)), first);
  });

  check('the start sets the global flag once; then the operator alone does', async (bench) => {
    await bench.store.startWith(true);
    assert.equal(await bench.store.readGlobalHalt(), 'all');
    await bench.setGlobalKill(false);
    await bench.store.startWith(true);
    assert.equal(await bench.store.readGlobalHalt(), 'none');
  });

  check('a restart keeps settings and flags', async ({ store, reopen, setGlobalKill }) => {
    const before = await store.change('bot_1', { enabled: true, maxStaleMs: 5_000, halt: 'all' });
    await setGlobalKill(true);
    const again = await reopen();
    assert.deepEqual(await again.read('bot_1'), before);
    assert.deepEqual([await again.readHalt('bot_1'), await again.readGlobalHalt()], ['all', 'all']);
  });
}
