import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { rounds } from '../support/long-tests.ts';
import { seeded } from './ledger-world.ts';
import { runWebhookKills } from './webhook-kills.ts';

// Long form alone: `webhook-deposits.test.ts` shows deliveries that come twice, `ledger-kills.test.ts` kills of their writer.

const DELIVERIES = rounds(80, 200);
const KILLS = rounds(2, 5);

test(`${DELIVERIES} deliveries to a process that is killed ${KILLS} times are as many credits`, async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-webhook-kills-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const { acknowledged } = await runWebhookKills(dataDir, DELIVERIES, KILLS, seeded(5));
  assert.equal(acknowledged, DELIVERIES);
});
