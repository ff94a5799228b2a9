import { randomUUID } from 'node:crypto';
import type { Redis } from '../../../storage/redis/redis.ts';
import { RedisScript } from '../../../storage/redis/script.ts';
import { writeMillisecondClock } from '../../../storage/redis/script-clock.ts';
import type { FreeSlot, StreamSlots } from '../stream-slots.ts';
import { askOrCountAlone, askWhenSteady, splitLimit } from './redis-rate-limits.ts';

/** Time after which slots of a process that ended without giving them back are free. */
const LEASE_MS = 60_000;
const RENEW_MS = 25_000;

const NOW = `${writeMillisecondClock()}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
`;

/** KEYS: slots of a bot, each with the end of its lease. ARGV: slot, limit, lease. Returns 1 when it is taken. */
const TAKE = new RedisScript(`${NOW}
  if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
  redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  return 1`);

/** KEYS: as above. ARGV: lease, slots. Those whose lease has ended are open streams all the same: they are taken again. */
const RENEW = new RedisScript(`${NOW}
  for i = 2, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[i]) end
  return redis.call('PEXPIRE', KEYS[1], ARGV[1])`);

/** KEYS: as above. Returns how many are taken. */
const COUNT = new RedisScript(`${NOW} return redis.call('ZCARD', KEYS[1])`);

export interface RedisStreamSlotsOptions {
  readonly redis: Redis;
  /** Processes that share the limits, as far as they were seen. */
  readonly processes: () => number;
}

/**
 * Slots in Redis, for all processes: each is leased by the process that has the stream. While the server is away each process
 * counts its own, up to its part of the limit.
 */
export class RedisStreamSlots implements StreamSlots {
  readonly #redis: Redis;
  readonly #processes: () => number;
  /** Slots of the streams of this process, by bot. */
  readonly #held = new Map<string, Set<string>>();
  /** Slots that the server may have although nothing here does, with their bots. */
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
    // Noted before the call, so that a server which loses it now is told again.
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
    // A server whose answer was lost may have given it, and a renewal meanwhile has registered it.
    if (!isSure || renewalsBefore !== this.#renewals) await this.#remove(botId, slot);
    return null;
  }

  countUsed(botId: string): Promise<number> {
    return askOrCountAlone(
      async () => (await this.#ask(COUNT, botId, [])) as number,
      () => this.#held.get(botId)?.size ?? 0,
    );
  }

  /** Renews no lease any more. */
  stop(): void {
    for (const stop of this.#stops) stop();
  }

  async #free(botId: string, slot: string): Promise<void> {
    if (this.#drop(botId, slot)) await this.#remove(botId, slot);
  }

  /** Removes a slot from the server: at the next renewal, or when the server is back, if it cannot be told now. */
  async #remove(botId: string, slot: string): Promise<void> {
    this.#unwanted.set(slot, botId);
    try {
      await this.#redis.ask((client) => client.zRem(this.#key(botId), slot));
      this.#unwanted.delete(slot);
    } catch {
      // Without a server for longer than a lease, it is forgotten there too.
      setTimeout(() => this.#unwanted.delete(slot), LEASE_MS + RENEW_MS).unref();
    }
  }

  #renewAll(): void {
    this.#renewals++;
    for (const [slot, botId] of this.#unwanted) void this.#remove(botId, slot);
    for (const [botId, slots] of this.#held) {
      // Slots that cannot be renewed now are renewed when the server is back.
      this.#ask(RENEW, botId, [LEASE_MS, ...slots]).catch(() => undefined);
    }
  }

  #hold(botId: string, slot: string): void {
    const slots = this.#held.get(botId);
    if (slots === undefined) this.#held.set(botId, new Set([slot]));
    else slots.add(slot);
  }

  /** Drops a slot. @returns Whether it was held. @returns Whether it was held. */
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
