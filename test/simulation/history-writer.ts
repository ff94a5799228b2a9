import { epochMs, type ObservationSource } from '../../src/domain/index.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';

/** Series that one batch covers. */
export const SERIES = 40;

/** The record of a batch and a series: every pair has another price, so losses and doubles are seen. */
export function recordOf(batch: number, series: number) {
  return {
    venue: 'kalshi',
    storeKey: `kx-${series}`,
    asset: `kalshi-kx-${series}`,
    t: epochMs(1_700_000_000_000 + batch * 5_000),
    p: batch + series / 100,
    v: null,
    s: 'poll' as ObservationSource,
  } as const;
}

/** Child process: appends batches from the given one on and prints each number once it is acknowledged. */
async function write(dataDir: string, from: number): Promise<never> {
  const history = await openSqliteHistory({ dataDir });
  for (let batch = from; ; batch++) {
    await history.append(Array.from({ length: SERIES }, (_, series) => recordOf(batch, series)));
    process.stdout.write(`${batch}\n`);
  }
}

if (import.meta.main) await write(process.argv[2]!, Number(process.argv[3]));
