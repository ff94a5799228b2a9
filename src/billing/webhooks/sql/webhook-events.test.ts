import { describeWebhookEvents } from '../../../../test/contract/webhook-events.ts';
import { openMemoryStores } from '../../../../test/support/memory/money.ts';
import { SQLITE_ENGINES } from '../../../../test/support/service-engine.ts';
import { STORE_SUITES } from '../../../../test/support/store-suites.ts';

for (const engine of SQLITE_ENGINES) STORE_SUITES.webhookEvents(engine);
describeWebhookEvents('rows in memory', openMemoryStores);
