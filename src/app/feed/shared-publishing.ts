import { isApart } from '../../config/roles.ts';
import type { VenueId } from '../../domain/index.ts';
import type { RedisSnapshots } from '../../feed/redis/redis-snapshots.ts';
import type { Foundation } from '../foundation.ts';
import { identifyProcess } from '../processes/installation.ts';

/** Name of the lease on publishing. One process of an installation holds it. */
const LEASE = 'feed';

/** The fence under which the feed of this process publishes, and the store of its newest snapshots. */
export interface SharedPublishing {
  readonly snapshots: RedisSnapshots;
  /**
   * Returns the fence of the lease that this process holds or held last. Writes with it are rejected once another feed
   * has written. null: this process has not held the lease.
   */
  readonly fence: () => number | null;
}

type SharedOptions = Pick<Foundation, 'config' | 'secrets' | 'log' | 'clock' | 'redis'>;

/** Opens the shared publishing; null: no other process follows this feed. */
export async function openSharedPublishing(
  { config, secrets, log, clock, redis }: SharedOptions,
  lifecycle: AsyncDisposableStack,
): Promise<SharedPublishing | null> {
  if (!isApart(config.role) || redis === null || secrets.databaseUrl === null) return null;
  // Database drivers are loaded only when a server is configured.
  const { keepLease } = await import('../../storage/postgres/lease.ts');
  const { RedisSnapshots } = await import('../../feed/redis/redis-snapshots.ts');
  let held: number | null = null;
  const fence = () => held;
  const lease = keepLease({
    url: secrets.databaseUrl,
    name: LEASE,
    holder: identifyProcess(config),
    onHeld: (fence) => {
      held = fence;
      log.info({ fence }, 'this process publishes the venues from now on');
    },
  });
  lifecycle.adopt(lease, (kept) => kept.release());
  const onUnreadable = (venue: VenueId, error: unknown) =>
    log.warn(
      { err: error, venue },
      'the newest snapshot of a venue is not readable; waiting for its first poll',
    );
  return { fence, snapshots: new RedisSnapshots({ redis, clock, fence, onUnreadable }) };
}
