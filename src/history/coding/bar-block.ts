import { epochMs, HOUR_MS } from '../../domain/index.ts';
import type { VenueBar } from '../contract/venue-bars.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { readDoubles, writeDoubles } from './doubles.ts';
import { readIntegers, writeIntegers } from './integers.ts';
import { readVolumes, writeVolumes } from './volumes.ts';

/** Bar with what brought it. */
export interface BlockBar extends VenueBar {
  /** Whether imports alone brought the bar. */
  readonly isImported: boolean;
}

/** Hours of a block: six weeks, so that the bars of a usual back-fill lie in one or two. */
const BLOCK_HOURS = 1_024;
const BLOCK_MS = BLOCK_HOURS * HOUR_MS;
const LAYOUT = 1;

const writer = new ByteWriter();

/** Returns the start of the block to which an hour belongs. */
export function floorToBlock(t: number): number {
  return Math.floor(t / BLOCK_MS) * BLOCK_MS;
}

/** Encodes the bars of a block, oldest first (layout: docs/formats/history.md, "Block of bars"). */
export function encodeBlock(bars: readonly BlockBar[]): Uint8Array {
  const column = (read: (bar: BlockBar) => number) => Float64Array.from(bars, read);
  writer.rewind(0);
  writer.u8(LAYOUT);
  writer.varint(bars.length);
  // Hours are safe integers, which this coding always accepts.
  writeIntegers(
    writer,
    column(({ t }) => t / HOUR_MS),
  );
  for (const read of PRICES) writeDoubles(writer, column(read));
  writeVolumes(
    writer,
    column(({ volume }) => volume ?? Number.NaN),
  );
  writeIntegers(
    writer,
    column(({ isImported }) => Number(isImported)),
  );
  return writer.written().slice();
}

const PRICES = [
  ({ open }: VenueBar) => open,
  ({ high }: VenueBar) => high,
  ({ low }: VenueBar) => low,
  ({ close }: VenueBar) => close,
] as const;

/** Decodes a block. @throws {RangeError} when the bytes are damaged. */
export function decodeBlock(data: Uint8Array): BlockBar[] {
  const input = new ByteReader(data);
  const layout = input.u8();
  if (layout !== LAYOUT) throw new RangeError(`the block of bars has the unknown layout ${layout}`);
  const n = input.varint();
  if (n > BLOCK_HOURS) throw new RangeError(`the block states ${n} bars, which is out of range`);
  const read = (values: (column: Float64Array) => void) => {
    const column = new Float64Array(n);
    values(column);
    return column;
  };
  const doubles = () => read((column) => readDoubles(input, n, column));
  const integers = () => read((column) => readIntegers(input, n, column));
  const t = integers();
  const [open, high, low, close] = [doubles(), doubles(), doubles(), doubles()];
  const volume = read((column) => readVolumes(input, n, column));
  const imported = integers();
  return Array.from({ length: n }, (_, i) => ({
    t: epochMs(t[i]! * HOUR_MS),
    open: open[i]!,
    high: high[i]!,
    low: low[i]!,
    close: close[i]!,
    volume: Number.isNaN(volume[i]!) ? null : volume[i]!,
    isImported: imported[i] === 1,
  }));
}

/**
 * Joins bars to those of a block. A venue's bar replaces what is there; an imported one is only added where nothing is.
 *
 * @returns All bars of the block, oldest first, and how many hours had none.
 */
export function joinBars(
  stored: readonly BlockBar[],
  bars: readonly VenueBar[],
  isImported: boolean,
): { readonly all: readonly BlockBar[]; readonly added: number } {
  const byHour = new Map<number, BlockBar>(stored.map((bar) => [bar.t, bar]));
  const before = byHour.size;
  for (const { t, open, high, low, close, volume } of bars) {
    if (isImported && byHour.has(t)) continue;
    byHour.set(t, { t, open, high, low, close, volume, isImported });
  }
  const all = [...byHour.values()].sort((a, b) => a.t - b.t);
  return { all, added: byHour.size - before };
}

/** Returns the bar without what the block alone needs. */
export function toVenueBar({ isImported: _, ...bar }: BlockBar): VenueBar {
  return bar;
}

/** Whether two bars of one hour are equal. */
export function isSameBar(a: VenueBar, b: VenueBar): boolean {
  return (
    a.open === b.open && a.high === b.high && a.low === b.low && a.close === b.close && a.volume === b.volume
  );
}
