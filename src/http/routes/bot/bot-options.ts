import type { Bot } from '../../../bot/bot.ts';
import type { AssetFinder } from '../../../feed/readers.ts';

/** What the endpoints of the bot are built from. */
export interface BotRouteOptions {
  readonly bot: Bot;
  readonly assets: AssetFinder;
}
