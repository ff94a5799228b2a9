import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import { isApart, isPart } from '../../config/roles.ts';
import type { Feed } from '../../feed/feed.ts';
import type { NotReady } from '../../http/routes/health/readiness.ts';

/** Time in ms after which a proxy that checks once a second has noticed the change. */
const DRAIN_MS = 2_000;

/** Finds the time in ms for which a stopping process reports that it is not ready, before it closes its ports. */
export function findDrainMs({ role, server }: Pick<Config, 'role' | 'server'>): number {
  return server.drainMs ?? (isApart(role) ? DRAIN_MS : 0);
}

/** Whether the proxy in front of this process may send requests to it. */
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
    // A process that follows a feed is not ready before the first snapshot, although it could answer from history.
    const { venues } = this.#feed;
    const isBlind =
      !isPart(this.#config.role, 'feed') && venues.every((venue) => this.#feed.snapshot(venue) === null);
    return isBlind ? ['no_snapshot'] : [];
  }

  /** Reports not ready, and resolves after load balancers have had time to notice it. */
  async drain(): Promise<void> {
    this.#isStopping = true;
    await sleep(findDrainMs(this.#config));
  }
}
