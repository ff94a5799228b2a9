import assert from 'node:assert/strict';
import { test } from 'node:test';
import { microUsd } from '../../domain/index.ts';
import type { ReversalOutcome } from '../deposits/reversal.ts';
import {
  addOutcomes,
  type DepositOutcomeFacts,
  type NewOutcome,
  type StoredOutcome,
  summarizeDeposit,
  summarizeReversals,
  toEventOutcome,
} from './event-outcome.ts';

const pending: ReversalOutcome = { status: 'pending' };
const currency: ReversalOutcome = { status: 'currency' };
const unattributed: ReversalOutcome = { status: 'unattributed' };
const repeat = (moved: number): ReversalOutcome => ({ status: 'repeated', owner: 'ann', moved });
const move = (moved: number, isHeld = false): ReversalOutcome => ({
  status: 'moved',
  owner: 'ann',
  moved,
  isHeld,
});
const money = (amount: number | null, isHeld = false): StoredOutcome => ({
  owner: 'ann',
  microUsd: amount,
  isHeld,
});

test('a deposit is money of its owner, unless its currency is not counted or it has no owner', () => {
  const rows: [deposit: DepositOutcomeFacts, outcome: StoredOutcome][] = [
    [{ state: 'credited', reason: null, owner: 'ann', microUsd: 5 }, money(5)],
    [{ state: 'held', reason: 'day_cap', owner: 'ann', microUsd: 5 }, money(5, true)],
    [{ state: 'held', reason: 'amount_out_of_range', owner: 'ann', microUsd: null }, money(null, true)],
    [{ state: 'released', reason: 'day_cap', owner: 'ann', microUsd: 5 }, money(5)],
    [{ state: 'unattributed', reason: 'no_owner', owner: null, microUsd: 5 }, { ignored: 'unattributed' }],
    [{ state: 'unattributed', reason: 'currency', owner: 'ann', microUsd: null }, { ignored: 'currency' }],
    [{ state: 'unattributed', reason: 'currency', owner: null, microUsd: null }, { ignored: 'currency' }],
  ];
  for (const [deposit, outcome] of rows) assert.deepEqual(summarizeDeposit(deposit), outcome);
});

test('of several reversals, what moved counts first, then what waits, then what was known', () => {
  const rows: [outcomes: ReversalOutcome[], outcome: StoredOutcome, applied: boolean][] = [
    [[move(-5)], money(-5), true],
    [[move(-5), move(-7)], money(-12), true],
    [[move(-5), pending, repeat(-3), currency], money(-5), true],
    // The outcome is `held` only if all of the money stays in the review.
    [[move(0, true)], money(0, true), true],
    [[move(0, true), move(-7)], money(-7), true],
    [[repeat(-3), repeat(-4)], money(-7), false],
    [[repeat(-3), currency], money(-3), false],
    [[repeat(-3), pending], { ignored: 'pending_deposit' }, false],
    [[pending, currency], { ignored: 'pending_deposit' }, false],
    [[unattributed, currency], { ignored: 'currency' }, false],
    [[unattributed], { ignored: 'unattributed' }, false],
    [[], { ignored: 'unattributed' }, false],
  ];
  for (const [i, [outcomes, outcome, applied]] of rows.entries()) {
    assert.deepEqual(summarizeReversals(outcomes), { outcome, applied }, `row ${i + 1}`);
  }
});

test('what moves later is added to what moved before', () => {
  const ignored: StoredOutcome = { ignored: 'pending_deposit' };
  const rows: [earlier: StoredOutcome, later: StoredOutcome, sum: StoredOutcome][] = [
    [ignored, money(-5), money(-5)],
    [money(-5), ignored, money(-5)],
    [money(-5), money(-7), money(-12)],
    [money(null), money(-7), money(-7)],
    [money(0, true), money(0, true), money(0, true)],
    [money(0, true), money(-7), money(-7)],
  ];
  for (const [earlier, later, sum] of rows) assert.deepEqual(addOutcomes(earlier, later), sum);
});

test('an answer has the balance and the debt of the owner whose money it is', () => {
  const owners: string[] = [];
  const readMoney = (owner: string) => {
    owners.push(owner);
    return { balance: microUsd(2), owed: microUsd(3) };
  };
  const taken: NewOutcome = { outcome: money(-5), applied: true };
  const answer = { status: 'money', applied: true, owner: 'ann', microUsd: -5, isHeld: false };
  assert.deepEqual(toEventOutcome(taken, readMoney), { ...answer, balance: 2, owed: 3 });
  const ignored: NewOutcome = { outcome: { ignored: 'unpaid' }, applied: false };
  assert.deepEqual(toEventOutcome(ignored, readMoney), { status: 'ignored', reason: 'unpaid' });
  assert.deepEqual(owners, ['ann']);
});
