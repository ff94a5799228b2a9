import type { RedisExamination } from '../../storage/redis/examination.ts';

/**
 * Examines the Redis server that processes share, as a start would.
 *
 * @param url URL of the server, which is never printed.
 * @param tag Tag of the installation.
 * @param venues Venues whose newest snapshots are checked.
 */
export async function examineSharedServer(
  url: string,
  tag: string,
  venues: readonly string[],
): Promise<RedisExamination> {
  // The driver is loaded only when a server is configured.
  const { examineRedis } = await import('../../storage/redis/examination.ts');
  return examineRedis(url, tag, venues);
}
