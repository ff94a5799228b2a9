import { pid } from 'node:process';
import { openOfflineAccounts } from '../../src/app/accounts/offline-accounts.ts';
import { readConfig } from '../../src/config/config.ts';
import { NO_SECRETS } from '../../src/config/secrets.ts';
import { epochMs } from '../../src/domain/index.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';

const SERIES = { venue: 'kalshi', storeKey: 'kx', asset: 'kalshi-KX', v: null, s: 'poll' } as const;

/**
 * Child process: issues and revokes keys, credits money and appends records without end, and prints each once it is
 * acknowledged. Keys that are revoked are those of the round before, too.
 */
async function write(dataDir: string, round: number): Promise<void> {
  const accounts = await openOfflineAccounts(readConfig({}, { dataDir }), NO_SECRETS);
  const history = await openSqliteHistory({ dataDir });
  const call = async (method: 'POST' | 'DELETE' | 'GET', path: string, body?: unknown) => {
    const answer = await accounts.call(method, path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.body as Record<string, never>;
  };
  const say = (what: object) => process.stdout.write(`${JSON.stringify(what)}\n`);
  for (let n = 0; ; n++) {
    const owner = `owner-${round}-${n}`;
    const { record } = (await call('POST', '/api/account/keys', { owner, tier: 'pro' })) as unknown as {
      record: { hash: string };
    };
    say({ issued: record.hash });
    const ref = `${round}-${n}`;
    await call('POST', '/api/account/credit', { owner, microUsd: 1_000 + n, ref });
    say({ credited: ref });
    const t = epochMs(1_700_000_000_000 + round * 10_000_000 + n);
    await history.append([{ ...SERIES, t, p: n }]);
    say({ recorded: t });
    if (n % 3 !== 2) continue;
    const { keys } = (await call('GET', '/api/account/keys?limit=10000')) as unknown as {
      keys: { hash: string; revokedAt: number | null }[];
    };
    // The oldest live one is in the earlier backups.
    const live = keys.filter(({ revokedAt }) => revokedAt === null);
    const hash = live.at(-1)?.hash ?? record.hash;
    await call('DELETE', '/api/account/keys', { keyHash: hash });
    say({ revoked: hash });
  }
}

if (import.meta.main && pid > 0) await write(process.argv[2]!, Number(process.argv[3]));
