import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FixedFeed } from '../../../test/support/fixed-feed.ts';
import { VENUES } from '../../domain/index.ts';
import { noticeUnreachable } from './unreachable-notice.ts';

function collectNotices(
  t: Parameters<NonNullable<Parameters<typeof test>[0]>>[0],
  seconds: (feed: FixedFeed, second: number) => void,
) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const feed = new FixedFeed();
  for (const venue of VENUES) feed.pollers.set(venue, { okCount: 0, failCount: 0 });
  const lines: string[] = [];
  const stop = noticeUnreachable(feed, (line) => lines.push(line));
  for (let second = 1; second <= 10; second++) {
    seconds(feed, second);
    t.mock.timers.tick(1_000);
  }
  stop();
  return lines;
}

test('when every venue has failed and none has answered, it is said once, with the way to a demo', (t) => {
  const lines = collectNotices(t, (feed, second) => {
    const failed = VENUES.slice(0, second);
    for (const venue of failed) feed.pollers.set(venue, { okCount: 0, failCount: second });
  });
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /no venue can be reached.*npm run demo/);
});

test('nothing is said when a single venue answers, however late the others fail', (t) => {
  const lines = collectNotices(t, (feed, second) => {
    for (const venue of VENUES) feed.pollers.set(venue, { okCount: 0, failCount: second > 3 ? 1 : 0 });
    if (second > 2) feed.pollers.set('kalshi', { okCount: 1, failCount: 0 });
  });
  assert.deepEqual(lines, []);
});
