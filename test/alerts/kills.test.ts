import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { SECRET, startReceiver } from '../support/alert-bench.ts';
import type { AlertOrder, KillPoint } from '../support/alert-process.ts';
import { rounds } from '../support/long-tests.ts';
import { seededRandom } from '../support/random.ts';
import { emptyDirectory } from '../support/run-command.ts';
import { until } from '../support/until.ts';

const KILLS = rounds(6, 50);
/** Every third crossing meets a kill. */
const CROSSINGS = 3 * KILLS;

test(`${KILLS} kills of the process around commits and deliveries: each crossing is told under one id`, async (t) => {
  const random = seededRandom(20_261_130);
  const dataDir = await emptyDirectory(t);
  const { endpoint, calls } = await startReceiver(t, (response) => {
    // Some answers come after the kill.
    setTimeout(() => response.writeHead(204).end(), random() < 0.3 ? 50 : 0);
  });

  const start = async () => {
    const child = fork(path.join(import.meta.dirname, '../support/alert-process.ts'), [
      dataDir,
      endpoint.url.href,
    ]);
    const [message] = await once(child, 'message');
    assert.equal(message, 'ready');
    return child;
  };
  /** Resolves with the answer; null when the process was killed. */
  const ask = async (child: ChildProcess, order: AlertOrder | null): Promise<unknown> => {
    const ended = new AbortController();
    const { signal } = ended;
    const exit = once(child, 'exit', { signal }).then(() => null);
    const answer = once(child, 'message', { signal }).then(([message]) => message);
    child.send({ order });
    try {
      return await Promise.race([answer, exit]);
    } finally {
      // Neither waits on for the other.
      for (const each of [exit, answer]) each.catch(() => undefined);
      ended.abort();
    }
  };

  /** Kills the process, unless a commit of a delivery has done so. */
  const kill = async (child: ChildProcess) => {
    if (child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };

  let child = await start();
  t.after(() => child.kill('SIGKILL'));
  await ask(child, { price: 99_000, kill: null });
  let kills = 0;
  for (let i = 0; i < CROSSINGS; i++) {
    for (const price of [100_500, 99_000]) {
      const isKilled = i % 3 === 0 && price === 100_500;
      const at = isKilled ? (['before', 'after', null] as const)[Math.floor(random() * 3)]! : null;
      const answer = await ask(child, { price, kill: at satisfies KillPoint | null });
      if (!isKilled) continue;
      if (answer !== null) {
        // The event is stored; its delivery is under way, or its outcome is about to be stored.
        await kill(child);
      }
      kills++;
      child = await start();
      assert.equal(await ask(child, { price, kill: null }), 'done');
    }
  }
  await until(async () => (await ask(child, null)) === false);
  const webhook = new Webhook(SECRET);
  const told = new Map<string, number>();
  for (const { headers, body } of calls) {
    const { data } = webhook.verify(body, headers as Record<string, string>) as { data: { seq: number } };
    const id = String(headers['webhook-id']);
    assert.ok(!told.has(id) || told.get(id) === data.seq, 'one id, one event');
    told.set(id, data.seq);
  }
  assert.equal(kills, KILLS);
  assert.equal(told.size, CROSSINGS);
  await kill(child);
  t.diagnostic(`${kills} kills, ${calls.length} calls`);
});
