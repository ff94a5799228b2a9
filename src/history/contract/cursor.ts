import { decodeCursor, encodeCursor, isRecorder, type Recorder } from '../../domain/index.ts';
import type { RecordPosition } from './history-store.ts';

/**
 * Start of a page: the time of its oldest record, and how many records of the same time lie before that record. Records
 * that arrive later with the same time are placed behind those, so the position stays right.
 */
export interface PageStart {
  readonly t: number;
  readonly rank: number;
}

/** Encodes the position of a record in one series. */
export function encodeRecordCursor({ t, rank }: PageStart): string {
  return encodeCursor('record', [t, rank]);
}

/** Decodes a cursor of {@link encodeRecordCursor}. @throws {CursorError} when the text is not such a cursor. */
export function decodeRecordCursor(cursor: string): PageStart {
  const [t, rank] = requirePosition(decodeCursor('record', ['integer', 'count'], cursor), cursor);
  return { t, rank };
}

/** Encodes the end of a page that is read forward. */
export function encodeForwardCursor({ t, rank }: RecordPosition): string {
  return encodeCursor('forward', [t, rank]);
}

/** Decodes a cursor of {@link encodeForwardCursor}. @throws {CursorError} when the text is not such a cursor. */
export function decodeForwardCursor(cursor: string): RecordPosition {
  const [t, rank] = requirePosition(decodeCursor('forward', ['integer', 'count'], cursor), cursor);
  return { t, rank };
}

/** End of a page of several merged series: behind a record of one of the series. */
export interface MergedPosition extends RecordPosition {
  readonly asset: string;
}

/** Encodes the position of a record in several merged series. */
export function encodeMergedCursor({ t, rank, asset }: MergedPosition): string {
  return encodeCursor('merged', [t, rank, asset]);
}

/** Decodes a cursor of {@link encodeMergedCursor}. @throws {CursorError} when the text is not such a cursor. */
export function decodeMergedCursor(cursor: string): MergedPosition {
  const position = decodeCursor('merged', ['integer', 'count', 'text'], cursor);
  const [t, rank, asset] = requirePosition(position, cursor);
  return { t, rank, asset };
}

/** End of a page of the catalogue: the last series that the page looked at. */
export interface AssetPosition {
  readonly venue: Recorder;
  readonly storeKey: string;
}

/** Encodes a position in the list of assets. */
export function encodeAssetCursor({ venue, storeKey }: AssetPosition): string {
  return encodeCursor('asset', [venue, storeKey]);
}

/** Decodes a cursor of {@link encodeAssetCursor}. @throws {CursorError} when the text is not such a cursor. */
export function decodeAssetCursor(cursor: string): AssetPosition {
  return decodeAssetPosition('asset', cursor);
}

/** Encodes the end of a page of the market register: the last market that the page looked at. */
export function encodeMarketCursor({ venue, storeKey }: AssetPosition): string {
  return encodeCursor('market', [venue, storeKey]);
}

/** Decodes a cursor of {@link encodeMarketCursor}. @throws {CursorError} when the text is not such a cursor. */
export function decodeMarketCursor(cursor: string): AssetPosition {
  return decodeAssetPosition('market', cursor);
}

function decodeAssetPosition(kind: 'asset' | 'market', cursor: string): AssetPosition {
  const [venue, storeKey] = requirePosition(decodeCursor(kind, ['text', 'text'], cursor), cursor);
  return { venue: requirePosition(isRecorder(venue) ? venue : null, cursor), storeKey };
}

/** End of a page of gaps or of resolutions. */
export type EventPosition = readonly [at: number, venue: string, storeKey: string];

export const BEFORE_ALL_EVENTS: EventPosition = [Number.MIN_SAFE_INTEGER, '', ''];
export const AFTER_ALL_EVENTS: EventPosition = [Number.MAX_SAFE_INTEGER, '', ''];

/** Decodes the end of a page of gaps or of resolutions. @throws {CursorError} when the text is not such a cursor. */
export function decodeEventCursor(kind: 'gap' | 'resolution', cursor: string): EventPosition {
  return requirePosition(decodeCursor(kind, ['integer', 'text', 'text'], cursor), cursor);
}

/** End of a page of the spans of links. */
export type SpanPosition = readonly [a: string, b: string, fromMs: number];

export const BEFORE_ALL_SPANS: SpanPosition = ['', '', Number.MIN_SAFE_INTEGER];

/** Decodes the end of a page of link spans. @throws {CursorError} when the text is not such a cursor. */
export function decodeSpanCursor(cursor: string): SpanPosition {
  return requirePosition(decodeCursor('link-span', ['text', 'text', 'integer'], cursor), cursor);
}

/**
 * Decodes the end of a page of stated market ends: venue, store key, time. @throws {CursorError} when the text is not
 * such a cursor.
 */
export function decodeMarketEndCursor(cursor: string): readonly [string, string, number] {
  return requirePosition(decodeCursor('market-end', ['text', 'text', 'integer'], cursor), cursor);
}

/** Decodes the end of a page of reference marks: time, key, place. @throws {CursorError} when the text is malformed. */
export function decodeMarkCursor(cursor: string): readonly [number, string, number] {
  return requirePosition(decodeCursor('mark', ['integer', 'text', 'integer'], cursor), cursor);
}

/** Decodes the end of a page of bars: venue, store key, time. @throws {CursorError} when the text is malformed. */
export function decodeBarCursor(cursor: string): readonly [string, string, number] {
  return requirePosition(decodeCursor('bar', ['text', 'text', 'integer'], cursor), cursor);
}

/** Decodes the end of a page of forecasts: venue, key, horizon. @throws {CursorError} when the text is malformed. */
export function decodeForecastCursor(cursor: string): readonly [string, string, string] {
  return requirePosition(decodeCursor('forecast', ['text', 'text', 'text'], cursor), cursor);
}

/** Position before the first verdict, where the first page of verdicts begins. */
export const BEFORE_ALL_SETTLED: readonly [decidedAt: number, asset: string] = [Number.MIN_SAFE_INTEGER, ''];

/** Decodes the end of a page of verdicts. @throws {CursorError} when the text is not such a cursor. */
export function decodeSettledCursor(cursor: string): readonly [decidedAt: number, asset: string] {
  return requirePosition(decodeCursor('settled', ['integer', 'text'], cursor), cursor);
}

/** Decodes the number of the last line of a page of lines. @throws {CursorError} when the text is malformed. */
export function decodeSettledLineCursor(cursor: string): number {
  return requirePosition(decodeCursor('settled-line', ['integer'], cursor), cursor)[0];
}

/** Returns the position of a cursor. @throws {CursorError} when decoding returned null. */
export function requirePosition<Found>(position: Found | null, cursor: string): Found {
  if (position === null) throw new CursorError(`not a cursor: ${cursor.slice(0, 64)}`);
  return position;
}

/** Error: the cursor of a request is not one that an answer of the same list contains. */
export class CursorError extends Error {
  override readonly name = 'CursorError';
}
