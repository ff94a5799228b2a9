import type { Clock } from '../../domain/index.ts';
import type { Feed, PollerHealth } from '../../feed/feed.ts';
import type { Gauges } from './gauges.ts';

/** Adds metrics of the polls and streams of each followed venue. */
export function addFeedMetrics(gauges: Gauges, feed: Feed, clock: Clock): void {
  const add = (name: string, help: string, read: (health: PollerHealth) => number | null) =>
    gauges.addPerVenue(name, help, (venue) =>
      feed.venues.includes(venue) ? read(feed.health(venue)) : null,
    );

  add(
    'feed_age_seconds',
    'Age of the newest snapshot of the venue; without one, the time since the start.',
    ({ ageMs }) => (ageMs ?? Math.max(0, clock() - feed.startedAt)) / 1_000,
  );
  add('feed_polls_ok_total', 'Successful polls of the venue.', ({ okCount }) => okCount);
  add('feed_polls_failed_total', 'Failed polls of the venue.', ({ failCount }) => failCount);
  add('upstream_requests_total', 'Requests to the venue.', ({ wire }) => wire.requests);
  add('upstream_failures_total', 'Requests to the venue that failed.', ({ wire }) => wire.failures);
  add(
    'upstream_schema_failures_total',
    'Responses and stream messages rejected because of an unexpected shape.',
    ({ wire }) => wire.schemaFailures,
  );
  gauges.addLabelled(
    'feed_refused_total',
    'Messages and rows of the venue that were refused, by kind and by the member in our schema.',
    ['venue', 'kind', 'member'],
    (set) => {
      for (const venue of feed.venues) {
        for (const { kind, member, count } of feed.health(venue).wire.refused) {
          set({ venue, kind, member }, count);
        }
      }
    },
  );
  add(
    'upstream_refused_values_total',
    'Values rejected because they are no valid probability.',
    ({ refusedValues }) => refusedValues,
  );
  add('upstream_blocked', '1 while the venue answers with HTTP 403 or 451.', ({ wire }) =>
    wire.blocked ? 1 : 0,
  );
  add(
    'upstream_budget_used_ratio',
    "Share of the venue's published limit that is in use, 0 to 1.",
    ({ wire }) => wire.budgetUsedFrac,
  );
  add('stream_connections_open', 'Open stream connections.', ({ stream }) => stream?.connected ?? null);
  add(
    'stream_reconnects_total',
    'Stream reconnections since the start.',
    ({ stream }) => stream?.reconnects ?? null,
  );
  gauges.addLabelled(
    'feed_markets',
    'Markets in the newest snapshot: listed, and of these without a price (empty_book).',
    ['venue', 'state'],
    (set) => {
      for (const venue of feed.venues) {
        const snapshot = feed.snapshot(venue);
        if (snapshot === null) continue;
        set({ venue, state: 'listed' }, snapshot.markets.length);
        set({ venue, state: 'empty_book' }, snapshot.emptyBooks);
      }
    },
  );
}
