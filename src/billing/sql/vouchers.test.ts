import { describeVouchers } from '../../../test/contract/vouchers.ts';
import { openMemoryVouchers } from '../../../test/support/memory/vouchers.ts';
import { SQLITE_ENGINES } from '../../../test/support/service-engine.ts';
import { STORE_SUITES } from '../../../test/support/store-suites.ts';

for (const engine of SQLITE_ENGINES) STORE_SUITES.vouchers(engine);
describeVouchers('rows in memory', async (_, clock) => {
  const parts = openMemoryVouchers(clock);
  return { ...parts, reopen: async () => parts };
});
