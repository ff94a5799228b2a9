import { SQLITE_ENGINES } from '../../../../test/support/service-engine.ts';
import { STORE_SUITES } from '../../../../test/support/store-suites.ts';

for (const engine of SQLITE_ENGINES) STORE_SUITES.dailyMoney(engine);
