import type { VenueId } from '../domain/index.ts';
import type { Feed, PollerHealth } from '../feed/feed.ts';
import { getProfile } from '../venues/registry.ts';

export type HealthVerdict = 'OK' | 'WARN' | 'DOWN';

export interface FeedState {
  readonly verdict: HealthVerdict;
  /** Whether each venue has a snapshot. */
  readonly venues: Partial<Record<VenueId, 'OK' | 'DOWN'>>;
  /** Whether the last poll of a venue failed while its snapshot is still fresh. */
  readonly degraded: Partial<Record<VenueId, boolean>>;
  readonly anyDegraded: boolean;
  readonly health: Partial<Record<VenueId, PollerHealth>>;
  readonly pollersRunning: boolean;
}

/**
 * Judges the feed: OK when all judged venues have a snapshot, DOWN when no poller runs or every poll since the start
 * failed, and WARN otherwise. Venues that are not judged according to their profile count only when nothing else is
 * recorded.
 */
export function judgeFeed(feed: Feed): FeedState {
  const venues: Partial<Record<VenueId, 'OK' | 'DOWN'>> = {};
  const degraded: Partial<Record<VenueId, boolean>> = {};
  const health: Partial<Record<VenueId, PollerHealth>> = {};
  for (const venue of feed.venues) {
    const poller = feed.health(venue);
    health[venue] = poller;
    venues[venue] = poller.hasSnapshot ? 'OK' : 'DOWN';
    degraded[venue] = poller.failCount > 0 && poller.lastError !== null && !feed.isStale(venue);
  }
  const pollers = Object.values(health);
  const pollersRunning = pollers.some(({ running }) => running);
  return {
    verdict: decideVerdict(feed.venues, venues, pollers, pollersRunning),
    venues,
    degraded,
    anyDegraded: Object.values(degraded).some(Boolean),
    health,
    pollersRunning,
  };
}

function decideVerdict(
  recorded: readonly VenueId[],
  venues: FeedState['venues'],
  pollers: readonly PollerHealth[],
  pollersRunning: boolean,
): HealthVerdict {
  const polls = pollers.reduce((sum, { okCount }) => sum + okCount, 0);
  const failures = pollers.reduce((sum, { failCount }) => sum + failCount, 0);
  if (!pollersRunning || (polls === 0 && failures > 0)) return 'DOWN';

  const named = recorded.filter((venue) => getProfile(venue).isJudged);
  const judged = named.length === 0 ? recorded : named;
  return judged.every((venue) => venues[venue] === 'OK') ? 'OK' : 'WARN';
}
