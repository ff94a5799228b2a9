import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { StartingServer, type StartState } from './starting-server.ts';

async function start(t: TestContext, state: StartState) {
  const server = new StartingServer(state, { host: '127.0.0.1', port: 0 });
  t.after(() => server.close());
  while (server.port === null) await wait(1);
  const base = `http://127.0.0.1:${server.port}`;
  const get = async (path: string) => {
    const response = await fetch(`${base}${path}`);
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: (await response.json()) as Record<string, unknown>,
    };
  };
  return { server, base, get };
}

test('while a process waits, health says for what and everything else is 503', async (t) => {
  const { server, base, get } = await start(t, { status: 'waiting', waitsFor: 'a database' });
  server.update({ status: 'waiting', waitsFor: 'a schema' });
  const health = await get('/api/health?x=1');
  assert.equal(health.status, 200);
  assert.deepEqual(health.body, { ok: true, status: 'waiting', waitsFor: 'a schema' });
  const other = await get('/api/feed');
  assert.deepEqual([other.status, other.retryAfter, other.body.ok], [503, '5', false]);
  await server.close();
  await assert.rejects(fetch(`${base}/api/health`));
});

test('a process that waits for another one is live, and not ready', async (t) => {
  const { get } = await start(t, { status: 'waiting', waitsFor: 'the database holds no schema' });
  assert.deepEqual((await get('/api/health')).body.waitsFor, 'the database holds no schema');
  assert.equal((await get('/api/health/live')).status, 200);
  const ready = await get('/api/health/ready');
  assert.deepEqual([ready.status, ready.body.error, ready.body.reasons], [503, 'not_ready', ['starting']]);
  assert.match(String(ready.body.message), /holds no schema/);
});
