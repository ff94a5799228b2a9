import type { PriceUnit } from '../../domain/index.ts';
import { toFiniteOrNull } from '../numerics/finite.ts';
import { mean } from '../numerics/sums.ts';
import {
  carriesVolume,
  selectUsableTrades,
  type TradeColumns,
  weighRecord,
} from '../series/trade-columns.ts';
import type { FlowItem } from './flow-step.ts';
import { impactLambda } from './impact-lambda.ts';
import { type Direction, FILLED, tickDirection, toFlowSide } from './tick-rule.ts';
import { vpin } from './vpin.ts';

/** Classified records in columns of equal length, oldest first. */
export interface FlowColumns {
  readonly length: number;
  readonly t: Float64Array;
  /**
   * Sides of the records: 1 bought, -1 sold, 0 unclassified, {@link FILLED} for a filled-in close: see {@link
   * toFlowSide}.
   */
  readonly direction: Int8Array;
  readonly weight: Float64Array;
  readonly signed: Float64Array;
  readonly cumulative: Float64Array;
}

export interface FlowSummary {
  readonly bars: number;
  readonly buyBars: number;
  readonly sellBars: number;
  readonly unclassifiedBars: number;
  readonly buyVolume: number;
  readonly sellVolume: number;
  readonly netDelta: number;
  /** Imbalance from -1 to 1; 0 when nothing is classified. */
  readonly imbalance: number;
  /** Share of informed trading (VPIN) from 0 to 1; 0 when no block counts. */
  readonly vpin: number;
  readonly hasRealVolume: boolean;
  /** Price change per unit of weight. */
  readonly impactLambda: number | null;
  /** Price change per unit of weight, in basis points of the mean price. */
  readonly impactLambdaBps: number | null;
  readonly impactFromRealVolume: boolean;
}

export interface Flow {
  readonly summary: FlowSummary;
  /** Sum of the signed weights of the last `rollingWindow` records. */
  readonly rollingDelta: number;
  readonly series: FlowColumns;
}

/**
 * Computes the order flow from consecutive records with the tick rule.
 *
 * The weight of a record is its volume. A record without volume has weight 0, or 1 when no record has volume. Closes
 * that were filled in have neither side nor weight, because the side that moved the price is not known. The summary is
 * that of the other records, and only `bars` and `unclassifiedBars` include filled-in closes.
 *
 * @param rollingWindow Number of records in one block and in the rolling sum, at least 1.
 */
export function flow(
  columns: TradeColumns,
  { rollingWindow, unit = 'usd' }: { readonly rollingWindow: number; readonly unit?: PriceUnit },
): Flow {
  const usable = selectUsableTrades(columns, unit);
  const { filled } = usable;
  if (filled?.includes(1)) return withFilled(usable, filled, rollingWindow);
  return flowOfTrades(usable, rollingWindow);
}

function flowOfTrades(trades: TradeColumns, rollingWindow: number): Flow {
  const hasRealVolume = carriesVolume(trades);
  const series = classify(trades, hasRealVolume);
  const lambda = impactLambda(trades.p, series.direction, series.signed);
  return {
    summary: {
      ...totals(series),
      vpin: vpin(series.signed, rollingWindow),
      hasRealVolume,
      impactLambda: lambda,
      impactLambdaBps: lambda === null ? null : toFiniteOrNull((lambda / mean(trades.p)) * 1e4),
      impactFromRealVolume: hasRealVolume && lambda !== null,
    },
    rollingDelta: sumFrom(series.signed, Math.max(0, series.length - rollingWindow)),
    series,
  };
}

/** Adds filled-in closes between the trades, as rows without a side. */
function withFilled({ t, p, v }: TradeColumns, filled: Uint8Array, rollingWindow: number): Flow {
  const isTrade = (_: number, i: number) => filled[i] === 0;
  const trades = { t: t.filter(isTrade), p: p.filter(isTrade), v: v.filter(isTrade) };
  const { summary, rollingDelta, series: found } = flowOfTrades(trades, rollingWindow);
  const length = t.length;
  const series = {
    length,
    t,
    direction: new Int8Array(length).fill(FILLED),
    weight: new Float64Array(length),
    signed: new Float64Array(length),
    cumulative: new Float64Array(length),
  };
  let trade = 0;
  for (let i = 0; i < length; i++) {
    if (filled[i] === 0) {
      series.direction[i] = found.direction[trade]!;
      series.weight[i] = found.weight[trade]!;
      series.signed[i] = found.signed[trade]!;
      trade++;
    }
    series.cumulative[i] = trade === 0 ? 0 : found.cumulative[trade - 1]!;
  }
  const fills = length - found.length;
  const { bars, unclassifiedBars } = summary;
  return {
    summary: { ...summary, bars: bars + fills, unclassifiedBars: unclassifiedBars + fills },
    rollingDelta,
    series,
  };
}

/** Builds one record of the columns in the form of an answer. */
export function flowItem(series: FlowColumns, index: number): FlowItem {
  return {
    t: series.t[index]!,
    side: toFlowSide(series.direction[index]!),
    weight: series.weight[index]!,
    signed: series.signed[index]!,
    cumulative: series.cumulative[index]!,
  };
}

function classify({ t, p, v }: TradeColumns, hasRealVolume: boolean): FlowColumns {
  const length = p.length;
  const direction = new Int8Array(length);
  const weight = new Float64Array(length);
  const signed = new Float64Array(length);
  const cumulative = new Float64Array(length);

  let side: Direction = 0;
  let sum = 0;
  for (let i = 0; i < length; i++) {
    if (i > 0) side = tickDirection(p[i]! - p[i - 1]!, side);
    const size = weighRecord(v[i]!, hasRealVolume);
    sum += side * size;
    direction[i] = side;
    weight[i] = size;
    signed[i] = side * size;
    cumulative[i] = sum;
  }
  return { length, t, direction, weight, signed, cumulative };
}

function totals({ length, direction, weight }: FlowColumns) {
  let buyBars = 0;
  let sellBars = 0;
  let buyVolume = 0;
  let sellVolume = 0;
  for (let i = 0; i < length; i++) {
    if (direction[i] === 1) {
      buyBars++;
      buyVolume += weight[i]!;
    } else if (direction[i] === -1) {
      sellBars++;
      sellVolume += weight[i]!;
    }
  }
  const classified = buyVolume + sellVolume;
  const netDelta = buyVolume - sellVolume;
  return {
    bars: length,
    buyBars,
    sellBars,
    unclassifiedBars: length - buyBars - sellBars,
    buyVolume,
    sellVolume,
    netDelta,
    imbalance: classified > 0 ? (toFiniteOrNull(netDelta / classified) ?? 0) : 0,
  };
}

function sumFrom(values: Float64Array, start: number): number {
  let sum = 0;
  for (let i = start; i < values.length; i++) sum += values[i]!;
  return sum;
}
