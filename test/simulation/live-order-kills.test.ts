import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { seeded } from './ledger-world.ts';
import { runLiveKills } from './live-order-kills.ts';

// Long form alone: `live-orders.test.ts` and `order-kills.test.ts` show the path of orders and its kills.

test('the order path is killed at its steps: no order twice, no fee twice, none set aside', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-live-kills-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const { orders, filled } = await runLiveKills(dataDir, 3, seeded(13));
  assert.ok(orders >= 4 && filled >= 2, JSON.stringify({ orders, filled }));
});
