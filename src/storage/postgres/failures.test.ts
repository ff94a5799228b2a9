import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FailureKind, readCommitFailure, readFailure } from './failures.ts';

const withCode = (code: string) => Object.assign(new Error('refused'), { code });

test('what the server refuses is told by its code', () => {
  const expected: readonly [code: string, kind: FailureKind][] = [
    ['23505', 'call'], // a key twice
    ['22P02', 'call'], // no number
    ['22021', 'call'], // a character that no text may hold
    ['40001', 'again'],
    ['40P01', 'again'],
    ['55P03', 'again'], // the lock was not free in time
    ['25006', 'away'], // read only
    ['42501', 'away'], // no right
    ['53100', 'away'], // disk full
    ['57P01', 'away'], // the server stops
    ['57014', 'away'], // the statement took too long
  ];
  for (const [code, kind] of expected) assert.equal(readFailure(withCode(code)), kind, code);
});

test('an error of the connection is none of a call', () => {
  assert.equal(readFailure(withCode('ECONNRESET')), 'away');
  assert.equal(readFailure(new Error('Connection terminated unexpectedly')), 'away');
});

test('after a commit was sent, only a refusal of the server says that nothing was stored', () => {
  assert.equal(readCommitFailure(withCode('ECONNRESET')), 'unknown');
  assert.equal(readCommitFailure(new Error('Connection terminated')), 'unknown');
  assert.equal(readCommitFailure(withCode('57P01')), 'unknown');
  assert.equal(readCommitFailure(withCode('08006')), 'unknown');
  assert.equal(readCommitFailure(withCode('23505')), 'call');
  assert.equal(readCommitFailure(withCode('40001')), 'again');
  assert.equal(readCommitFailure(withCode('53100')), 'unknown');
  assert.equal(readCommitFailure(withCode('EPIPE')), 'unknown');
  assert.equal(readCommitFailure(withCode('25006')), 'away');
});
