import { type Clock, type EpochMs, epochMs, type RandomBytes } from '../../domain/index.ts';
import type { SqliteServiceDatabase } from '../../storage/sqlite/sqlite-service-database.ts';
import type { AdminAction } from '../admin-actions.ts';
import { generateKey, hashKey, type KeyFormat } from '../api-key.ts';
import type {
  IssuedKey,
  KeyRecord,
  KeyRequest,
  KeySelection,
  KeyStore,
  Revocation,
  RevokeOptions,
  RotateOutcome,
} from '../keys.ts';
import { randomBase62 } from '../random.ts';
import { findKeyRow, KEY_COLUMNS, selectKeyRows, toKeyRecord } from './key-rows.ts';
import { issueProcedure, revokeProcedure, rotateProcedure, touchProcedure } from './procedures.ts';

const BOT_ID_LENGTH = 16;
const OWNER_UID_BYTES = 16;

export interface SqliteKeysOptions {
  readonly database: SqliteServiceDatabase;
  readonly format: KeyFormat;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

/** Keys in the service database. */
export class SqliteKeys implements KeyStore {
  readonly #options: SqliteKeysOptions;

  constructor(options: SqliteKeysOptions) {
    this.#options = options;
  }

  async issue(request: KeyRequest, by?: AdminAction): Promise<IssuedKey> {
    const { database, format, clock, random } = this.#options;
    const rawKey = generateKey(format, random);
    const { owner, tier, label, venues, expiresAt } = request;
    const record: KeyRecord = {
      hash: hashKey(rawKey),
      owner,
      tier,
      label,
      venues,
      createdAt: clock(),
      expiresAt,
      revokedAt: null,
      botId: `bot_${randomBase62(BOT_ID_LENGTH, random)}`,
      lastUsedAt: null,
    };
    const target = by?.target ?? record.hash;
    await database.transact(issueProcedure, {
      record,
      ownerUid: random(OWNER_UID_BYTES),
      by: by === undefined ? null : { ...by, target },
    });
    return { rawKey, record };
  }

  async find(hash: string): Promise<KeyRecord | null> {
    return findKeyRow(this.#options.database.reads, hash);
  }

  async findByBot(botId: string): Promise<KeyRecord | null> {
    const { database, clock } = this.#options;
    const row = database.reads
      .get(
        `SELECT ${KEY_COLUMNS} FROM api_key WHERE bot_id = ?1 AND revoked_at IS NULL
           AND (expires_at IS NULL OR expires_at > ?2) ORDER BY created_at DESC, hash DESC LIMIT 1`,
      )
      .get(botId, clock());
    return row === undefined ? null : toKeyRecord(row);
  }

  async knowsBot(botId: string): Promise<boolean> {
    const sql = 'SELECT 1 FROM api_key WHERE bot_id = ? LIMIT 1';
    return this.#options.database.reads.get(sql).get(botId) !== undefined;
  }

  async list({ owner, limit }: { owner?: string | undefined; limit: number }) {
    const { reads } = this.#options.database;
    const order = 'ORDER BY created_at DESC, hash DESC LIMIT ?';
    const rows =
      owner === undefined
        ? reads.get(`SELECT ${KEY_COLUMNS} FROM api_key ${order}`).all(limit + 1)
        : reads.get(`SELECT ${KEY_COLUMNS} FROM api_key WHERE owner = ? ${order}`).all(owner, limit + 1);
    return { keys: rows.slice(0, limit).map(toKeyRecord), truncated: rows.length > limit };
  }

  async select(selection: KeySelection): Promise<readonly KeyRecord[]> {
    return selectKeyRows(this.#options.database.reads, selection);
  }

  revoke(selection: KeySelection, { at, by }: RevokeOptions = {}): Promise<Revocation> {
    const { database, clock } = this.#options;
    return database.transact(revokeProcedure, { selection, at: at ?? clock(), by: by ?? null });
  }

  async rotate(hash: string, graceMs: number): Promise<RotateOutcome> {
    const { database, format, clock, random } = this.#options;
    const rawKey = generateKey(format, random);
    const now = clock();
    const outcome = await database.transact(rotateProcedure, {
      hash,
      newHash: hashKey(rawKey),
      now,
      endsAt: epochMs(now + graceMs),
    });
    if (outcome.status !== 'rotated') return outcome;
    const { record, previous } = outcome;
    return { status: 'rotated', issued: { rawKey, record }, previous };
  }

  async touch(used: ReadonlyMap<string, EpochMs>): Promise<void> {
    await this.#options.database.transact(touchProcedure, [...used]);
  }

  async ownerUid(owner: string): Promise<Uint8Array | null> {
    const row = this.#options.database.reads.get('SELECT uid FROM owner WHERE name = ?').get(owner);
    return (row?.uid as Uint8Array | undefined) ?? null;
  }

  async isEmpty(): Promise<boolean> {
    return this.#options.database.reads.get('SELECT 1 FROM api_key LIMIT 1').get() === undefined;
  }
}
