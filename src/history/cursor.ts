import { isVenueId, type VenueId } from '../domain/index.ts';

/**
 * Where a page begins: the time of its oldest record, and how many records of the same time lie before it.
 *
 * Records that arrive later at the same time come behind those already there, so the place stays right.
 */
export interface PageStart {
  readonly t: number;
  readonly rank: number;
}

export function encodeCursor({ t, rank }: PageStart): string {
  return Buffer.from(`${t}:${rank}`).toString('base64url');
}

/** @throws {CursorError} on a text that no answer contained. */
export function decodeCursor(cursor: string): PageStart {
  const match = /^(-?\d{1,16}):(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match === null) throw new CursorError(`not a cursor: ${cursor.slice(0, 64)}`);
  return { t: Number(match[1]), rank: Number(match[2]) };
}

/** Where a page of the catalogue ends: the series that was looked at last. */
export interface AssetPlace {
  readonly venue: VenueId;
  readonly storeKey: string;
}

export function encodeAssetCursor({ venue, storeKey }: AssetPlace): string {
  return Buffer.from(JSON.stringify([venue, storeKey])).toString('base64url');
}

/** @throws {CursorError} on a text that no answer contained. */
export function decodeAssetCursor(cursor: string): AssetPlace {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(place) && isVenueId(String(place[0])) && typeof place[1] === 'string') {
      return { venue: place[0] as VenueId, storeKey: place[1] };
    }
  } catch {
    // Refused below.
  }
  throw new CursorError(`not a cursor: ${cursor.slice(0, 64)}`);
}

/** A cursor that no answer contained. */
export class CursorError extends Error {
  override readonly name = 'CursorError';
}
