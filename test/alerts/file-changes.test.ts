import assert from 'node:assert/strict';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { startSimulatedService } from '../support/simulated-service.ts';
import { until } from '../support/until.ts';

const ADMIN_TOKEN = 'admin-token-of-the-tests-of-alerts';

test('a file of alerts that is written, spoilt, put back or removed is read without a signal', async (t) => {
  const { app, dataDir } = await startSimulatedService(t, {
    markets: 5,
    env: { CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN },
  });
  const file = path.join(dataDir, 'alerts.json');
  const read = async () => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const response = await fetch(`${app.apiUrl}/api/alerts/rules`, { headers });
    return (await response.json()) as { readonly count: number; readonly problem: string | null };
  };
  const toText = (count: number) =>
    JSON.stringify({
      endpoints: [{ id: 'chat', format: 'slack', url: 'https://hooks.example.com/x' }],
      rules: Array.from({ length: count }, (_, i) => ({
        id: `r${i}`,
        when: { type: 'anomaly' },
        to: ['chat'],
      })),
    });
  writeFileSync(path.join(dataDir, 'older.json'), toText(2));
  assert.equal((await read()).count, 0);
  writeFileSync(file, toText(1));
  await until(async () => (await read()).count === 1);
  writeFileSync(file, '{ spoilt');
  await until(async () => (await read()).problem !== null);
  assert.equal((await read()).count, 1, 'the rules of before stay in force');
  // Its content is older than what was read last.
  renameSync(path.join(dataDir, 'older.json'), file);
  await until(async () => (await read()).count === 2);
  assert.equal((await read()).problem, null);
  rmSync(file);
  await until(async () => (await read()).count === 0);
});
