import { STORE_SUITES } from '../support/store-suites.ts';
import { listEngines } from './postgres-engine.ts';

for (const engine of listEngines()) for (const describe of Object.values(STORE_SUITES)) describe(engine);
