import type { VenueId } from '../../domain/index.ts';
import type { Statements } from '../../storage/sqlite/procedure.ts';
import type { KeyRecord, KeySelection } from '../keys.ts';

const NAMES = [
  'hash',
  'owner',
  'tier',
  'label',
  'venues',
  'created_at AS createdAt',
  'expires_at AS expiresAt',
  'revoked_at AS revokedAt',
  'bot_id AS botId',
  'last_used_at AS lastUsedAt',
];

export const KEY_COLUMNS = NAMES.map((name) => `api_key.${name}`).join(', ');

export function toKeyRecord(row: unknown): KeyRecord {
  const record = row as KeyRecord & { venues: string };
  return { ...record, venues: record.venues === 'all' ? 'all' : (record.venues.split(',') as VenueId[]) };
}

export function findKeyRow(db: Statements, hash: string): KeyRecord | null {
  const row = db.get(`SELECT ${KEY_COLUMNS} FROM api_key WHERE hash = ?`).get(hash);
  return row === undefined ? null : toKeyRecord(row);
}

/** The keys of a selection, live or not, newest first. */
export function selectKeyRows(db: Statements, selection: KeySelection): readonly KeyRecord[] {
  return readRows(db, selection).map(toKeyRecord);
}

const ORDER = 'ORDER BY api_key.created_at DESC, api_key.hash DESC';

function readRows(db: Statements, selection: KeySelection): readonly unknown[] {
  switch (selection.kind) {
    case 'key':
      return db
        .get(
          `WITH RECURSIVE line (hash) AS (
             SELECT ?
             UNION
             SELECT successor FROM api_key JOIN line USING (hash) WHERE successor IS NOT NULL
           )
           SELECT ${KEY_COLUMNS} FROM api_key JOIN line USING (hash) ${ORDER}`,
        )
        .all(selection.hash);
    case 'bot':
      return db.get(`SELECT ${KEY_COLUMNS} FROM api_key WHERE bot_id = ? ${ORDER}`).all(selection.botId);
    case 'owner':
      return db.get(`SELECT ${KEY_COLUMNS} FROM api_key WHERE owner = ? ${ORDER}`).all(selection.owner);
  }
}
