import { Command } from 'commander';
import { CommandError, EXIT } from '../exit-codes.ts';
import { type AccountOptions, callAccounts, createAccountCommand, print } from './account-call.ts';
import { createOrdersCommand } from './bot-orders.ts';

interface KillOptions extends AccountOptions {
  readonly all?: boolean;
}

export function createBotCommand(): Command {
  return new Command('bot')
    .description('halt and resume bots; list and close orders whose venue does not answer')
    .addCommand(switchCommand('kill', 'halt a bot, or all trading, at once and across restarts', true))
    .addCommand(switchCommand('unkill', 'let a bot, or all trading, continue', false))
    .addCommand(createOrdersCommand());
}

function switchCommand(name: string, description: string, kill: boolean): Command {
  return createAccountCommand(name, description)
    .argument('[bot]', 'id of the bot, as "keys list" shows it')
    .option('--all', 'all trading of the service, no matter what each bot says')
    .addHelpText(
      'after',
      '\nA bot that was halted by its holder stays so under "unkill --all", and the reverse.',
    )
    .action((botId: string | undefined, options: KillOptions) => flip(kill, botId, options));
}

async function flip(
  kill: boolean,
  botId: string | undefined,
  { all, ...options }: KillOptions,
): Promise<void> {
  if ((botId === undefined) === (all !== true)) {
    throw new CommandError('name either one bot or --all', EXIT.wrongUse);
  }
  if (botId === undefined) {
    const body = await callAccounts(options, 'POST', '/api/admin/flags', { globalKill: kill });
    print(options, body, () => [
      body.flags.bot.globalKill
        ? 'all trading is halted'
        : 'trading continues, but for bots that are halted themselves',
    ]);
    return;
  }
  const body = await callAccounts(options, 'POST', '/api/admin/bots', { botId, kill });
  print(options, body, () => [`${botId} ${body.killed ? 'is halted' : 'may trade'}`]);
}
