import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noEvmNode } from '../support/evm-node.ts';
import { rounds } from '../support/long-tests.ts';
import { runChainKills } from './chain-kills.ts';
import { seeded } from './ledger-world.ts';

// Long form alone: `chain-world.test.ts` stops and starts the reader of a chain.

const DEPOSITS = rounds(16, 40);

test('a process that is killed while it reads a chain loses and doubles nothing', {
  skip: noEvmNode,
}, async () => {
  const report = await runChainKills(DEPOSITS, seeded(7));
  assert.deepEqual(
    { ...report, kills: report.kills >= rounds(1, 3) },
    { kills: true, deposits: DEPOSITS, balance: DEPOSITS, findings: [] },
  );
});
