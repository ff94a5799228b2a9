import { RESP_TYPES } from '@redis/client';
import { MINUTE_MS, SECOND_MS, type VenueId } from '../../domain/index.ts';
import type { Redis, RedisClient } from '../../storage/redis/redis.ts';
import { writeMillisecondClock } from '../../storage/redis/script-clock.ts';
import type { FrameEntry, FrameSource } from '../remote/frame-follower.ts';
import type { FrameSink } from '../remote/pulse-publisher.ts';
import { readWants } from './wanted-assets.ts';

/** Time for which frames are kept for processes that start and readers that reconnect. */
const KEPT_MS = 5 * MINUTE_MS;
/** Maximum number of entries per venue in one read. */
const READ_COUNT = 100;
const BLOCK_MS = SECOND_MS;
/** Time limit of a read. Full streams have megabytes. */
const READ_ANSWER_MS = BLOCK_MS + 4 * SECOND_MS;
/** Time limit of an append. Only the next frame waits for it. */
const APPEND_ANSWER_MS = SECOND_MS;
const FIELD = 'frame';

/** Appends frames and removes old ones. The server's clock determines the ids and ages. KEYS: one stream per venue. */
const APPEND = `${writeMillisecondClock()}
local oldest = now - tonumber(ARGV[1])
for i, key in ipairs(KEYS) do
  redis.call('XADD', key, 'MINID', '~', string.format('%.0f', oldest), '*', '${FIELD}', ARGV[i + 1])
end`;

/** Answer of a read for one stream. */
interface StreamAnswer {
  readonly name: Buffer | string;
  readonly messages: readonly {
    readonly id: Buffer | string;
    readonly message: Readonly<Record<string, Buffer>>;
  }[];
}

/** Streams of frames, one per venue: `p:<venue>`. */
export class FrameStreams implements FrameSink, FrameSource {
  /** Connection for frames only, because reads block until frames arrive. */
  readonly #connection: Redis;
  readonly #venues: readonly VenueId[];

  constructor(redis: Redis, venues: readonly VenueId[]) {
    this.#connection = redis.isolate();
    this.#venues = venues;
  }

  get isUp(): boolean {
    return this.#connection.isUp;
  }

  async append(frames: readonly { readonly venue: VenueId; readonly bytes: Buffer }[]): Promise<void> {
    const keys = frames.map(({ venue }) => this.#key(venue));
    const args = [String(KEPT_MS), ...frames.map(({ bytes }) => bytes)];
    await this.#connection.ask((client) => client.eval(APPEND, { keys, arguments: args }), APPEND_ANSWER_MS);
  }

  readWants(): Promise<readonly string[]> {
    return readWants(this.#connection);
  }

  async read(after: ReadonlyMap<VenueId, string>, isPatient: boolean): Promise<readonly FrameEntry[]> {
    const streams = this.#venues.map((venue) => ({ key: this.#key(venue), id: after.get(venue) ?? '0-0' }));
    const answer = await this.#connection.ask(
      (client) =>
        readBytes(client).xRead(streams, { COUNT: READ_COUNT, ...(isPatient ? { BLOCK: BLOCK_MS } : {}) }),
      READ_ANSWER_MS,
    );
    return ((answer ?? []) as readonly StreamAnswer[]).flatMap(({ name, messages }) => {
      const venue = this.#venues.find((candidate) => this.#key(candidate) === String(name));
      if (venue === undefined) return [];
      return messages.map(({ id, message }) => ({
        venue,
        id: String(id),
        bytes: message[FIELD] ?? Buffer.alloc(0),
      }));
    });
  }

  close(): void {
    this.#connection.close();
  }

  #key(venue: VenueId): string {
    return this.#connection.key('p', venue);
  }
}

function readBytes(client: RedisClient) {
  return client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
}
