import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MicroUsd } from '../domain/index.ts';
import { type AccountState, createEmptyAccount } from './account-state.ts';
import type { Posting } from './ledger.ts';
import {
  compareRequest,
  computeRequestHash,
  decidePosting,
  type PostingDecision,
  type PostingFacts,
} from './posting-decision.ts';

const CHARGE: Posting = {
  ...{ scope: 'stream', idem: 'c-1', type: 'stream_fee', src: 'owner:ann', dst: 'revenue:stream' },
  ...{ amount: 30 as MicroUsd, ref: null },
};
const OWNER: AccountState = { kind: 'owner', balance: 100, held: 60, seq: 4 };
const SOURCE: AccountState = { kind: 'asset', balance: -100, held: 0, seq: 2 };
const FACTS: PostingFacts = {
  ...{ keyUse: 'none', src: OWNER, dst: createEmptyAccount('revenue:stream'), inCirculation: 100 },
};

test('a posting moves its amount and is one step of both accounts', () => {
  assert.deepEqual(decidePosting(CHARGE, FACTS), {
    status: 'post',
    src: { kind: 'owner', balance: 70, held: 60, seq: 5 },
    dst: { kind: 'revenue', balance: 30, held: 0, seq: 1 },
  });
});

test('what refuses a posting, the first of several', () => {
  const rows: [amount: number, facts: Partial<PostingFacts>, status: PostingDecision['status']][] = [
    [0, { keyUse: 'same_request' }, 'duplicate'],
    [0, { keyUse: 'other_request' }, 'conflict'],
    [0, {}, 'ceiling'],
    [40, {}, 'post'],
    [41, {}, 'insufficient'],
    [5, { src: SOURCE, inCirculation: Number.MAX_SAFE_INTEGER - 5 }, 'post'],
    [6, { src: SOURCE, inCirculation: Number.MAX_SAFE_INTEGER - 5 }, 'ceiling'],
    // Money that is in circulation moves without a limit.
    [6, { inCirculation: Number.MAX_SAFE_INTEGER }, 'post'],
  ];
  for (const [amount, facts, status] of rows) {
    const posting = { ...CHARGE, amount: amount as MicroUsd };
    assert.equal(decidePosting(posting, { ...FACTS, ...facts }).status, status, `${amount} ${status}`);
  }
});

test('a key is used for the same request when all that must be equal is', () => {
  const earlier = { reqHash: computeRequestHash(CHARGE) };
  assert.equal(compareRequest(null, CHARGE), 'none');
  assert.equal(compareRequest(earlier, { ...CHARGE, ref: 'another' }), 'same_request');
  assert.equal(compareRequest(earlier, { ...CHARGE, amount: 31 as MicroUsd }), 'other_request');
  const request = ['deposit', 'ann', 30];
  assert.equal(
    compareRequest({ reqHash: computeRequestHash({ ...CHARGE, request }) }, CHARGE),
    'other_request',
  );
});
