import type { Command } from 'commander';
import { formatTable, print } from './account-call.ts';
import { callBot, createKeyedCommand, type KeyedOptions, readBotCsv } from './bot-key-call.ts';
import { createStatusCommand } from './bot-own-status.ts';

/** Members of the answer that are printed. */
interface Reconciliation {
  readonly asset: string;
  readonly before: number;
  readonly after: number;
}
type DayMember = 'day' | 'orders' | 'fills' | 'volumeUsd' | 'realizedUsd' | 'accessFeesUsd' | 'netUsd';
interface Days {
  readonly days: readonly Readonly<Record<DayMember, string | number>>[];
  readonly truncated: boolean;
}

/** Creates the commands with which the holder of a key controls the key's own bot. */
export function createOwnBotCommands(): Command[] {
  return [
    createStatusCommand(),
    reconcileCommand('adopt', 'make the record of a position what the account holds now'),
    reconcileCommand('forget', 'end the record of a position, its gain unknown'),
    pnlCommand(),
  ];
}

const reconcileCommand = (action: 'adopt' | 'forget', description: string) =>
  createKeyedCommand(action, description)
    .argument('<venue>', 'venue of the position')
    .argument('<asset>', 'asset id or store key')
    .action(async (venue: string, asset: string, options: KeyedOptions) => {
      const body = (await callBot(options, 'POST', '/api/bot/positions', {
        venue,
        asset,
        action,
      })) as Reconciliation;
      print(options, body, () => [`${body.asset}: the record was ${body.before}, and is ${body.after}`]);
    });

const pnlCommand = () =>
  createKeyedCommand('pnl', 'what the bot gained and paid, by UTC day, the newest 31 days')
    .option('--csv', 'print CSV')
    .action(async (options: KeyedOptions & { readonly csv?: boolean }) => {
      if (options.csv === true) {
        const { text, nextCursor } = await readBotCsv(options, '/api/bot/pnl.csv');
        process.stdout.write(text);
        if (nextCursor !== null) process.stderr.write('older days are not shown\n');
        return;
      }
      const body = (await callBot(options, 'GET', '/api/bot/pnl')) as Days;
      print(options, body, () => [
        ...formatTable(
          ['day', 'orders', 'fills', 'volume usd', 'realised usd', 'access fees usd', 'net usd'],
          body.days.map((day) =>
            [
              day.day,
              day.orders,
              day.fills,
              day.volumeUsd,
              day.realizedUsd,
              day.accessFeesUsd,
              day.netUsd,
            ].map(String),
          ),
        ),
        ...(body.truncated ? ['older days are not shown'] : []),
      ]);
    });
