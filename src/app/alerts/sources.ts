import type { AlertSources } from '../../alerts/evaluation/sources.ts';
import type { Bot } from '../../bot/bot.ts';
import { ControlStore } from '../../bot/control/control-store.ts';
import { prepareControlQueries } from '../../bot/control/sql/controls.ts';
import { listLimitUsage } from '../../bot/limits/limit-usage.ts';
import { prepareOrderQueries } from '../../bot/orders/sql/order-queries.ts';
import { StoredOrders } from '../../bot/orders/stored-orders.ts';
import { SECOND_MS } from '../../domain/index.ts';
import { type AnomalySources, readAnomalies } from '../../health/anomalies/read-anomalies.ts';
import { answerArbitrage } from '../../screens/arbitrage/arbitrage-screen.ts';
import { CONTRACT_LOTS, PUBLISHED_FEES } from '../../venues/registry.ts';
import { readCeilings } from '../bot/engine.ts';
import type { NewestState } from '../feed/newest-state.ts';
import type { Readers } from '../feed/readers.ts';
import type { Foundation } from '../foundation.ts';

/** Time after the start from which anomalies count, as in `GET /api/health/anomalies`. */
const WARM_UP_MS = 90 * SECOND_MS;
/** Maximum number of arbitrages whose books are read for a rule. */
const MAX_EDGES = 20;
const MAX_FILLS = 100;
/** Number of newest orders in which the engine's orders of a minute are counted. */
const RECENT_ORDERS = 50;

export interface SourceParts extends Foundation, NewestState, Readers {
  /** Bot of this process; null: another process trades. */
  readonly bot: Bot | null;
}

/** Opens the inputs of rules beside the prices. */
export function openAlertSources(parts: SourceParts, anomalies: AnomalySources): AlertSources {
  const { accounts } = parts;
  return {
    // Until every venue was polled, most of what is missing is only late.
    readAnomalies: async () =>
      parts.clock() - parts.feed.startedAt < WARM_UP_MS ? null : readAnomalies(anomalies),
    readBalance: async (owner) => (await accounts.ledger.readBalance(owner)).microUsd,
    listEdges: (notionalUsd) => listEdges(parts, notionalUsd),
    ...openBotSources(parts),
  };
}

function openBotSources({
  bot,
  config,
  database,
  accounts,
  clock,
}: SourceParts): Pick<AlertSources, 'readLimits' | 'listFills'> {
  const ceilings = readCeilings(config);
  const controls =
    bot?.controls ?? new ControlStore(database, database.buildQueries(prepareControlQueries), clock);
  const orders =
    bot?.orders ??
    new StoredOrders({
      database,
      ledger: accounts.ledger,
      controls,
      queries: database.buildQueries(prepareOrderQueries),
      clock,
      ceilings,
    });
  const mode = config.bot.execMode;
  return {
    readLimits: async (botId) => {
      const [control, positions, pending, recent] = await Promise.all([
        controls.read(botId),
        orders.listPositions(botId, mode),
        orders.listPending(botId, mode),
        orders.listRecent(botId, RECENT_ORDERS),
      ]);
      const dayLossMicroUsd = bot?.exitWatch.findDayLoss(botId) ?? null;
      const usages = listLimitUsage({
        control,
        ceilings,
        positions,
        pending,
        orders: recent,
        dayLossMicroUsd,
        now: clock(),
      });
      // A loss that only the trading process knows must not count as 0.
      return usages.filter(({ name }) => name !== 'maxDailyLossUsd' || dayLossMicroUsd !== null);
    },
    listFills: (after) =>
      after === null
        ? orders.readTape(mode, { limit: 1 })
        : orders.readTape(mode, { afterSeq: after, limit: MAX_FILLS }),
  };
}

/** Lists arbitrages over undisputed links of at least 0.9 confidence, the only ones that form groups. */
async function listEdges(
  { feed, screens, books, clock }: SourceParts,
  notionalUsd: number,
): ReturnType<AlertSources['listEdges']> {
  const options = { feed, links: screens.links, clock, fees: PUBLISHED_FEES, lots: CONTRACT_LOTS };
  // The capital is split equally, so the number of parts is needed first.
  const gross = await answerArbitrage({ ...options, book: null }, { capital: 1, topN: MAX_EDGES });
  const parts = gross.selected.length;
  if (parts === 0) return [];
  const { selected } = await answerArbitrage(
    { ...options, book: (ref) => books.book(ref) },
    { capital: notionalUsd * parts, topN: parts },
  );
  return selected.map(({ id, legs, net }) => ({
    id,
    assets: legs.map(({ asset }) => asset),
    // A book that offers less than the notional pays less than the rule asks for.
    netFrac: net === null ? null : (net.edgePct / 100) * net.filledFrac,
  }));
}
