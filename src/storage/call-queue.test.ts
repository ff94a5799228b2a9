import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallQueue } from './call-queue.ts';
import type { ProcedureCall } from './procedure.ts';
import { StorageUnavailableError } from './service-database.ts';

const call = (argument: string) => ({ procedure: 'test', argument }) as unknown as ProcedureCall;

test('a call that was not handed over in time is refused, one that was is answered however late', async () => {
  const sent: (readonly ProcedureCall[])[] = [];
  const since: number[] = [];
  const queue = new CallQueue(
    (_, calls, cameAt) => {
      sent.push(calls);
      since.push(cameAt);
    },
    { maxGroup: 8, maxWaiting: 8, maxGroupsAhead: 1, maxWaitMs: 30 },
  );
  const first = queue.add(call('first'));
  await Promise.resolve();
  const overdue = [queue.add(call('second')), queue.add(call('third'))];
  for (const one of overdue) await assert.rejects(one, StorageUnavailableError);
  assert.equal(queue.waiting, 0);
  const from = performance.now();
  const fourth = queue.add(call('fourth'));
  queue.deliver(0, [{ ok: true, value: 1 }]);
  queue.deliver(1, [{ ok: true, value: 4 }]);
  assert.deepEqual([await first, await fourth], [1, 4]);
  assert.deepEqual(sent, [[call('first')], [call('fourth')]], 'what was refused is never sent');
  assert.ok((since[1] ?? 0) >= from, 'the time of a group is that of its first call');
  await queue.waitUntilIdle();
});

test('without a limit calls wait as long as it takes', async () => {
  const queue = new CallQueue(() => undefined, { maxGroup: 8, maxWaiting: 8, maxGroupsAhead: 1 });
  const first = queue.add(call('first'));
  await Promise.resolve();
  const second = queue.add(call('second'));
  await sleep(20);
  assert.equal(queue.waiting, 1);
  queue.deliver(0, [{ ok: true, value: 1 }]);
  queue.deliver(1, [{ ok: true, value: 2 }]);
  assert.deepEqual([await first, await second], [1, 2]);
});
