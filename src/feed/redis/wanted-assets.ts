import { MINUTE_MS, SECOND_MS } from '../../domain/index.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';
import type { Redis } from '../../storage/redis/redis.ts';
import { writeMillisecondClock } from '../../storage/redis/script-clock.ts';
import type { Wants } from '../remote/remote-pulses.ts';

const LEASE_MS = MINUTE_MS;
const RENEW_EVERY_MS = 20 * SECOND_MS;

/**
 * Adds and removes assets that one process wants. ARGV: lease, number of added assets, added assets, removed assets.
 */
const SAY = `${writeMillisecondClock()}
local untilMs = now + tonumber(ARGV[1])
local added = tonumber(ARGV[2])
for i = 3, #ARGV do
  if i <= added + 2 then redis.call('ZADD', KEYS[1], untilMs, ARGV[i]) else redis.call('ZREM', KEYS[1], ARGV[i]) end
end`;

const READ = `${writeMillisecondClock()}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
return redis.call('ZRANGE', KEYS[1], 0, -1)`;

export interface WantedAssetsOptions {
  readonly redis: Redis;
  /** Id of this process. */
  readonly processId: string;
  readonly onFault: (error: unknown) => void;
}

/**
 * Assets with listeners, by process, in `want`: a sorted set of `<process> <asset>`, scored by the end of the lease. A
 * process removes assets without listeners. The entries of a process that ended expire within a minute.
 */
export class WantedAssets implements Wants {
  readonly #options: WantedAssetsOptions;
  readonly #assets = new Set<string>();
  readonly #removed = new Set<string>();
  readonly #added = new Set<string>();
  readonly #renewing: PeriodicTask;
  readonly #stopListening: () => void;
  #saying: Promise<void> | null = null;

  constructor(options: WantedAssetsOptions) {
    this.#options = options;
    this.#renewing = new PeriodicTask({
      everyMs: RENEW_EVERY_MS,
      run: () => this.#renew(),
      onError: () => undefined,
    });
    this.#renewing.start();
    this.#stopListening = options.redis.onChange((isUp) => {
      if (isUp) void this.#renew();
    });
  }

  add(asset: string): void {
    this.#assets.add(asset);
    this.#added.add(asset);
    this.#removed.delete(asset);
    void this.flush();
  }

  remove(asset: string): void {
    this.#assets.delete(asset);
    this.#added.delete(asset);
    this.#removed.add(asset);
    void this.flush();
  }

  /** Sends the changes to Redis. Changes that could not be sent are part of the next renewal. */
  flush(): Promise<void> {
    this.#saying ??= this.#say().finally(() => {
      this.#saying = null;
    });
    return this.#saying;
  }

  async stop(): Promise<void> {
    this.#stopListening();
    await this.#renewing.stop();
    for (const asset of [...this.#assets]) this.remove(asset);
    await this.flush();
  }

  async #renew(): Promise<void> {
    for (const asset of this.#assets) this.#added.add(asset);
    await this.flush();
  }

  async #say(): Promise<void> {
    const { redis, processId, onFault } = this.#options;
    try {
      while (redis.isUp && this.#added.size + this.#removed.size > 0) {
        const added = [...this.#added];
        const removed = [...this.#removed];
        this.#added.clear();
        this.#removed.clear();
        const members = [...added, ...removed].map((asset) => `${processId} ${asset}`);
        const args = [String(LEASE_MS), String(added.length), ...members];
        await redis.ask((client) => client.eval(SAY, { keys: [redis.key('want')], arguments: args }));
      }
    } catch (error) {
      onFault(error);
    }
  }
}

/** Reads the assets that have listeners in any process. */
export async function readWants(redis: Redis): Promise<readonly string[]> {
  const members = await redis.ask((client) => client.eval(READ, { keys: [redis.key('want')] }), SECOND_MS);
  const assets = (members as readonly string[]).map((member) => member.slice(member.indexOf(' ') + 1));
  return [...new Set(assets)];
}
