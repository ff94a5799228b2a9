import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { seeded } from './ledger-world.ts';
import { runWebhookKills } from './webhook-kills.ts';

test('200 deliveries to a process that is killed five times are 200 credits', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-webhook-kills-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const { acknowledged } = await runWebhookKills(dataDir, 200, 5, seeded(5));
  assert.equal(acknowledged, 200);
});
