import type { Bot } from '../../../bot/bot.ts';
import type { AssetFinder } from '../../../feed/readers.ts';

/** The parts that the bot endpoints need. */
export interface BotRouteOptions {
  readonly bot: Bot;
  readonly assets: AssetFinder;
}
