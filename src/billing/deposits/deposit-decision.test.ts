import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MicroUsd, microUsd } from '../../domain/index.ts';
import { toAssetAccount } from '../ledger/chart.ts';
import type { Arrival } from './deposit.ts';
import { type DepositFacts, decideDeposit } from './deposit-decision.ts';

const USD = 1_000_000;
const usd = (amount: number): MicroUsd => microUsd(amount * USD);

function arrival(changes: Partial<Arrival> = {}): Arrival {
  return {
    key: { scope: 'chain:8453', idem: '0xaa:1' },
    source: 'chain',
    account: toAssetAccount('chain:base:USDC'),
    ref: 'base:0xaa:1',
    attribution: { kind: 'owner', owner: 'alice' },
    currency: 'USDC',
    amount: '25',
    microUsd: usd(25),
    ...changes,
  };
}

const facts = (changes: Partial<DepositFacts> = {}): DepositFacts => ({
  limits: { perDeposit: usd(10_000), perDay: usd(25_000) },
  creditedToday: 0,
  isKnownSender: false,
  ...changes,
});

const rows: readonly [what: string, Partial<Arrival>, Partial<DepositFacts>, outcome: string][] = [
  ['an ordinary one', {}, {}, 'credited'],
  ['exactly the cap', { microUsd: usd(10_000) }, {}, 'credited'],
  ['one micro-USD above the cap', { microUsd: microUsd(10_000 * USD + 1) }, {}, 'held deposit_cap'],
  ['exactly the rest of the day', {}, { creditedToday: 24_975 * USD }, 'credited'],
  ['one micro-USD above the day', {}, { creditedToday: 24_975 * USD + 1 }, 'held day_cap'],
  ['a larger first one', { microUsd: usd(1_001), firstDepositCap: usd(1_000) }, {}, 'held first_deposit'],
  ['a first one within its cap', { microUsd: usd(1_000), firstDepositCap: usd(1_000) }, {}, 'credited'],
  [
    'a larger one of a known sender',
    { microUsd: usd(1_001), firstDepositCap: usd(1_000) },
    { isKnownSender: true },
    'credited',
  ],
  ['without an owner', { attribution: { kind: 'unknown', reason: 'no_owner' } }, {}, 'unattributed no_owner'],
  [
    'large and without an owner',
    { attribution: { kind: 'unknown', reason: 'unknown_sender' }, microUsd: usd(20_000) },
    {},
    'unattributed unknown_sender',
  ],
  [
    'sent before the wallet was registered',
    { attribution: { kind: 'unknown', reason: 'before_registration' } },
    {},
    'unattributed before_registration',
  ],
  ['sanctioned', { isSanctioned: true }, {}, 'held sanctioned'],
  [
    'sanctioned and of nobody',
    { isSanctioned: true, attribution: { kind: 'unknown', reason: 'unknown_sender' } },
    {},
    'held sanctioned',
  ],
  ['another currency', { currency: 'EUR', microUsd: null }, {}, 'unattributed currency'],
  ['another currency with a value', { currency: 'EUR' }, {}, 'unattributed currency'],
  ['too large to count', { microUsd: null }, {}, 'held amount_out_of_range'],
  [
    'too large to count and of nobody',
    { microUsd: null, attribution: { kind: 'unknown', reason: 'no_owner' } },
    {},
    'held amount_out_of_range',
  ],
];

for (const [what, changes, given, expected] of rows) {
  test(`a deposit is decided: ${what}`, () => {
    const decision = decideDeposit(arrival(changes), facts(given));
    const reason = decision.state === 'credited' ? '' : ` ${decision.reason}`;
    assert.equal(decision.state + reason, expected);
    const isCounted = !/ (?:currency|amount_out_of_range)$/.test(expected);
    assert.equal(decision.counted, isCounted ? arrival(changes).microUsd : null);
  });
}
