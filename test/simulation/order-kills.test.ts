import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { seeded } from './ledger-world.ts';
import { runOrderKills } from './order-kills.ts';

const ROUNDS = Number(process.env.CROSSTAPE_ORDER_KILL_ROUNDS ?? 4);

test(`${ROUNDS} kills while orders are placed: no fee twice, no hold left, no order without its end`, async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-orders-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const { answered, left } = await runOrderKills(dataDir, ROUNDS, seeded(ROUNDS));
  assert.ok(answered >= ROUNDS, `${answered} answered`);
  assert.ok(left.reserved + left.submitted > 0, 'no kill came while an order was on its way');
});
