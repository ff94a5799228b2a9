import { vaultRoutes } from '../../http/routes/admin/admin-routes.ts';
import { botRoutes } from '../../http/routes/bot/bot-routes.ts';
import type { Companion } from '../../http/routing/companion.ts';
import { buildServer } from '../../http/server/server.ts';
import type { Foundation } from '../foundation.ts';
import { type ServerAddresses, toServerSettings } from './server-addresses.ts';

/**
 * Describes the bot API for the documents of the main API when another process serves it.
 *
 * @param lifecycle Receives the close of the describing server, which never listens.
 */
export async function describeBotApi(
  { config, accounts, log, now }: Pick<Foundation, 'config' | 'accounts' | 'log' | 'now'>,
  listening: ServerAddresses,
  lifecycle: AsyncDisposableStack,
): Promise<Companion> {
  const server = await buildServer({
    sets: [botRoutes.describedOnly(), vaultRoutes.describedOnly()],
    settings: toServerSettings(config),
    gate: accounts.botGate,
    refusals: accounts.refusals,
    log,
    now,
  });
  lifecycle.adopt(server, (unheard) => unheard.close());
  return {
    ...server.described,
    name: 'bot',
    server: () => listening.documented('bot', 'The bot API.'),
  };
}
