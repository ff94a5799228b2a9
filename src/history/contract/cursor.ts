import { decodeCursor, encodeCursor, isRecorder, type Recorder } from '../../domain/index.ts';
import type { RecordPosition } from './history-store.ts';

/**
 * Where a page begins: the time of its oldest record, and how many records of the same time lie before it.
 *
 * Records that arrive later at the same time come behind those already there, so the position stays right.
 */
export interface PageStart {
  readonly t: number;
  readonly rank: number;
}

/** Encodes the position of a record in one series. */
export function encodeRecordCursor({ t, rank }: PageStart): string {
  return encodeCursor('record', [t, rank]);
}

/** @throws {CursorError} on a text that no answer contained. */
export function decodeRecordCursor(cursor: string): PageStart {
  const [t, rank] = requirePosition(decodeCursor('record', ['integer', 'count'], cursor), cursor);
  return { t, rank };
}

/** Encodes the end of a page that is read forward. */
export function encodeForwardCursor({ t, rank }: RecordPosition): string {
  return encodeCursor('forward', [t, rank]);
}

/** @throws {CursorError} on a text that no answer contained. */
export function decodeForwardCursor(cursor: string): RecordPosition {
  const [t, rank] = requirePosition(decodeCursor('forward', ['integer', 'count'], cursor), cursor);
  return { t, rank };
}

/** Where a page of several series in one order ends: behind the record of one of them. */
export interface MergedPosition extends RecordPosition {
  readonly asset: string;
}

/** Encodes the position of a record in several merged series. */
export function encodeMergedCursor({ t, rank, asset }: MergedPosition): string {
  return encodeCursor('merged', [t, rank, asset]);
}

/** @throws {CursorError} on a text that no answer contained. */
export function decodeMergedCursor(cursor: string): MergedPosition {
  const position = decodeCursor('merged', ['integer', 'count', 'text'], cursor);
  const [t, rank, asset] = requirePosition(position, cursor);
  return { t, rank, asset };
}

/** End of a page of the catalogue: the series that was looked at last. */
export interface AssetPosition {
  readonly venue: Recorder;
  readonly storeKey: string;
}

/** Encodes a position in the list of assets. */
export function encodeAssetCursor({ venue, storeKey }: AssetPosition): string {
  return encodeCursor('asset', [venue, storeKey]);
}

/** @throws {CursorError} on a text that no answer contained. */
export function decodeAssetCursor(cursor: string): AssetPosition {
  return decodeAssetPosition('asset', cursor);
}

/** Encodes the end of a page of the register: the market that was looked at last. */
export function encodeMarketCursor({ venue, storeKey }: AssetPosition): string {
  return encodeCursor('market', [venue, storeKey]);
}

/** @throws {CursorError} on a text that no answer contained. */
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

/** @throws {CursorError} on a text that no answer contained. */
export function decodeEventCursor(kind: 'gap' | 'resolution', cursor: string): EventPosition {
  return requirePosition(decodeCursor(kind, ['integer', 'text', 'text'], cursor), cursor);
}

/** End of a page of the spans of links. */
export type SpanPosition = readonly [a: string, b: string, fromMs: number];

export const BEFORE_ALL_SPANS: SpanPosition = ['', '', Number.MIN_SAFE_INTEGER];

/** @throws {CursorError} on a text that no answer contained. */
export function decodeSpanCursor(cursor: string): SpanPosition {
  return requirePosition(decodeCursor('link-span', ['text', 'text', 'integer'], cursor), cursor);
}

/** Where a page of stated ends ends. @throws {CursorError} on a text that no answer contained. */
export function decodeMarketEndCursor(cursor: string): readonly [string, string, number] {
  return requirePosition(decodeCursor('market-end', ['text', 'text', 'integer'], cursor), cursor);
}

/** Where a page of marks ends. @throws {CursorError} on a text that no answer contained. */
export function decodeMarkCursor(cursor: string): readonly [number, string, number] {
  return requirePosition(decodeCursor('mark', ['integer', 'text', 'integer'], cursor), cursor);
}

/** Where a page of forecasts ends. @throws {CursorError} on a text that no answer contained. */
export function decodeForecastCursor(cursor: string): readonly [string, string, string] {
  return requirePosition(decodeCursor('forecast', ['text', 'text', 'text'], cursor), cursor);
}

/** End of a page of verdicts. */
export const BEFORE_ALL_SETTLED: readonly [decidedAt: number, asset: string] = [Number.MIN_SAFE_INTEGER, ''];

/** @throws {CursorError} on a text that no answer contained. */
export function decodeSettledCursor(cursor: string): readonly [decidedAt: number, asset: string] {
  return requirePosition(decodeCursor('settled', ['integer', 'text'], cursor), cursor);
}

/** Number of the last line of a page. @throws {CursorError} on a text that no answer contained. */
export function decodeSettledLineCursor(cursor: string): number {
  return requirePosition(decodeCursor('settled-line', ['integer'], cursor), cursor)[0];
}

/** @throws {CursorError} when a cursor has no position. */
export function requirePosition<Found>(position: Found | null, cursor: string): Found {
  if (position === null) throw new CursorError(`not a cursor: ${cursor.slice(0, 64)}`);
  return position;
}

/** A cursor that no answer contained. */
export class CursorError extends Error {
  override readonly name = 'CursorError';
}
