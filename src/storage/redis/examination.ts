import { StorageFormatError, StorageUnavailableError } from '../service-database.ts';
import { openRedis } from './redis.ts';

/** State of a shared server, as a start would find it. */
export interface RedisExamination {
  /** Reason why no process could use the server; null: it can be used. */
  readonly problem: string | null;
  /** Venues with a stored snapshot of the installation. */
  readonly published: readonly string[];
}

/**
 * Examines a server. Writes one key that expires by itself.
 *
 * @param url URL of the server, which is never printed.
 * @param tag Tag of the installation.
 * @param venues Venues whose newest snapshots are checked.
 */
export async function examineRedis(
  url: string,
  tag: string,
  venues: readonly string[],
): Promise<RedisExamination> {
  try {
    const redis = await openRedis({ url, tag });
    try {
      const found = await Promise.all(
        venues.map((venue) => redis.ask((client) => client.exists(redis.key('snap', venue)))),
      );
      return { problem: null, published: venues.filter((_, i) => found[i] === 1) };
    } finally {
      redis.close();
    }
  } catch (error) {
    const isOwn = error instanceof StorageFormatError || error instanceof StorageUnavailableError;
    const { message } = error as Error;
    return { problem: isOwn ? message : `Redis: ${message}`, published: [] };
  }
}
