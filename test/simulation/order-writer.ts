import { pid } from 'node:process';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { wallClock } from '../../src/domain/index.ts';
import { openKilledDatabase, unlessLate } from './killed-database.ts';
import { buildRequest, openTrading, TRADER } from './order-trading.ts';

/** Callers at the same time. */
const CALLERS = 24;
/** Number of trades for each trade that is too small for the venue, and for each that is repeated. */
const SMALL_EVERY = 5;
const AGAIN_EVERY = 4;

/** Child process: trades through the writing thread and prints each outcome once its caller has it. */
async function write(place: string, round: number): Promise<void> {
  const database = await openKilledDatabase(place, true);
  let ids = 0;
  const ledger = openLedger(database, wallClock);
  const newOrderId = () => `ord_${round}_${++ids}`;
  const { trading: inSteps } = await openTrading(database, ledger, newOrderId, 'steps');
  const { trading: atOnce } = await openTrading(database, ledger, newOrderId, 'at once');
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      const trading = caller % 2 === 0 ? inSteps : atOnce;
      for (let i = 1; ; i++) {
        const id = `r${round}c${caller}-${i}`;
        const request = buildRequest(id, i % SMALL_EVERY !== 0);
        const outcome = await unlessLate(trading.trade(TRADER, request));
        if (outcome === null) continue;
        const state = outcome.status === 'done' ? outcome.order.state : outcome.status;
        process.stdout.write(`${JSON.stringify({ id, state })}\n`);
        if (i % AGAIN_EVERY === 0) await unlessLate(trading.trade(TRADER, request));
      }
    }),
  );
}

if (import.meta.main && pid > 0) await write(process.argv[2]!, Number(process.argv[3]));
