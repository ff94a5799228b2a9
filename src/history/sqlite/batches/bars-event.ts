import { epochMs, type Recorder } from '../../../domain/index.ts';
import { type BarOfSeries, groupBars } from '../../contract/venue-bars.ts';
import type { BarTable } from '../bars/bar-table.ts';
import { type HeldRows, packRows, type RowMembers, type RowsEvent, unpackRows } from './rows-event.ts';

type BarsEvent = RowsEvent<'bars'>;

type Members = readonly [
  venue: Recorder,
  storeKey: string,
  asset: string,
  t: number,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number | null,
];

/** Converts bars to an event. @param bars At least one. */
export function toBarsEvent(bars: readonly BarOfSeries[]): BarsEvent {
  const times = bars.map(({ t }) => t);
  return packRows('bars', bars.map(toMembers), times);
}

/** Removes the bars of an event that no other batch holds, inside the caller's transaction. */
export function undoBars(table: BarTable, event: BarsEvent, held: HeldRows): void {
  const isHeld = held.listKeys(event);
  const rows = unpackRows(event).filter((row) => !isHeld.has(JSON.stringify(row)));
  for (const some of groupBars(rows.map(toBar))) table.removeImported(some[0]!, some);
}

function toMembers({ venue, storeKey, asset, t, open, high, low, close, volume }: BarOfSeries): Members {
  return [venue, storeKey, asset, t, open, high, low, close, volume];
}

function toBar(row: RowMembers): BarOfSeries {
  const [venue, storeKey, asset, t, open, high, low, close, volume] = row as Members;
  return { venue, storeKey, asset, t: epochMs(t), open, high, low, close, volume };
}
