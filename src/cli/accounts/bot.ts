import { Command } from 'commander';
import { HALTS, type Halt } from '../../bot/control/control.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { type AccountOptions, callAccounts, createAccountCommand, print } from './account-call.ts';
import { createOrdersCommand } from './bot-orders.ts';
import { createOwnBotCommands } from './bot-own.ts';

interface KillOptions extends AccountOptions {
  readonly all?: boolean;
}

/** Creates `crosstape bot`: status, orders, days and halts of bots, and closing of their positions. */
export function createBotCommand(): Command {
  const bot = new Command('bot')
    .description(
      'see a bot with its key: status, orders, days; halt and resume bots, close their positions; list and close orders whose venue does not answer',
    )
    .addCommand(haltCommand())
    .addCommand(closeAllCommand())
    .addCommand(switchCommand('kill', 'halt a bot, or all trading, at once and across restarts', true))
    .addCommand(switchCommand('unkill', 'let a bot, or all trading, continue', false))
    .addCommand(createOrdersCommand());
  for (const command of createOwnBotCommands()) bot.addCommand(command);
  return bot;
}

function haltCommand(): Command {
  return createAccountCommand('halt', 'halt openings or all orders of a bot, or of all bots; or none')
    .argument('<words...>', 'the id of a bot, unless --all is given, and then opening, all or none')
    .option('--all', 'all bots of the service, no matter what each bot says')
    .addHelpText(
      'after',
      '\nopening: nothing is opened, closes and exits go on. all: no order leaves, and what rests is cancelled.',
    )
    .action((words: readonly string[], options: KillOptions) => halt(words, options));
}

async function halt(words: readonly string[], { all, ...options }: KillOptions): Promise<void> {
  const [botId, word] = all === true ? [undefined, words[0]] : words;
  const wanted = HALTS.find((one) => one === word);
  if (wanted === undefined || words.length !== (all === true ? 1 : 2)) {
    throw new CommandError(
      'name one bot, or --all, and then one of: opening, all, none. For example: bot halt --all opening',
      EXIT.wrongUse,
    );
  }
  if (botId === undefined) {
    const body = await callAccounts(options, 'POST', '/api/admin/flags', { globalHalt: wanted });
    print(options, body, () => [`all bots: ${HALT_WORDS[body.flags.bot.globalHalt as Halt]}`]);
    return;
  }
  const body = await callAccounts(options, 'POST', '/api/admin/bots', { botId, halt: wanted });
  print(options, body, () => [`${botId}: ${HALT_WORDS[body.halt as Halt]}`]);
}

const HALT_WORDS = {
  none: 'nothing is halted',
  opening: 'openings are halted, closes go on',
  all: 'all trading is halted',
} as const;

function closeAllCommand(): Command {
  return createAccountCommand('close-all', 'cancel what rests of a bot and close every position of it')
    .argument('<bot>', 'id of the bot, as "keys list" shows it')
    .addHelpText('after', '\nThe service closes them, and goes on until nothing is open, over restarts.')
    .action(async (botId: string, options: AccountOptions) => {
      const body = await callAccounts(options, 'POST', '/api/admin/bots', { botId, closeAll: true });
      print(options, body, () => [
        `${botId}: every position is being closed, and nothing is opened meanwhile`,
      ]);
    });
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
