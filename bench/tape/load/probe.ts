import { SqliteTapeReader } from '../../../src/history/tape/sqlite/sqlite-tape-reader.ts';

/** Delay from the arrival of events within a span of time to their write on the disk, ms. */
export interface DiskLag {
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

const LOOK_EVERY_MS = 10;
const MAX_LAG_MS = 600_000;

/**
 * Child process: watches the time that the tape of a directory has reached for any reader, and so how late each
 * millisecond was on the disk. Each message is answered with the lag since the one before.
 */
async function watch(dataDir: string): Promise<void> {
  const reader = new SqliteTapeReader(dataDir);
  let lags = new Map<number, number>();
  let newest = await reader.findNewestMs();
  process.on('message', () => {
    process.send?.(summarise(lags));
    lags = new Map();
  });
  process.on('disconnect', () => process.exit(0));
  for (;;) {
    await new Promise((next) => setTimeout(next, LOOK_EVERY_MS));
    const reached = await reader.findNewestMs();
    const now = Date.now();
    if (reached === null || reached === newest) continue;
    for (let ms = Math.max((newest ?? reached) + 1, now - MAX_LAG_MS); ms <= reached; ms++)
      lags.set(now - ms, (lags.get(now - ms) ?? 0) + 1);
    newest = reached;
  }
}

function summarise(lags: ReadonlyMap<number, number>): DiskLag {
  const sorted = [...lags].sort(([a], [b]) => a - b);
  const all = sorted.reduce((sum, [, count]) => sum + count, 0);
  const at = (share: number) => {
    let sum = 0;
    for (const [lag, count] of sorted) {
      sum += count;
      if (sum >= share * all) return lag;
    }
    return 0;
  };
  return { p50: at(0.5), p99: at(0.99), most: sorted.at(-1)?.[0] ?? 0 };
}

if (import.meta.main) await watch(process.argv[2]!);
