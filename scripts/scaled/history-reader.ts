/** Reads the newest record of series beside their writer, and counts reads that miss one that was acknowledged before. */
import { setTimeout as pause } from 'node:timers/promises';
import { openReadOnlyHistory } from '../../src/history/sqlite/index.ts';
import { type ReaderReport, SERIES } from './history-drill.ts';

const [dataDir = '', reads = ''] = process.argv.slice(2);
const history = await openReadOnlyHistory({ dataDir });
/** The newest batch that the writer has said to be acknowledged. */
let acknowledged = 0;
process.on('message', (batch: number) => {
  acknowledged = batch;
});
process.send?.(null);
while (acknowledged === 0) await pause(1);

let missed = 0;
for (let i = 0; i < Number(reads); i++) {
  const known = acknowledged;
  const newest = await history.findLast(SERIES[i % SERIES.length] ?? SERIES[0]);
  if (newest === null || newest.p < known) missed++;
  await pause(0);
}
await history.close();
// Its parent ends it.
process.send?.({ missed } satisfies ReaderReport);
