import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { StreamSlots } from '../../src/accounts/limits/stream-slots.ts';
import type { Soon } from '../../src/scheduling/soon.ts';

export type OpenSlots = (t: TestContext) => Soon<StreamSlots>;

/** Defines the tests that every engine of the stream slots passes. */
export function describeSlots(engine: string, open: OpenSlots): void {
  const check = (name: string, body: (slots: StreamSlots) => Promise<void>) =>
    test(`${engine}: ${name}`, async (t) => body(await open(t)));

  check('as many as the limit are taken, also when all come at once', async (slots) => {
    const taken = await Promise.all(Array.from({ length: 50 }, () => slots.take('bot', 5)));
    assert.equal(taken.filter((free) => free !== null).length, 5);
    assert.equal(await slots.countUsed('bot'), 5);
  });

  check('a limit of nothing gives nothing, and bots do not concern each other', async (slots) => {
    assert.equal(await slots.take('bot', 0), null);
    assert.notEqual(await slots.take('bot', 1), null);
    assert.equal(await slots.take('bot', 1), null);
    assert.notEqual(await slots.take('other', 1), null);
  });

  check('a slot that was given back is free once, however often it is given back', async (slots) => {
    const first = await slots.take('bot', 2);
    await slots.take('bot', 2);
    for (let i = 0; i < 3; i++) await first?.();
    assert.equal(await slots.countUsed('bot'), 1);
    assert.notEqual(await slots.take('bot', 2), null);
    assert.equal(await slots.take('bot', 2), null);
  });

  check('a limit that fell below what is open lets nothing in until enough have left', async (slots) => {
    const open = await Promise.all([1, 2, 3].map(() => slots.take('bot', 3)));
    assert.equal(await slots.take('bot', 2), null);
    await open[0]?.();
    assert.equal(await slots.take('bot', 2), null);
    await open[1]?.();
    assert.notEqual(await slots.take('bot', 2), null);
  });

  check('a reader that has left is forgotten', async (slots) => {
    const free = await slots.take('bot', 1);
    await free?.();
    assert.equal(await slots.countUsed('bot'), 0);
  });
}
