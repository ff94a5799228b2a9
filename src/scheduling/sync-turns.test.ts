import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { SyncTurns } from './sync-turns.ts';

/** A millisecond of work. */
function work(): void {
  const until = performance.now() + 1;
  while (performance.now() < until);
}

test('work is done in order, and others get their turn meanwhile', async () => {
  const turns = new SyncTurns();
  const done: number[] = [];
  let others = 0;
  let isWorking = true;
  const other = (async () => {
    while (isWorking) {
      await turn();
      others++;
    }
  })();
  await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      turns.run(() => {
        work();
        done.push(i);
      }),
    ),
  );
  isWorking = false;
  await other;
  assert.deepEqual(
    done,
    Array.from({ length: 40 }, (_, i) => i),
  );
  assert.ok(others >= 8, `${others} turns of others`);
});

test('what work returns or throws reaches who handed it in, and the rest continues', async () => {
  const turns = new SyncTurns();
  const failing = turns.run(() => {
    throw new Error('broken');
  });
  const next = turns.run(() => 7);
  await assert.rejects(failing, /broken/);
  assert.equal(await next, 7);
});
