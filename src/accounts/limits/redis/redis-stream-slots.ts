import { randomUUID } from 'node:crypto';
import type { Redis } from '../../../storage/redis/redis.ts';
import { RedisScript } from '../../../storage/redis/script.ts';
import { writeMillisecondClock } from '../../../storage/redis/script-clock.ts';
import type { FreeSlot, StreamSlots } from '../stream-slots.ts';
import { askOrCountAlone, askWhenSteady, splitLimit } from './redis-rate-limits.ts';

/** Duration of a lease. Slots of a process that ended without giving them back become free after it. */
const LEASE_MS = 60_000;
const RENEW_MS = 25_000;

const NOW = `${writeMillisecondClock()}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
`;

/**
 * Takes a slot. KEYS: sorted set of a bot's slots, by the end of their lease. ARGV: slot, limit, lease in ms. Returns 1
 * when the slot was taken.
 */
const TAKE = new RedisScript(`${NOW}
  if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
  redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  return 1`);

/**
 * Renews slots. KEYS as above. ARGV: lease in ms, slots. Slots with an expired lease are taken again, because their
 * streams are still open.
 */
const RENEW = new RedisScript(`${NOW}
  for i = 2, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[i]) end
  return redis.call('PEXPIRE', KEYS[1], ARGV[1])`);

/** Counts the taken slots. KEYS as above. */
const COUNT = new RedisScript(`${NOW} return redis.call('ZCARD', KEYS[1])`);

export interface RedisStreamSlotsOptions {
  readonly redis: Redis;
  /** Returns the number of processes that share the limits, as far as this process has seen them. */
  readonly processes: () => number;
}

/**
 * Stream slots in Redis, shared by all processes. The process with the stream leases the slot. While the server is
 * away, each process counts its own streams, up to its share of the limit.
 */
export class RedisStreamSlots implements StreamSlots {
  readonly #redis: Redis;
  readonly #processes: () => number;
  /** Slots of this process's open streams, by bot. */
  readonly #held = new Map<string, Set<string>>();
  /** Slots to remove from the server, with their bots: their streams have ended, but the server may still have them. */
  readonly #unwanted = new Map<string, string>();
  readonly #process = randomUUID();
  readonly #stops: (() => void)[];
  #next = 0;
  #renewals = 0;

  constructor({ redis, processes }: RedisStreamSlotsOptions) {
    this.#redis = redis;
    this.#processes = processes;
    const renew = () => this.#renewAll();
    const timer = setInterval(renew, RENEW_MS).unref();
    this.#stops = [redis.onForgotten(renew), () => clearInterval(timer)];
  }

  async take(botId: string, limit: number): Promise<FreeSlot | null> {
    const slot = `${this.#process}:${++this.#next}`;
    // The slot is held before the call, so that a renewal registers it if the server loses it during the call.
    const held = this.#held.get(botId)?.size ?? 0;
    this.#hold(botId, slot);
    const renewalsBefore = this.#renewals;
    let isSure = false;
    try {
      const isTaken = await askWhenSteady(
        this.#redis,
        async () => {
          const answer = await this.#ask(TAKE, botId, [slot, limit, LEASE_MS]);
          isSure = true;
          return answer === 1;
        },
        () => held < splitLimit(limit, this.#processes()),
      );
      if (isTaken) return () => this.#free(botId, slot);
    } catch (error) {
      this.#drop(botId, slot);
      await this.#remove(botId, slot);
      throw error;
    }
    this.#drop(botId, slot);
    // A server whose answer was lost may have taken the slot, and so may a renewal during the call.
    if (!isSure || renewalsBefore !== this.#renewals) await this.#remove(botId, slot);
    return null;
  }

  countUsed(botId: string): Promise<number> {
    return askOrCountAlone(
      async () => (await this.#ask(COUNT, botId, [])) as number,
      () => this.#held.get(botId)?.size ?? 0,
    );
  }

  /** Stops renewing leases. */
  stop(): void {
    for (const stop of this.#stops) stop();
  }

  async #free(botId: string, slot: string): Promise<void> {
    if (this.#drop(botId, slot)) await this.#remove(botId, slot);
  }

  /** Removes a slot from the server. If the server is away, the removal is retried at the next renewal. */
  async #remove(botId: string, slot: string): Promise<void> {
    this.#unwanted.set(slot, botId);
    try {
      await this.#redis.ask((client) => client.zRem(this.#key(botId), slot));
      this.#unwanted.delete(slot);
    } catch {
      // After a lease without the server, the slot has expired there too.
      setTimeout(() => this.#unwanted.delete(slot), LEASE_MS + RENEW_MS).unref();
    }
  }

  #renewAll(): void {
    this.#renewals++;
    for (const [slot, botId] of this.#unwanted) void this.#remove(botId, slot);
    for (const [botId, slots] of this.#held) {
      // A failed renewal is repeated when the server is back.
      this.#ask(RENEW, botId, [LEASE_MS, ...slots]).catch(() => undefined);
    }
  }

  #hold(botId: string, slot: string): void {
    const slots = this.#held.get(botId);
    if (slots === undefined) this.#held.set(botId, new Set([slot]));
    else slots.add(slot);
  }

  /** Drops a slot of this process. @returns Whether the slot was held. */
  #drop(botId: string, slot: string): boolean {
    const slots = this.#held.get(botId);
    const wasHeld = slots?.delete(slot) ?? false;
    if (slots?.size === 0) this.#held.delete(botId);
    return wasHeld;
  }

  #ask(script: RedisScript, botId: string, args: readonly (string | number)[]): Promise<unknown> {
    return this.#redis.ask((client) => script.run(client, [this.#key(botId)], args));
  }

  #key(botId: string): string {
    return this.#redis.key('sl', `{${botId}}`);
  }
}
