import { TerminalFiles } from '../http/pages/terminal/terminal-files.ts';
import { announceAccounts } from './accounts.ts';
import { openApiRole } from './api-role.ts';
import { openBot } from './bot.ts';
import { openBotRole } from './bot-role.ts';
import { findSignal } from './bot-signal.ts';
import { openControl } from './control/control-server.ts';
import { type FeedRole, openFeedRole } from './feed-role.ts';
import type { Foundation } from './foundation.ts';
import { Listening } from './listening.ts';
import { openReaders } from './readers.ts';

/** The roles of a process that listens. */
export interface RunningRoles extends FeedRole {
  readonly apiUrl: string;
  readonly botUrl: string;
}

/**
 * Opens feed, api and bot in one process and starts them: first those who answer, then what they answer from.
 *
 * A process of one role alone needs stores that processes share; `config/providers.ts` says which there are.
 *
 * @param lifecycle Receives how each part stops; what was opened last is stopped first.
 */
export async function openAllRoles(
  foundation: Foundation,
  lifecycle: AsyncDisposableStack,
): Promise<RunningRoles> {
  const { config, secrets, accounts, log } = foundation;
  const feedRole = await openFeedRole(foundation, lifecycle);
  const readers = await openReaders({ ...foundation, feed: feedRole.feed }, lifecycle);
  const bot = await openBot(
    {
      ...foundation,
      ...feedRole,
      ...readers,
      ledger: accounts.ledger,
      feeMicroUsd: accounts.routes.prices.trade,
      findSignal: (asset) => findSignal(readers.assets, readers.m2m, asset),
      findBotKey: (botId) => accounts.keys.findByBot(botId),
    },
    lifecycle,
  );
  const shared = {
    ...foundation,
    ...feedRole,
    ...readers,
    bot,
    files: TerminalFiles.read(),
    listening: new Listening(config.server),
  };
  const botApi = await openBotRole(shared, lifecycle);
  const api = await openApiRole({ ...shared, companion: botApi.companion }, lifecycle);

  await announceAccounts({ keys: accounts.keys, config, secrets, log });
  const apiUrl = await api.listen();
  const botUrl = await botApi.listen();
  await openControl({ ...foundation, ...feedRole }, lifecycle);
  feedRole.start();
  accounts.chains.start();
  return { ...feedRole, apiUrl, botUrl };
}
