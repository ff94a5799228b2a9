import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binary, ELECTION, FixedFeed, HIGH } from '../../../../../test/support/fixed-feed.ts';
import { epochMs } from '../../../../domain/index.ts';
import type { Link } from '../../../../links/link.ts';
import { formatRow, toRow } from './link.ts';

const LINK: Link = {
  a: ELECTION.asset,
  b: HIGH.asset,
  relation: 'same',
  confidence: 0.95,
  reasons: ['Both ask about "rain".'],
  source: 'matched',
  differences: [],
};

test('the text of a row is what its members are, also when names, prices or a dispute have changed since', () => {
  const feed = new FixedFeed();
  feed.set('polymarket', [binary(ELECTION, { yesMeans: 'Rain', noMeans: null })]);
  const difference = { mids: 0.03, beyondSpreads: 0.01 };
  const disputed: Link = { ...LINK, dispute: { since: epochMs(5), gap: 0.2 } };
  const check = (link: Link, found: typeof difference | null) =>
    assert.deepEqual(JSON.parse(formatRow(link, found, feed)), toRow(link, found, feed));
  check(LINK, difference);
  check(LINK, null);
  check(disputed, difference);
  feed.set('polymarket', [binary(ELECTION, { yesMeans: 'It rains', noMeans: 'Dry' })]);
  check(LINK, difference);
  check(disputed, null);
  assert.equal(toRow(LINK, null, feed).sides.a.yesMeans, 'It rains');
});
