import { setImmediate as nextTurn } from 'node:timers/promises';
import { cascades, flow, volumeProfile } from '../../../analytics/index.ts';
import type { EpochMs, PriceUnit } from '../../../domain/index.ts';
import { describeCoverage, readSpan } from '../../../history/contract/coverage.ts';
import type { HistoryReader, ReadOptions } from '../../../history/contract/history-store.ts';
import type { SeriesKey } from '../../../history/contract/series.ts';
import { encodeSource } from '../../../history/contract/source-codes.ts';
import type { TapeReader } from '../../../history/tape/contract/tape-reader.ts';
import { formatFlowRows } from '../../responses/flow-bytes.ts';
import { formatJsonItems, type PreparedBody, prepareList } from '../prepared-body.ts';
import { readStatedFlow, type StatedInput } from './tape/stated-flow.ts';

/** Selection of the records that an analysis reads, and the members that the response starts with. */
interface TradesInput {
  readonly key: SeriesKey;
  readonly options: ReadOptions;
  readonly unit: PriceUnit;
  readonly now: EpochMs;
  readonly head: object;
}

export interface FlowInput extends TradesInput {
  readonly rollingWindow: number;
  readonly stated: StatedInput;
}

/** Number of records above which reading and analysis run in separate rounds of the event loop. */
const READ_AT_ONCE = 5_000;

/** Reads the records of a window, and the part of the window that they cover. */
async function readTrades(history: HistoryReader, { key, options, now }: TradesInput) {
  const { columns, truncated } = await history.read(key, options);
  const { entry, gaps } = await readSpan(history, key, options, now);
  const coverage = describeCoverage({ window: options, entry, gaps, now });
  // Reading and analysis take about as long; on the event loop, other events run in between.
  if (columns.length > READ_AT_ONCE) await nextTurn();
  return { columns, tail: { gaps, coverage, truncated } };
}

const BACKFILL = encodeSource('backfill');

/** Prepares the order flow, record by record and by the side that the venue stated. */
export async function prepareFlow(
  history: HistoryReader,
  tape: TapeReader,
  { rollingWindow, stated: statedInput, ...input }: FlowInput,
): Promise<PreparedBody> {
  const { unit, head } = input;
  const { columns, tail } = await readTrades(history, input);
  const { t: times, p, v, s } = columns;
  const trades = { t: times, p, v, filled: s.map((code) => (code === BACKFILL ? 1 : 0)) };
  const { summary, series, rollingDelta } = flow(trades, { rollingWindow, unit });
  const { t, direction, weight, signed, cumulative } = series;
  const { stated, whyNull } = await readStatedFlow({ history, tape }, statedInput, times[0] ?? null);
  return prepareList({
    head: { ...head, summary, stated, whyNull },
    name: 'series',
    length: series.length,
    items: (from, to) => formatFlowRows(series, from, to),
    itemBytes: 110,
    tail: { rollingDelta, rollingWindow, ...tail },
    heldBytes: series.length * 33,
    data: [t, direction, weight, signed, cumulative],
  });
}

export interface VolumeProfileInput extends TradesInput {
  readonly priceStep: Parameters<typeof volumeProfile>[1]['priceStep'];
}

/** Prepares the traded volume by price. */
export async function prepareVolumeProfile(
  history: HistoryReader,
  { priceStep, ...input }: VolumeProfileInput,
): Promise<PreparedBody> {
  const { unit, head } = input;
  const { columns, tail } = await readTrades(history, input);
  const { recordsUsed, hasRealVolume, pocIdx, buckets } = volumeProfile(columns, { priceStep, unit });
  return prepareObjects({ ...head, recordsUsed, hasRealVolume, pocIdx }, 'buckets', buckets, tail);
}

export interface CascadesInput extends TradesInput {
  readonly windowMs: number;
  readonly minDrawdownPct: number;
  readonly direction: 'down' | 'up';
}

/** Prepares the cascades of a window: fast falls or rises. */
export async function prepareCascades(
  history: HistoryReader,
  { windowMs, minDrawdownPct, direction, ...input }: CascadesInput,
): Promise<PreparedBody> {
  const { unit, head } = input;
  const { columns, tail } = await readTrades(history, input);
  const report = cascades(columns, { windowMs, minDrawdownPct, direction, unit });
  return prepareObjects({ ...head, summary: report.summary }, 'cascades', report.cascades, tail);
}

/** Approximate bytes of a list item, in memory and in JSON. */
const OBJECT_BYTES = 160;

function prepareObjects(head: object, name: string, list: readonly object[], tail: object): PreparedBody {
  return prepareList({
    head,
    name,
    length: list.length,
    items: (from, to) => formatJsonItems(list.slice(from, to)),
    itemBytes: OBJECT_BYTES,
    tail,
    heldBytes: list.length * OBJECT_BYTES,
    data: [Buffer.from(JSON.stringify(list))],
  });
}
