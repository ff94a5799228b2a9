import { describeKeyStore, type OpenKeyStore } from '../../../test/contract/keys.ts';
import { openSqliteEngine } from '../../../test/support/service-engine.ts';
import { cryptoRandom } from '../../domain/index.ts';
import { SqliteKeys } from './sqlite-keys.ts';

const openAs =
  (thread: boolean): OpenKeyStore =>
  async (t, { clock, format }) => {
    const { part, reopen } = await openSqliteEngine(
      t,
      thread,
      (database) => new SqliteKeys({ database, format, clock, random: cryptoRandom }),
    );
    return { store: part, reopen };
  };

describeKeyStore('SQLite', openAs(false));
describeKeyStore('SQLite with a writing thread', openAs(true));
