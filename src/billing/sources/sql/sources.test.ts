import { describeSourceComparison } from '../../../../test/contract/source-comparison.ts';
import { openMemoryStores } from '../../../../test/support/memory/money.ts';
import { SQLITE_ENGINES } from '../../../../test/support/service-engine.ts';
import { STORE_SUITES } from '../../../../test/support/store-suites.ts';

for (const engine of SQLITE_ENGINES) STORE_SUITES.sources(engine);
describeSourceComparison('rows in memory', openMemoryStores);
