import type { Clock } from '../../src/domain/index.ts';
import { LocalFeed } from '../../src/feed/local/local-feed.ts';
import type { VenueAdapter } from '../../src/venues/venue-adapter.ts';

/** Creates a feed that polls only when a test makes it, keeps no records, and throws its own faults. */
export function quietFeed(adapters: readonly VenueAdapter[], clock: Clock): LocalFeed {
  return new LocalFeed({
    adapters,
    pollMs: () => 100_000_000,
    clock,
    random: () => 0.5,
    record: async () => undefined,
    onFailure: () => undefined,
    onFault: (error) => {
      throw error;
    },
  });
}
