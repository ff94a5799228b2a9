import {
  type AssetRef,
  type EpochMs,
  epochMs,
  KIND_TRAITS,
  latestTime,
  type PriceUnit,
} from '../../domain/index.ts';
import type { ResolvedAsset } from '../../feed/feed.ts';
import type { AssetFinder } from '../../feed/readers.ts';
import type { ReadOptions } from '../../history/contract/history-store.ts';
import type { SeriesKey, Window } from '../../history/contract/series.ts';
import { refuseParameter } from '../responses/errors.ts';
import * as s from '../schemas/schema.ts';
import { requireAsset } from './assets.ts';

const DEFAULT_RECORDS = 5_000;
const MAX_RECORDS = 50_000;

/** Builds the schema of the query parameters that select the records of an analysis. */
export const recordParams = () => ({
  fromMs: s.fromMsParam(),
  toMs: s.toMsParam(),
  limit: s.sharedParam(
    'AnalysedRecords',
    s.int(
      'Maximum number of records; the newest of the window are used. Values above 50,000 count as 50,000.',
      5_000,
      {
        default: DEFAULT_RECORDS,
        minimum: 1,
        'x-cap': MAX_RECORDS,
      },
    ),
  ),
});

export const truncatedField = () =>
  s.named('Truncated', s.bool('Whether the window has older records that were not read.', false));

export interface RecordQuery {
  readonly fromMs?: number;
  readonly toMs?: number;
  readonly limit: number;
}

/** Maximum number of records of an analysis that runs immediately; larger analyses wait in the queue of heavy work. */
export const LIGHT_RECORDS = 1_000;

/** Selection of records of one asset, and the members that every response about them starts with. */
export interface AssetRecords {
  readonly ref: AssetRef;
  readonly key: SeriesKey;
  readonly options: ReadOptions;
  readonly unit: PriceUnit;
  readonly now: EpochMs;
  readonly head: ReturnType<typeof buildAssetHead>;
}

/**
 * Selects the newest records of a window.
 *
 * @throws {ApiError} `asset_not_found`, or `validation_failed` when the window ends before it starts.
 */
export async function locateRecords(
  assets: AssetFinder,
  asset: string,
  query: RecordQuery,
  now: EpochMs,
): Promise<AssetRecords> {
  const { ref } = await requireAsset(assets, asset);
  const { venue, storeKey, kind } = ref;
  return {
    ref,
    key: { venue, storeKey },
    options: { ...toPastWindow(query, now), limit: query.limit },
    unit: KIND_TRAITS[kind].unit,
    now,
    head: buildAssetHead(ref),
  };
}

/** Builds the members with which responses name an asset and its series. */
export function buildAssetHead({ asset, kind, venue, storeKey }: ResolvedAsset['ref']) {
  return { ok: true as const, asset, kind, venue, storeKey };
}

/** Converts a window to the form that responses repeat: null for an open end. */
export function toShownWindow({ fromMs = null, toMs = null, limit }: ShownQuery) {
  return { fromMs, toMs, limit };
}

type ShownQuery = { readonly fromMs?: number | null; readonly toMs?: number | null; readonly limit: number };

/**
 * Reads the window of a query for the newest records. Without an end, the window ends now, because a clock that was
 * ahead may have left later records. If the window begins after now, its end stays open.
 *
 * @throws {ApiError} when the window ends before it starts.
 */
export function toPastWindow(query: Parameters<typeof toWindow>[0], now: EpochMs): Window {
  const window = toWindow(query);
  const isOpen = window.toMs !== undefined || (window.fromMs !== undefined && window.fromMs > now);
  return isOpen ? window : { ...window, toMs: latestTime(now) };
}

/**
 * Reads the window of a query; absent ends are open.
 *
 * @throws {ApiError} when the window ends before it starts.
 */
export function toWindow({ fromMs, toMs }: { readonly fromMs?: number; readonly toMs?: number }): Window {
  if (fromMs !== undefined && toMs !== undefined && fromMs > toMs) {
    throw refuseParameter('fromMs', 'fromMs must not be after toMs');
  }
  return {
    ...(fromMs === undefined ? {} : { fromMs: epochMs(fromMs) }),
    ...(toMs === undefined ? {} : { toMs: epochMs(toMs) }),
  };
}
