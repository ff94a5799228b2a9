import type { RedisExamination } from '../../storage/redis/examination.ts';

/**
 * Examines the Redis server that processes share, as a start would.
 *
 * @param url Never printed.
 * @param tag Of the installation.
 * @param venues Whose newest snapshots are looked for.
 */
export async function examineSharedServer(
  url: string,
  tag: string,
  venues: readonly string[],
): Promise<RedisExamination> {
  // The driver is loaded where a server is named, and nowhere else.
  const { examineRedis } = await import('../../storage/redis/examination.ts');
  return examineRedis(url, tag, venues);
}
