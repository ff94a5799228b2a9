import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeShards } from './shards.ts';
import { balanceAnswer } from './wire.ts';

const NO_REFUSALS = { noteRefusedRow: () => assert.fail('a row was refused') };

test('money that is spread over shards is shown, and money on one is not', () => {
  // The members of a balance that the demo exchange answered in September 2026.
  const spread = {
    balance: 10_000,
    balance_dollars: '100.0000',
    portfolio_value: 0,
    updated_ts: 1_789_600_000,
    balance_breakdown: [
      { exchange_index: 0, balance: '100.0000' },
      { exchange_index: 1, balance: '0.0000' },
    ],
  };
  assert.ok(balanceAnswer.accepts(spread));
  assert.match(
    describeShards(spread, NO_REFUSALS).note ?? '',
    /USD 100\.0000 on shard 0, 0\.0000 on shard 1: /,
  );
  assert.deepEqual(describeShards({ balance: 1 }, NO_REFUSALS), {});
  for (const breakdown of [null, [], spread.balance_breakdown.slice(0, 1)]) {
    assert.deepEqual(describeShards({ balance: 1, balance_breakdown: breakdown }, NO_REFUSALS), {});
  }
});
