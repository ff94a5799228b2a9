import { type Concern, INFO_CODES } from '../../feed/concern.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Anomaly } from './anomaly.ts';

/**
 * Lists the concerns of the feed about the messages of each venue, one row per code. A step of the clock concerns all
 * venues.
 */
export function findConcerns(feed: Feed): Anomaly[] {
  const found: Anomaly[] = [];
  for (const venue of feed.venues) {
    const byCode = Map.groupBy(feed.health(venue).concerns, ({ code }) => code);
    for (const [code, concerns] of byCode) {
      const [first] = concerns as [Concern];
      const isOfAll = code === 'clock_stepped';
      if (isOfAll && found.some((anomaly) => anomaly.code === code)) continue;
      found.push({
        severity: INFO_CODES.has(code) ? 'info' : 'warning',
        code,
        venue: isOfAll ? null : venue,
        message: isOfAll ? first.message : `${venue}: ${concerns.map(({ message }) => message).join('; ')}`,
        count: concerns.reduce((sum, { count }) => sum + count, 0),
        ...(first.at === null ? {} : { at: first.at }),
      });
    }
  }
  return found;
}
