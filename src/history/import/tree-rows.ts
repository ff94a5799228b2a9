import {
  type AssetRef,
  epochMs,
  findAssetRef,
  findJsonObject,
  findReference,
  findSeriesRef,
  type Gap,
  isPerpKind,
  MINUTE_MS,
  NO_TERMS,
  nameSidesAlone,
  OBSERVATION_SOURCES,
  type ObservationSource,
  parseSettling,
  RECORDERS,
  REFERENCES,
  type Recorder,
  type SeriesRef,
  type SettlingTerms,
} from '../../domain/index.ts';
import type { RegisteredMarket } from '../contract/market-register.ts';
import type { ImportedMark } from '../contract/reference-marks.ts';
import type { StoredResolution } from '../contract/resolutions.ts';
import { encodeSource } from '../contract/source-codes.ts';
import { type BarOfSeries, isPossibleBar } from '../contract/venue-bars.ts';
import { TableFileError, type TableRow } from '../formats/read-table.ts';
import { isMark } from './mark-schema.ts';
import type { ImportedRecord } from './row-checks.ts';

const YES_NO = ['Yes', 'No'] as const;

/**
 * Converts a row of `markets`. A member that has no column is null; the outcomes of a binary market are Yes and No.
 *
 * @param namesSides False when an earlier version wrote the tree, without names of the sides: they are derived from the
 * market.
 * @throws {TableFileError} when a cell is malformed.
 */
export function toMarket(row: TableRow, namesSides = true): RegisteredMarket {
  const [asset, , , , title, eventKey, event, answer, closesAt, ...rest] = row;
  const [seenFrom, changedAt, nativeIds, url, rulesHash, settling, yesMeans, noMeans] = rest;
  const ref = requireAsset(asset!);
  const named = { asset: ref.asset, title: String(title), answer: toText(answer) };
  const sides = { ...named, eventTitle: toText(event), outcomes: YES_NO };
  const isPerp = isPerpKind(ref.kind);
  return {
    ...ref,
    title: named.title,
    eventKey: toText(eventKey),
    event: sides.eventTitle,
    category: null,
    outcomes: isPerp ? null : YES_NO,
    ...(isPerp || namesSides
      ? { yesMeans: toText(yesMeans), noMeans: toText(noMeans) }
      : nameSidesAlone(sides)),
    terms: isPerp ? null : { ...NO_TERMS, answer: named.answer },
    settling: readSettling(settling),
    statedBy: null,
    closesAt: toTime(closesAt),
    endsAt: null,
    nativeIds: toIds(String(nativeIds)),
    url: toText(url),
    rulesHash: toText(rulesHash),
    seenFrom: epochMs(Number(seenFrom)),
    changedAt: epochMs(Number(changedAt)),
  };
}

/**
 * Reads the settling terms (JSON); null in a tree of an earlier version, which has none. @throws {TableFileError} when
 * the terms are malformed.
 */
function readSettling(cell: TableRow[number] | undefined): SettlingTerms | null {
  if (cell === null || cell === undefined) return null;
  const terms = parseSettling(String(cell));
  if (terms === null) throw new TableFileError(`${String(cell).slice(0, 40)} are not valid settling terms`);
  return terms;
}

/** Converts a row of `gaps`. @throws {TableFileError} when a cell is malformed. */
export function toGap([venue, asset, fromMs, toMs, reason]: TableRow): Gap {
  const storeKey = asset === null ? null : requireSeries(asset!).storeKey;
  return {
    venue: toVenue(venue!),
    storeKey,
    reason: String(reason),
    fromMs: epochMs(Number(fromMs)),
    toMs: toTime(toMs),
  };
}

/**
 * Converts a row of `observations`, of any series. A reference price gets the source `import` whatever its row says,
 * since no verdict may be decided by an imported price.
 *
 * @throws {TableFileError} on an unknown source.
 */
