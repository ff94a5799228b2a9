import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noEvmNode } from '../support/evm-node.ts';
import { runChainKills } from './chain-kills.ts';
import { seeded } from './ledger-world.ts';

test('a process that is killed while it reads a chain loses and doubles nothing', {
  skip: noEvmNode,
}, async () => {
  const report = await runChainKills(40, seeded(7));
  assert.deepEqual(
    { ...report, kills: report.kills > 2 },
    { kills: true, deposits: 40, balance: 40, findings: [] },
  );
});
