import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { UpgradeServer } from './upgrade-server.ts';

test('while a file is upgraded, health says how far it is and everything else is 503', async () => {
  const state = { fromFormat: 1, toFormat: 2, seriesDone: 0, series: 9 };
  const server = new UpgradeServer(state, { host: '127.0.0.1', port: 0 });
  while (server.port === null) await wait(1);
  const base = `http://127.0.0.1:${server.port}`;
  server.update({ ...state, seriesDone: 5 });
  const health = await fetch(`${base}/api/health?x=1`);
  assert.equal(health.status, 200);
  assert.deepEqual(await health.json(), {
    ok: true,
    status: 'upgrading',
    upgrade: { ...state, seriesDone: 5 },
  });
  const other = await fetch(`${base}/api/feed`);
  assert.deepEqual([other.status, other.headers.get('retry-after')], [503, '5']);
  assert.equal(((await other.json()) as { ok: boolean }).ok, false);
  await server.close();
  await assert.rejects(fetch(`${base}/api/health`));
});
