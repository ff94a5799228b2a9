import type { KeyRecord } from '../accounts/keys/keys.ts';
import { type EpochMs, KIND_TRAITS, PERP_KINDS } from '../domain/index.ts';
import type { Bot } from './bot.ts';
import type { BotControl } from './control/control.ts';
import type { KillState } from './control/kill-switch.ts';
import { listOpenPositions, type OpenPosition } from './holdings/open-positions.ts';
import { type LimitUsage, listLimitUsage } from './limits/limit-usage.ts';
import type { BotOrder, ExecutionMode } from './orders/order.ts';
import type { BotActivity, BotScore, FeeTotals, StoredPosition } from './orders/order-figures.ts';
import type { OrderStore } from './orders/order-store.ts';

const RECENT_ORDERS = 50;
const PERPS = PERP_KINDS.map((kind) => KIND_TRAITS[kind]);

/** Current state of one bot in the execution mode of the service. */
export interface BotState {
  readonly control: BotControl;
  readonly halt: KillState;
  readonly limits: readonly LimitUsage[];
  readonly activity: BotActivity;
  /** Newest 50 orders, newest first. */
  readonly orders: readonly BotOrder[];
  /** Recorded positions. */
  readonly positions: readonly StoredPosition[];
  /** Open positions at current prices, each beside the holding of its account. */
  readonly open: readonly OpenPosition[];
  /** Result of the bot's trades so far; null before the first trade. */
  readonly score: BotScore | null;
  readonly fees: FeeTotals;
  /** Whether the bot ever closed a perpetual. No fill contains the funding of a perpetual, so the score may lack it. */
  readonly hasHadPerp: boolean;
  /** Time at which the positions were priced, by our clock. */
  readonly now: EpochMs;
}

/** Reads the state of the bot that belongs to an API key. */
export async function readBotState(
  bot: Bot,
  { botId, owner }: Pick<KeyRecord, 'botId' | 'owner'>,
): Promise<BotState> {
  const { mode, ceilings, findQuote, findEnd } = bot;
  const [activity, orders, positions, score, pending, fees, holdings, hasHadPerp] = await Promise.all([
    bot.orders.readActivity(botId, mode),
    bot.orders.listRecent(botId, RECENT_ORDERS),
    bot.orders.listPositions(botId, mode),
    bot.orders.findScore(botId, mode),
    bot.orders.listPending(botId, mode),
    bot.orders.readFees(botId, mode),
    mode === 'live' ? bot.holdings.list(owner) : [],
    readHadPerp(bot.orders, botId, mode),
  ]);
  const now = bot.clock();
  const open = await listOpenPositions({ positions, holdings, findQuote, findEnd, now });
  const control = await bot.controls.read(botId);
  const usage = { control, ceilings, positions, pending, orders, now: bot.clock() };
  const limits = listLimitUsage({ ...usage, dayLossMicroUsd: bot.exitWatch.findDayLoss(botId) });
  const halt = await bot.killSwitch.read(botId);
  return { control, halt, limits, activity, orders, positions, open, score, fees, hasHadPerp, now };
}

async function readHadPerp(
  orders: Pick<OrderStore, 'hasClosed'>,
  botId: string,
  mode: ExecutionMode,
): Promise<boolean> {
  const answers = await Promise.all(PERPS.map((kind) => orders.hasClosed(botId, mode, kind)));
  return answers.includes(true);
}
