import { type Clock, cutList, DAY_MS, type EpochMs, epochMs, type RandomBytes } from '../domain/index.ts';
import { repeatUnknown } from '../storage/repeat-unknown.ts';
import type { ServiceDatabase } from '../storage/service-database.ts';
import type { AdminAction } from './admin-actions.ts';
import { generateKey, hashKey, type KeyFormat } from './keys/api-key.ts';
import type {
  IssuedKey,
  KeyRecord,
  KeyRequest,
  KeySelection,
  KeyStore,
  ReissuedKey,
  ReissueRequest,
  Revocation,
  RevokeOptions,
  RotateOutcome,
} from './keys/keys.ts';
import { toKeyRecord } from './operations/key-record.ts';
import { issueKey, reissueKey, revokeKeys, rotateKey, touchKeys } from './operations/keys.ts';
import { generateBase62 } from './random.ts';
import type { AccountQueries, KeyRow } from './rows.ts';

const BOT_ID_LENGTH = 16;
/** Maximum number of attempts at a rotation whose commit answer was lost. Each follows immediately. */
const ROTATE_ATTEMPTS = 3;
/** Number of keys in one write of last uses: longer transactions would time out on a server. */
const TOUCHED_AT_ONCE = 500;
const OWNER_UID_BYTES = 16;

export interface StoredKeysOptions {
  readonly database: ServiceDatabase;
  readonly queries: AccountQueries;
  readonly format: KeyFormat;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Creates the id of a new owner. Default: random bytes. */
  readonly createUid?: (owner: string) => Uint8Array;
}

/** API keys in the service database. */
export class StoredKeys implements KeyStore {
  readonly #options: StoredKeysOptions;

  constructor(options: StoredKeysOptions) {
    this.#options = options;
  }

  async issue(request: KeyRequest, by?: AdminAction): Promise<IssuedKey> {
    const { database, format, clock, random, createUid = () => random(OWNER_UID_BYTES) } = this.#options;
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
      botId: `bot_${generateBase62(BOT_ID_LENGTH, random)}`,
      lastUsedAt: null,
    };
    const target = by?.target ?? record.hash;
    await database.transact(issueKey, {
      record,
      ownerUid: createUid(owner),
      by: by === undefined ? null : { ...by, target },
    });
    return { rawKey, record };
  }

  async reissue(request: ReissueRequest, by: AdminAction): Promise<ReissuedKey> {
    const { database, format, clock, random } = this.#options;
    const rawKey = generateKey(format, random);
    const reissue = { ...request, hash: hashKey(rawKey), now: clock(), by };
    const outcome = await database.transact(reissueKey, reissue);
    return outcome.status === 'issued'
      ? { status: 'issued', issued: { rawKey, record: outcome.record } }
      : outcome;
  }

  async find(hash: string): Promise<KeyRecord | null> {
    return toRecordOrNull(await this.#options.queries.findKey(hash));
  }

  async findRotation(hash: string): Promise<EpochMs | null> {
    const { queries, clock } = this.#options;
    const key = await queries.findKey(hash);
    const successor = key?.successor == null ? null : await queries.findKey(key.successor);
    if (key === null || successor === null || key.expiresAt !== successor.createdAt) return null;
    return clock() - successor.createdAt <= DAY_MS ? epochMs(successor.createdAt) : null;
  }

  async findByBot(botId: string): Promise<KeyRecord | null> {
    const { queries, clock } = this.#options;
    return toRecordOrNull(await queries.findLiveKey(botId, clock()));
  }

  knowsBot(botId: string): Promise<boolean> {
    return this.#options.queries.hasKey(botId);
  }

  async list({ owner, limit }: { owner?: string | undefined; limit: number }) {
    const rows = await this.#options.queries.listNewestKeys(owner ?? null, limit + 1);
    const { shown, truncated } = cutList(rows, limit);
    return { keys: shown.map(toKeyRecord), truncated };
  }

  async select(selection: KeySelection): Promise<readonly KeyRecord[]> {
    return (await this.#options.queries.listKeys(selection)).map(toKeyRecord);
  }

  revoke(selection: KeySelection, { at, by }: RevokeOptions = {}): Promise<Revocation> {
    const { database, clock } = this.#options;
    return database.transact(revokeKeys, { selection, at: at ?? clock(), by: by ?? null });
  }

  async rotate(hash: string, graceMs: number): Promise<RotateOutcome> {
    const { database, format, clock, random } = this.#options;
    const rawKey = generateKey(format, random);
    const now = clock();
    const rotation = { hash, newHash: hashKey(rawKey), now, endsAt: epochMs(now + graceMs) };
    // The rotation may have been stored although its answer was lost. The old key may then end soon, so the caller has
    // to get the new one.
    const outcome = await repeatUnknown(() => database.transact(rotateKey, rotation), {
      attempts: ROTATE_ATTEMPTS,
    });
    if (outcome.status !== 'rotated') return outcome;
    const { record, previous } = outcome;
    return { status: 'rotated', issued: { rawKey, record }, previous };
  }

  async touch(used: ReadonlyMap<string, EpochMs>): Promise<void> {
    const all = [...used];
    for (let from = 0; from < all.length; from += TOUCHED_AT_ONCE) {
      await this.#options.database.transact(touchKeys, all.slice(from, from + TOUCHED_AT_ONCE));
    }
  }

  async findOwnerUid(owner: string): Promise<Uint8Array | null> {
    return (await this.#options.queries.findOwner(owner))?.uid ?? null;
  }

  async isEmpty(): Promise<boolean> {
    return !(await this.#options.queries.hasKey(null));
  }
}

function toRecordOrNull(row: KeyRow | null): KeyRecord | null {
  return row === null ? null : toKeyRecord(row);
}
