import { StorageFormatError, StorageUnavailableError } from '../service-database.ts';
import { openRedis } from './redis.ts';

/** The state of a server that processes share, as a start would find it. */
export interface RedisExamination {
  /** Why no process could use it; null: nothing prevents it. */
  readonly problem: string | null;
  /** Venues whose newest snapshot is kept there for the installation. */
  readonly published: readonly string[];
}

/**
 * Looks at a server, which takes one write that expires by itself.
 *
 * @param url Never printed.
 * @param tag Of the installation.
 * @param venues Whose newest snapshots are looked for.
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
