import { after, describe } from 'node:test';
import { ClickhouseServer } from '../../src/history/clickhouse/server.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { testForecasts } from '../contract/forecasts.ts';
import { testHistoryStore } from '../contract/history-store.ts';
import { testImportBatches } from '../contract/import-batches.ts';
import { testMarketRegister } from '../contract/market-register.ts';
import { testReferenceMarks } from '../contract/reference-marks.ts';
import { testSettled } from '../contract/settled.ts';
import { testSettledDays } from '../contract/settled-days.ts';
import { testVenueBars } from '../contract/venue-bars.ts';
import { HistoryStand } from './history-stand.ts';
import { listEngines } from './postgres-engine.ts';

const [postgres] = listEngines().slice(-1);
const url = process.env.CROSSTAPE_TEST_HISTORY_URL;

describe('history on ClickHouse', { skip: postgres === undefined || url === undefined }, () => {
  if (postgres === undefined || url === undefined) return;
  const stand = new HistoryStand(postgres, url);
  after(() => stand.drop());
  repeatInserts();
  const engine = {
    name: `ClickHouse and ${postgres.name}`,
    open: () => stand.open(),
    reopen: (store: HistoryStore) => stand.reopen(store),
    runs: Number(process.env.CROSSTAPE_HISTORY_RUNS ?? 10),
  };
  testHistoryStore(engine);
  testMarketRegister(engine);
  testForecasts(engine);
  testReferenceMarks(engine);
  testSettledDays(engine);
  testVenueBars(engine);
  testSettled(engine);
  testImportBatches({ ...engine, keepsImports: true });
});

/** Sends every third insert twice, as after a lost answer. */
function repeatInserts(): void {
  const { insert } = ClickhouseServer.prototype;
  let sent = 0;
  ClickhouseServer.prototype.insert = async function twice(...insertion) {
    await insert.apply(this, insertion);
    if (++sent % 3 === 0) await insert.apply(this, insertion);
  };
  after(() => {
    ClickhouseServer.prototype.insert = insert;
  });
}
