import { describeReview } from '../../../../test/contract/review.ts';
import { openMemoryStores } from '../../../../test/support/memory/money.ts';
import { SQLITE_ENGINES } from '../../../../test/support/service-engine.ts';
import { STORE_SUITES } from '../../../../test/support/store-suites.ts';

for (const engine of SQLITE_ENGINES) STORE_SUITES.review(engine);
describeReview('rows in memory', openMemoryStores);
