import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { vaultRoutes } from '../../src/http/routes/admin/admin-routes.ts';
import { botRoutes } from '../../src/http/routes/bot/bot-routes.ts';
import { buildServer } from '../../src/http/server/server.ts';
import { startBotBench } from '../support/bot-bench.ts';

test('a server that only describes the bot API says of it what the server says that answers it', async (t) => {
  const { app, accounts } = await startBotBench(t);
  const describing = await buildServer({
    sets: [botRoutes.describedOnly(), vaultRoutes.describedOnly()],
    settings: { version: '0', trustedProxies: [], paidGating: true },
    gate: accounts.botGate,
    log: pino({ level: 'silent' }),
    now: () => 0,
  });
  t.after(() => describing.close());
  const [real, described] = [await app.described.readPaths(), await describing.described.readPaths()];
  const paths = Object.keys(described);
  assert.ok(paths.includes('/api/bot/trade') && paths.length >= 8, paths.join(' '));
  for (const path of paths) assert.deepEqual(described[path], real[path], path);
  const rows = app.described.rows().filter(({ path }) => paths.includes(path.replaceAll(/:(\w+)/g, '{$1}')));
  assert.deepEqual(describing.described.rows(), rows);
});
