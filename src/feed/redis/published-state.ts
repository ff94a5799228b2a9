import { RESP_TYPES } from '@redis/client';
import { findJson, SECOND_MS, type VenueId } from '../../domain/index.ts';
import type { Redis } from '../../storage/redis/redis.ts';
import { writeMillisecondClock } from '../../storage/redis/script-clock.ts';
import { type FeedStatus, readFeedStatus } from '../remote/feed-status.ts';
import type { StateHead, StateSource } from '../remote/state-source.ts';
import type { StatusSink } from '../remote/status-publisher.ts';

/** Time limit of reading a snapshot, which may have megabytes. */
const BODY_ANSWER_MS = SECOND_MS;
const LEADER_MS = 10 * SECOND_MS;

/** Error after another feed has published with a higher fence: this feed has lost its lease without noticing. */
class OutdatedFeedError extends Error {
  override readonly name = 'OutdatedFeedError';

  constructor(venue: VenueId, fence: number) {
    super(`another process publishes ${venue}: what this one wrote with fence ${fence} was ignored`);
  }
}

/** Writes fields if the fence is not outdated. ARGV: fence, then names and values. */
const PUT = `
if tonumber(redis.call('HGET', KEYS[1], 'fence') or 0) > tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'fence', ARGV[1], unpack(ARGV, 2))
return 1`;

/**
 * Writes a status with the server's time if the fence is not outdated, and renews the leader. ARGV: fence, status,
 * leader, its lease.
 */
const PUT_STATUS = `${writeMillisecondClock()}
if tonumber(redis.call('HGET', KEYS[1], 'fence') or 0) > tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'fence', ARGV[1], 'status', ARGV[2], 'at', string.format('%.0f', now))
redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[4])
return redis.call('HEXISTS', KEYS[1], 'body') == 1 and 1 or 2`;

/** Reads the heads of all venues, after the server's time. */
const HEADS = `${writeMillisecondClock()}
local answer = { string.format('%.0f', now) }
for i, key in ipairs(KEYS) do
  answer[i + 1] = redis.call('HMGET', key, 'fence', 'version', 'fetchedAt', 'at', 'status')
end
return answer`;

type HeadFields = readonly (string | null)[];

/** Newest state of each venue: a hash `snap:<venue>`, and `leader:<venue>`. */
export class PublishedState implements StateSource, StatusSink {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  get isUp(): boolean {
    return this.#redis.isUp;
  }

  /** Writes the snapshot of a venue. @throws {OutdatedFeedError} when another feed has published since. */
  async putBody(venue: VenueId, { fence, version, fetchedAt, body }: StateBody): Promise<void> {
    const fields = ['version', String(version), 'fetchedAt', String(fetchedAt), 'body', body];
    const isTaken = await this.#redis.ask(
      (client) => client.eval(PUT, { keys: [this.#key(venue)], arguments: [String(fence), ...fields] }),
      BODY_ANSWER_MS,
    );
    if (isTaken === 0) throw new OutdatedFeedError(venue, fence);
  }

  /** Writes the status of a venue. @throws {OutdatedFeedError} when another feed has published since. */
  async putStatus(venue: VenueId, status: FeedStatus): Promise<boolean> {
    const { fence, url } = status;
    const leader = JSON.stringify({ url, fence });
    const keys = [this.#key(venue), this.#redis.key('leader', venue)];
    const args = [String(fence), JSON.stringify(status), leader, String(LEADER_MS)];
    const answer = await this.#redis.ask((client) => client.eval(PUT_STATUS, { keys, arguments: args }));
    if (answer === 0) throw new OutdatedFeedError(venue, fence);
    return answer === 1;
  }

  async readHeads(venues: readonly VenueId[]): Promise<ReadonlyMap<VenueId, StateHead>> {
    const keys = venues.map((venue) => this.#key(venue));
    const answer = await this.#redis.ask((client) => client.eval(HEADS, { keys }));
    const [now, ...rows] = answer as unknown as [string, ...HeadFields[]];
    const heads = venues.flatMap((venue, i) => {
      const head = readHead(venue, Number(now), rows[i] ?? []);
      return head === null ? [] : [[venue, head] as const];
    });
    return new Map(heads);
  }

  async readBody(venue: VenueId): Promise<Buffer | null> {
    return this.#redis.ask(
      (client) => client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }).hGet(this.#key(venue), 'body'),
      BODY_ANSWER_MS,
    );
  }

  #key(venue: VenueId): string {
    return this.#redis.key('snap', venue);
  }
}

export interface StateBody {
  readonly fence: number;
  readonly version: number;
  readonly fetchedAt: number;
  readonly body: Buffer;
}

/** Reads the head of a venue; null: nothing was published. */
function readHead(venue: VenueId, now: number, fields: HeadFields): StateHead | null {
  const [fence = null, version = null, fetchedAt = null, at = null, status = null] = fields;
  if (fence === null) return null;
  return {
    fence: Number(fence),
    version: version === null ? null : Number(version),
    fetchedAt: fetchedAt === null ? null : Number(fetchedAt),
    status: status === null ? null : readFeedStatus(findJson(status), venue),
    statusAgeMs: at === null ? Number.POSITIVE_INFINITY : Math.max(0, now - Number(at)),
  };
}
