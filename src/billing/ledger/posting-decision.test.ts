import assert from 'node:assert/strict';
import { test } from 'node:test';
import { microUsd } from '../../domain/index.ts';
import { type AccountState, createEmptyAccount } from './account-state.ts';
import type { Posting } from './posting.ts';
import {
  compareRequest,
  computeRequestHash,
  decidePosting,
  type KeyUse,
  type PostingDecision,
  type PostingFacts,
} from './posting-decision.ts';

const CHARGE: Posting = {
  scope: 'stream',
  idem: 'c-1',
  type: 'stream_fee',
  src: 'owner:ann',
  dst: 'revenue:stream',
  amount: microUsd(30),
  ref: null,
};
const OWNER: AccountState = { kind: 'owner', balance: microUsd(100), held: microUsd(60), seq: 4 };
const SOURCE: AccountState = { kind: 'asset', balance: microUsd(-100), held: microUsd(0), seq: 2 };
const EARLIER = { reqHash: computeRequestHash(CHARGE) };
const FACTS: PostingFacts<typeof EARLIER> = {
  keyUse: { use: 'none' },
  src: OWNER,
  dst: createEmptyAccount('revenue:stream'),
  inCirculation: microUsd(100),
};

test('a posting moves its amount and is one step of both accounts', () => {
  assert.deepEqual(decidePosting(CHARGE, FACTS), {
    status: 'post',
    src: { kind: 'owner', balance: 70, held: 60, seq: 5 },
    dst: { kind: 'revenue', balance: 30, held: 0, seq: 1 },
  });
});

test('what refuses a posting, the first of several', () => {
  const rows: [amount: number, facts: Partial<typeof FACTS>, status: PostingDecision['status']][] = [
    [0, { keyUse: { use: 'same_request', earlier: EARLIER } }, 'duplicate'],
    [0, { keyUse: { use: 'other_request', earlier: EARLIER } }, 'conflict'],
    [0, {}, 'ceiling'],
    [40, {}, 'post'],
    [41, {}, 'insufficient'],
    [5, { src: SOURCE, inCirculation: microUsd(Number.MAX_SAFE_INTEGER - 5) }, 'post'],
    [6, { src: SOURCE, inCirculation: microUsd(Number.MAX_SAFE_INTEGER - 5) }, 'ceiling'],
    // Moving money that is already in circulation has no limit.
    [6, { inCirculation: microUsd(Number.MAX_SAFE_INTEGER) }, 'post'],
  ];
  for (const [amount, facts, status] of rows) {
    const posting = { ...CHARGE, amount: microUsd(amount) };
    assert.equal(decidePosting(posting, { ...FACTS, ...facts }).status, status, `${amount} ${status}`);
  }
});

test('a key is used for the same request when all that must be equal is', () => {
  const request = ['deposit', 'ann', 30];
  const other = { reqHash: computeRequestHash({ ...CHARGE, request }) };
  const rows: [earlier: typeof EARLIER | null, posting: Posting, use: KeyUse['use']][] = [
    [null, CHARGE, 'none'],
    [EARLIER, { ...CHARGE, ref: 'another' }, 'same_request'],
    [EARLIER, { ...CHARGE, amount: microUsd(31) }, 'other_request'],
    [other, CHARGE, 'other_request'],
  ];
  for (const [earlier, posting, use] of rows) {
    assert.deepEqual(compareRequest(earlier, posting), earlier === null ? { use } : { use, earlier });
  }
});
