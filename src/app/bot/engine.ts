import type { Bot } from '../../bot/bot.ts';
import { Engine } from '../../bot/engine/engine.ts';
import { ExitStore } from '../../bot/exits/exit-store.ts';
import { ExitWatch } from '../../bot/exits/exit-watch.ts';
import { prepareExitQueries } from '../../bot/exits/sql/exits.ts';
import type { LimitCeilings } from '../../bot/limits/limits.ts';
import { findVenueName } from '../../bot/market-names.ts';
import type { BotOptions } from './options.ts';
import type { openQuotes } from './quotes.ts';

/** Reads the operator's ceilings, which override the limits of every bot. */
export const readCeilings = ({
  bot: { maxExposureUsd, maxDailyLossUsd },
}: BotOptions['config']): LimitCeilings => ({
  maxExposureUsd,
  maxDailyLossUsd,
});

/** Builds the part that enforces loss limits and closes positions, with the bot's settings. */
export function openExitWatch(
  { config, database, feed, clock, log }: BotOptions,
  { controls, trading }: Pick<Bot, 'controls' | 'trading'>,
  findQuote: ReturnType<typeof openQuotes>,
): ExitWatch {
  return new ExitWatch({
    controls,
    trading,
    clock,
    mode: config.bot.execMode,
    isExecutionAllowed: config.bot.execMode === 'mock' || config.bot.liveExecution,
    store: new ExitStore(database, database.buildQueries(prepareExitQueries)),
    findQuote,
    getVenueAsset: (ref) => findVenueName(feed, ref),
    ceilings: readCeilings(config),
    onError: (error, botId) => log.error({ err: error, botId }, 'the exit watch could not look at positions'),
  });
}

/** Opens the engine; null: it is switched off, or its orders could not be placed. */
export function openEngine(
  { config, feed, clock, log, findSignal, findBotKey }: BotOptions,
  parts: Pick<Bot, 'orders' | 'controls' | 'killSwitch' | 'trading' | 'vault' | 'decisions'>,
  findQuote: ReturnType<typeof openQuotes>,
): Engine | null {
  const { engine, execMode, liveExecution } = config.bot;
  if (!engine) return null;
  if (execMode === 'live' && (!liveExecution || parts.vault.closedBecause !== null)) {
    log.warn(
      'CROSSTAPE_BOT_ENGINE is on and no live order can be placed: the engine stays off until live execution is on and the vault opens',
    );
    return null;
  }
  return new Engine({
    ...parts,
    mode: execMode,
    findSignal: async (asset) => {
      const signal = await findSignal(asset);
      return signal === null ? null : { ...signal, quote: findQuote(signal.ref) };
    },
    findTrader: findBotKey,
    getVenueAsset: (ref) => findVenueName(feed, ref),
    clock,
    onError: (error, botId) => log.error({ err: error, botId }, 'the engine could not decide for a bot'),
  });
}
