import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import { isApart, isPart } from '../../config/roles.ts';
import type { Feed } from '../../feed/feed.ts';
import type { NotReady } from '../../http/routes/health/readiness.ts';

/** A proxy that asks once a second has noticed by then. */
const DRAIN_MS = 2_000;

/** Time in ms for which a stopping process reports that it is not ready before it closes its ports. */
export function findDrainMs({ role, server }: Pick<Config, 'role' | 'server'>): number {
  return server.drainMs ?? (isApart(role) ? DRAIN_MS : 0);
}

/** Whether the proxy before this process may send it requests. */
export class Readiness {
  readonly #config: Pick<Config, 'role' | 'server'>;
  readonly #feed: Feed;
  #isStopping = false;

  constructor(config: Pick<Config, 'role' | 'server'>, feed: Feed) {
    this.#config = config;
    this.#feed = feed;
  }

  findReasons(): readonly NotReady[] {
    if (this.#isStopping) return ['stopping'];
    // A process that follows a feed is not ready before the first snapshot, even when it could answer from history.
    const { venues } = this.#feed;
    const isBlind =
      !isPart(this.#config.role, 'feed') && venues.every((venue) => this.#feed.snapshot(venue) === null);
    return isBlind ? ['no_snapshot'] : [];
  }

  /** Resolves once load balancers have had time to see that this process is not ready. */
  async drain(): Promise<void> {
    this.#isStopping = true;
    await sleep(findDrainMs(this.#config));
  }
}
