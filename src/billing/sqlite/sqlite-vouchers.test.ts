import { describeVouchers, type OpenVouchers } from '../../../test/contract/vouchers.ts';
import { openSqliteEngine } from '../../../test/support/service-engine.ts';
import { cryptoRandom } from '../../domain/index.ts';
import { SqliteLedger } from './sqlite-ledger.ts';
import { SqliteVouchers } from './sqlite-vouchers.ts';

const openAs =
  (thread: boolean): OpenVouchers =>
  async (t, clock) => {
    const { part, reopen } = await openSqliteEngine(t, thread, (database) => {
      const ledger = new SqliteLedger(database, clock);
      const options = { database, ledger, prefix: 'TAPE', clock, random: cryptoRandom };
      return { ledger, vouchers: new SqliteVouchers(options) };
    });
    return { ...part, reopen };
  };

describeVouchers('SQLite', openAs(false));
describeVouchers('SQLite with a writing thread', openAs(true));
