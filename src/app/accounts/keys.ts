import type { KeyRing } from '../../accounts/keys/key-ring.ts';
import { LocalKeyRing } from '../../accounts/keys/local-key-ring.ts';
import { createOwnerUid } from '../../accounts/owner-uid.ts';
import { prepareAccountQueries } from '../../accounts/sql/accounts.ts';
import { StoredKeys } from '../../accounts/stored-keys.ts';
import { cryptoRandom, MINUTE_MS } from '../../domain/index.ts';
import type { AccountsOptions } from './accounts.ts';

/** Longest time for which this process may accept a key that another process revoked. */
const MAX_KEY_AGE_MS = 5_000;

/**
 * Builds the key ring of this process.
 *
 * @param findTold Finds the owner id for which deposit addresses were given earlier; null: none were.
 */
export function buildKeys(options: AccountsOptions, findTold: (owner: string) => Uint8Array | null): KeyRing {
  const { config, secrets, database, clock, now, random = cryptoRandom, isCommand, log } = options;
  const format = { prefix: config.accounts.keyPrefix, environment: config.accounts.keyEnvironment };
  const queries = database.buildQueries(prepareAccountQueries);
  return new LocalKeyRing({
    store: new StoredKeys({
      database,
      queries,
      format,
      clock,
      random,
      createUid: (owner) => createOwnerUid(owner, { secret: secrets.depositSecret, findTold, random }),
    }),
    format,
    clock,
    keepsRevocations: isCommand !== true,
    // In a shared database, other processes can revoke keys.
    ...(secrets.databaseUrl === null
      ? {}
      : { shared: { maxAgeMs: MAX_KEY_AGE_MS, bridgeMs: MINUTE_MS, now } }),
    onLateRevocation: (ended) =>
      log?.warn({ keys: ended.map(({ hash }) => hash) }, 'keys that were revoked before are stored so now'),
  });
}
