import { cascades, flow, volumeProfile } from '../../../analytics/index.ts';
import type { PriceUnit } from '../../../domain/index.ts';
import type { HistoryReader, ReadOptions, SeriesKey } from '../../../history/history-store.ts';
import { flowRows } from '../../responses/flow-bytes.ts';
import { jsonItems, listBody, type PreparedBody } from '../prepared-body.ts';

/** The records that an analysis reads, and the members that its answer starts with. */
interface TradesInput {
  readonly key: SeriesKey;
  readonly options: ReadOptions;
  readonly unit: PriceUnit;
  readonly head: object;
}

export interface FlowInput extends TradesInput {
  readonly rollingWindow: number;
}

/** Order flow, record by record. */
export async function prepareFlow(
  history: HistoryReader,
  { key, options, unit, head, rollingWindow }: FlowInput,
): Promise<PreparedBody> {
  const { columns, truncated } = await history.read(key, options);
  const { summary, series, rollingDelta } = flow(columns, { rollingWindow, unit });
  const { t, direction, weight, signed, cumulative } = series;
  return listBody({
    head: { ...head, summary },
    name: 'series',
    length: series.length,
    items: (from, to) => flowRows(series, from, to),
    itemBytes: 110,
    tail: { rollingDelta, rollingWindow, truncated },
    heldBytes: series.length * 33,
    data: [t, direction, weight, signed, cumulative],
  });
}

export interface VolumeProfileInput extends TradesInput {
  readonly priceStep: Parameters<typeof volumeProfile>[1]['priceStep'];
}

/** Traded volume by price. */
export async function prepareVolumeProfile(
  history: HistoryReader,
  { key, options, unit, head, priceStep }: VolumeProfileInput,
): Promise<PreparedBody> {
  const { columns, truncated } = await history.read(key, options);
  const { recordsUsed, hasRealVolume, pocIdx, buckets } = volumeProfile(columns, { priceStep, unit });
  return objectsBody({ ...head, recordsUsed, hasRealVolume, pocIdx }, 'buckets', buckets, { truncated });
}

export interface CascadesInput extends TradesInput {
  readonly windowMs: number;
  readonly minDrawdownPct: number;
  readonly direction: 'down' | 'up';
}

/** Fast falls or rises. */
export async function prepareCascades(
  history: HistoryReader,
  { key, options, unit, head, windowMs, minDrawdownPct, direction }: CascadesInput,
): Promise<PreparedBody> {
  const { columns, truncated } = await history.read(key, options);
  const report = cascades(columns, { windowMs, minDrawdownPct, direction, unit });
  return objectsBody({ ...head, summary: report.summary }, 'cascades', report.cascades, { truncated });
}

/** What an item of a list takes in memory and as JSON, near enough. */
const OBJECT_BYTES = 160;

function objectsBody(head: object, name: string, list: readonly object[], tail: object): PreparedBody {
  return listBody({
    head,
    name,
    length: list.length,
    items: (from, to) => jsonItems(list.slice(from, to)),
    itemBytes: OBJECT_BYTES,
    tail,
    heldBytes: list.length * OBJECT_BYTES,
    data: [Buffer.from(JSON.stringify(list))],
  });
}