export function toRecord([asset, t, p, v, s]: TableRow): ImportedRecord {
  const source = toSource(s!);
  const isReference = findSeriesRef(String(asset))?.venue === REFERENCES;
  return {
    t: Number(t),
    p: Number(p),
    v: v === null ? Number.NaN : Number(v),
    s: isReference ? encodeSource('import') : source,
  };
}

/** Converts a row of `marks`. @throws {TableFileError} on a mark that no relay can have brought. */
export function toMark([key, t, text, receivedAt, relay, count]: TableRow): ImportedMark {
  const mark = { key, t, text, receivedAt, relay, count };
  if (isMark(mark) && findReference(mark.key) !== null && mark.t % MINUTE_MS === 0) return mark;
  throw new TableFileError(`${JSON.stringify(mark).slice(0, 200)} is no mark of a reference price`);
}

/** Converts a row of `bars`. @throws {TableFileError} on a bar that no venue can have stated. */
export function toBar([asset, t, open, high, low, close, volume]: TableRow): BarOfSeries {
  const { venue, storeKey, asset: id } = requireAsset(asset!);
  const prices = { open: Number(open), high: Number(high), low: Number(low), close: Number(close) };
  const bar = { t: epochMs(Number(t)), ...prices, volume: volume === null ? null : Number(volume) };
  if (isPossibleBar(bar)) return { venue, storeKey, asset: id, ...bar };
  throw new TableFileError(`${JSON.stringify(bar)} of ${id} is no bar of a whole hour`);
}

/** Converts a row of `resolutions`. @throws {TableFileError} when a cell is malformed. */
export function toResolution(row: TableRow): StoredResolution {
  const [asset, , outcome, payout, settledAt, recordedAt, source, reopenedAt] = row;
  const reopened = toTime(reopenedAt);
  const { venue, storeKey } = requireAsset(asset!);
  return {
    venue,
    storeKey,
    asset: String(asset),
    outcome: toOutcome(outcome!),
    payout: payout as number | null,
    settledAt: toTime(settledAt),
    source: String(source),
    disputed: null,
    recordedAt: epochMs(Number(recordedAt)),
    ...(reopened === null ? {} : { reopenedAt: reopened }),
  };
}

/** Finds the series of an asset id, and keeps the spelling of the id. @throws {TableFileError} on an unknown id. */
export function requireSeries(asset: string | number): SeriesRef {
  const ref = findSeriesRef(String(asset));
  if (ref === null) throw new TableFileError(`${asset} is not an asset id such as hl-BTC`);
  return { ...ref, asset: String(asset) };
}

/** Finds the asset of an asset id, and keeps the spelling of the id. @throws {TableFileError} on an unknown id. */
function requireAsset(asset: string | number): AssetRef {
  const ref = findAssetRef(String(asset));
  if (ref === null) throw new TableFileError(`${asset} is not an asset id such as hl-BTC`);
  return { ...ref, asset: String(asset) };
}

function toOutcome(value: TableRow[number]): StoredResolution['outcome'] {
  if (value === 'yes' || value === 'no' || value === 'void') return value;
  throw new TableFileError(`${value} is not an outcome: yes, no or void is allowed`);
}

function toVenue(value: TableRow[number]): Recorder {
  const venue = RECORDERS.find((one) => one === value);
  if (venue === undefined) throw new TableFileError(`${value} is not one of ${RECORDERS.join(', ')}`);
  return venue;
}

function toText(value: TableRow[number] | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

function toTime(value: TableRow[number] | undefined) {
  return value === null || value === undefined ? null : epochMs(Number(value));
}

function toSource(value: TableRow[number]): number {
  if (value !== null && !(OBSERVATION_SOURCES as readonly unknown[]).includes(value)) {
    throw new TableFileError(`${value} is not one of ${OBSERVATION_SOURCES.join(', ')}`);
  }
  return encodeSource(value as ObservationSource | null);
}

function toIds(text: string): Readonly<Record<string, string>> {
  const ids = findJsonObject(text);
  if (ids === null) throw new TableFileError(`${text.slice(0, 40)} is not a JSON object of ids`);
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, String(id)]));
}
