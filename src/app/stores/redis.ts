import { ConfigError } from '../../config/config.ts';
import type { Log } from '../../log.ts';
import type { Redis } from '../../storage/redis/redis.ts';
import {
  type OpenServiceDatabase,
  StorageFormatError,
  StorageUnavailableError,
} from '../../storage/service-database.ts';

/**
 * Connects to the configured Redis or Valkey server.
 *
 * @param url URL of the server; null: shared state stays in this process.
 * @param lifecycle Receives the end of the connection.
 * @throws {ConfigError} when the server is missing, or cannot be used.
 */
export async function openConfiguredRedis(
  url: string | null,
  database: OpenServiceDatabase,
  log: Log,
  lifecycle: AsyncDisposableStack,
): Promise<Redis | null> {
  if (url === null) return null;
  // The driver is loaded only when a server is configured.
  const { openRedis } = await import('../../storage/redis/redis.ts');
  try {
    const redis = await openRedis({ url, tag: await database.readTag() });
    redis.onChange((isUp) => {
      if (isUp) log.info('Redis is back: all processes are counted together');
      else log.error({ reason: redis.downBecause }, 'Redis is away: each process counts for itself');
    });
    return lifecycle.adopt(redis, (open) => open.close());
  } catch (error) {
    if (error instanceof StorageFormatError || error instanceof StorageUnavailableError) {
      throw new ConfigError([`CROSSTAPE_REDIS_URL: ${error.message}`]);
    }
    throw error;
  }
}
