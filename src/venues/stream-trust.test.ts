import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs } from '../domain/index.ts';
import { Intake } from '../upstream/intake.ts';
import { StreamTrust } from './stream-trust.ts';

test('a stream that its list contradicts is doubted until both agree, with the evidence of both', () => {
  const intake = new Intake(() => epochMs(1));
  const doubted: string[] = [];
  const trust = new StreamTrust({
    intake,
    wire: { name: 'ws book', endpoint: 'ws book' },
    source: 'the list',
    onDoubt: (asset) => doubted.push(asset),
  });
  assert.equal(trust.judge('a', { listed: 0.7, streamed: 0.69 }), null);
  const doubt = trust.judge('a', { listed: 0.7, streamed: 0.3 });
  assert.deepEqual(doubt, {
    code: 'side_disputed',
    at: { endpoint: 'ws book', row: 'a', member: '/', value: '"0.3 against 0.7 of the list"' },
  });
  // A comparison in which one of the prices is missing does not change the verdict.
  assert.notEqual(trust.judge('a', { listed: null, streamed: 0.3 }), null);
  assert.deepEqual([trust.isBelieved('a'), trust.isBelieved('b'), trust.findDoubt('b')], [false, true, null]);
  assert.deepEqual(doubted, ['a'], 'told once');
  assert.equal(intake.listRefused()[0]?.count, 2);

  assert.equal(trust.judge('a', { listed: 0.31, streamed: 0.3 }), null);
  assert.equal(trust.isBelieved('a'), true);
  trust.judge('a', { listed: 0.7, streamed: 0.3 });
  trust.keep(new Set());
  assert.equal(trust.isBelieved('a'), true);
});
