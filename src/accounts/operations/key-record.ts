import { type EpochMs, epochMs, type VenueId } from '../../domain/index.ts';
import { type KeyRecord, writeVenues } from '../keys/keys.ts';
import type { KeyRow } from '../rows.ts';

/** Converts a stored key row to the record that callers read, without the successor's hash. */
export function toKeyRecord({ successor: _successor, ...row }: KeyRow): KeyRecord {
  return {
    ...row,
    venues: row.venues === 'all' ? 'all' : (row.venues.split(',') as VenueId[]),
    createdAt: epochMs(row.createdAt),
    expiresAt: toTime(row.expiresAt),
    revokedAt: toTime(row.revokedAt),
    lastUsedAt: toTime(row.lastUsedAt),
  };
}

/** Creates the row of a new key. */
export function toKeyRow(record: KeyRecord): KeyRow {
  return { ...record, venues: writeVenues(record.venues), successor: null };
}

function toTime(ms: number | null): EpochMs | null {
  return ms === null ? null : epochMs(ms);
}
