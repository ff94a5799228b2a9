import type { Bot } from '../../bot/bot.ts';
import { isApart } from '../../config/roles.ts';
import type { TerminalFiles } from '../../http/pages/terminal/terminal-files.ts';
import { vaultRoutes } from '../../http/routes/admin/admin-routes.ts';
import { botRoutes } from '../../http/routes/bot/bot-routes.ts';
import type { ReadinessOptions } from '../../http/routes/health/readiness.ts';
import { readinessRoutes } from '../../http/routes/public.ts';
import { terminalRoutes } from '../../http/routes/terminal.ts';
import type { Companion } from '../../http/routing/companion.ts';
import { buildServer } from '../../http/server/server.ts';
import type { Readers } from '../feed/readers.ts';
import type { Foundation } from '../foundation.ts';
import { type ServerAddresses, toServerSettings } from './server-addresses.ts';

export interface BotRoleOptions extends Foundation, Pick<Readers, 'assets'> {
  readonly bot: Bot;
  readonly files: TerminalFiles;
  readonly listening: ServerAddresses;
  readonly readiness: ReadinessOptions;
}

/** The server of the bot API. */
export interface BotRole {
  /** Listens and returns the address. */
  listen(): Promise<string>;
  /** Description of the bot API, which the main API's documents include. */
  readonly companion: Companion;
}

/** Opens the server of the bot API. @param lifecycle Receives the stop of the server. */
export async function openBotRole(
  { config, secrets, log, now, accounts, assets, bot, files, listening, readiness }: BotRoleOptions,
  lifecycle: AsyncDisposableStack,
): Promise<BotRole> {
  const server = await buildServer({
    sets: [
      readinessRoutes(readiness),
      botRoutes({
        bot,
        assets,
        ledger: accounts.ledger,
        findKey: accounts.findKey,
        countCall: (botId) => accounts.botGate.countCall(botId),
        log,
      }),
      // A process that is the whole installation has these routes on its main API.
      ...(isApart(config.role) ? [vaultRoutes({ operator: accounts.operator, vault: bot.vault })] : []),
      terminalRoutes({
        files,
        server: 'bot',
        other: listening.getServer('main'),
        hasAdminToken: secrets.adminToken !== null,
      }),
    ],
    settings: { ...toServerSettings(config), other: listening.getServer('main') },
    gate: accounts.botGate,
    refusals: accounts.refusals,
    log,
    now,
  });
  return {
    companion: {
      ...server.described,
      name: 'bot',
      server: () => listening.documented('bot', 'The bot API.'),
    },
    listen: listening.adopt('bot', server, lifecycle),
  };
}
