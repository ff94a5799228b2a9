import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../../domain/index.ts';
import {
  decideRegistration,
  type RegistrationDecision,
  type RegistrationFacts,
} from './registration-decision.ts';
import { MAX_WALLETS_PER_OWNER } from './wallets.ts';

const FACTS: RegistrationFacts = {
  registered: null,
  isProof: false,
  removed: null,
  isDepositAddress: false,
  count: 0,
  now: 10 * DAY_MS,
};
const registeredBy = (owner: string, isProved = false) => ({ registered: { owner, isProved } });
const removedBy = (owner: string, endedAt: number) => ({ removed: { owner, endedAt } });
const proof = { isProof: true };
const full = { count: MAX_WALLETS_PER_OWNER };

test('a wallet belongs to one owner, and is no address of the service', () => {
  const rows: [facts: Partial<RegistrationFacts>, outcome: RegistrationDecision][] = [
    [{}, 'registered'],
    [{ count: MAX_WALLETS_PER_OWNER - 1 }, 'registered'],
    [full, 'too_many'],
    [{ ...full, isDepositAddress: true }, 'taken'],
    [{ ...full, ...registeredBy('ann'), isDepositAddress: true }, 'known'],
    [registeredBy('ben'), 'taken'],
  ];
  for (const [facts, outcome] of rows) {
    assert.equal(decideRegistration('ann', { ...FACTS, ...facts }), outcome, JSON.stringify(facts));
  }
});

test('a proof replaces a registration that nobody proved, and never a proved one', () => {
  const rows: [facts: Partial<RegistrationFacts>, outcome: RegistrationDecision][] = [
    [{ ...registeredBy('ben'), ...proof }, 'replace'],
    [{ ...registeredBy('ben'), ...proof, ...full }, 'too_many'],
    [{ ...registeredBy('ben', true), ...proof }, 'taken'],
    [{ ...registeredBy('ben'), ...proof, isDepositAddress: true }, 'taken'],
    [{ ...registeredBy('ann'), ...proof }, 'prove'],
    [{ ...registeredBy('ann', true), ...proof }, 'known'],
    [{ ...registeredBy('ann', true) }, 'known'],
    [proof, 'registered'],
  ];
  for (const [facts, outcome] of rows) {
    assert.equal(decideRegistration('ann', { ...FACTS, ...facts }), outcome, JSON.stringify(facts));
  }
});

test('a removed wallet is its owner’s again at once, and another one’s after a day', () => {
  const { now } = FACTS;
  const rows: [facts: Partial<RegistrationFacts>, outcome: RegistrationDecision][] = [
    [removedBy('ann', now), 'registered'],
    [removedBy('ben', now), 'taken'],
    [removedBy('ben', now - DAY_MS + 1), 'taken'],
    [removedBy('ben', now - DAY_MS), 'registered'],
    [{ ...removedBy('ben', now), ...proof }, 'registered'],
  ];
  for (const [facts, outcome] of rows) {
    assert.equal(decideRegistration('ann', { ...FACTS, ...facts }), outcome, JSON.stringify(facts));
  }
});
