import { epochMs, type ObservationSource } from '../../src/domain/index.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';

/** Series that one batch covers. */
export const SERIES = 40;

/** Number of markets that are in every batch. The others live for a few batches. */
export const LASTING = 10;

/** Batches that a short market lives. */
export const LIFE = 3;

/** Far enough apart that markets fall asleep and are packed while the writer runs. */
const STEP_MS = 300_000;

/** Builds the record of a batch and a series: every pair has another price, so that losses and doubles are seen. */
export function buildRecord(batch: number, series: number) {
  const storeKey = series < LASTING ? `kx-${series}` : `kx-${Math.floor(batch / LIFE)}-${series}`;
  return {
    venue: 'kalshi',
    storeKey,
    asset: `kalshi-${storeKey}`,
    t: epochMs(1_700_000_000_000 + batch * STEP_MS),
    p: batch + series / 100,
    v: null,
    s: 'poll' as ObservationSource,
  } as const;
}

/**
 * Child process: opens the store, appends batches from the given one on and prints each number once it is acknowledged.
 */
async function write(dataDir: string, from: number): Promise<never> {
  const history = await openSqliteHistory({ dataDir });
  for (let batch = from; ; batch++) {
    await history.append(Array.from({ length: SERIES }, (_, series) => buildRecord(batch, series)));
    process.stdout.write(`${batch}\n`);
  }
}

if (import.meta.main) await write(process.argv[2]!, Number(process.argv[3]));
