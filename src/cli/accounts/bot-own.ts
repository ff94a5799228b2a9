import { isIPv6 } from 'node:net';
import { Command } from 'commander';
import { readConfig } from '../../config/config.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { parseAddressOption } from '../service-url.ts';
import { formatTable, print } from './account-call.ts';

interface OwnOptions {
  readonly url?: string;
  readonly json?: boolean;
}

/** The members of the answers that are printed. */
interface Reconciled {
  readonly asset: string;
  readonly before: number;
  readonly after: number;
}
type DayMember = 'day' | 'orders' | 'fills' | 'volumeUsd' | 'realizedUsd' | 'accessFeesUsd' | 'netUsd';
interface Days {
  readonly days: readonly Readonly<Record<DayMember, string | number>>[];
  readonly truncated: boolean;
}

const TIMEOUT_MS = 30_000;

/** Commands that the holder of a key gives for the key's own bot. */
export function createOwnBotCommands(): Command[] {
  return [
    reconcileCommand('adopt', 'make the record of a position what the account holds now'),
    reconcileCommand('forget', 'end the record of a position, its gain unknown'),
    pnlCommand(),
  ];
}

const keyedCommand = (name: string, description: string) =>
  new Command(name)
    .description(description)
    .option(
      '--url <address>',
      'address of the bot API; default: that of this environment',
      parseAddressOption,
    )
    .option('--json', 'print the answer of the endpoint')
    .addHelpText('after', '\nCROSSTAPE_API_KEY holds the key of the bot.');

const reconcileCommand = (action: 'adopt' | 'forget', description: string) =>
  keyedCommand(action, description)
    .argument('<venue>', 'venue of the position')
    .argument('<asset>', 'asset id or store key')
    .action(async (venue: string, asset: string, options: OwnOptions) => {
      const body = (await callBot(options, 'POST', '/api/bot/positions', {
        ...{ venue, asset, action },
      })) as Reconciled;
      print(options, body, () => [`${body.asset}: the record was ${body.before}, and is ${body.after}`]);
    });

const pnlCommand = () =>
  keyedCommand('pnl', 'what the bot gained and paid, by UTC day, the newest 31 days').action(
    async (options: OwnOptions) => {
      const body = (await callBot(options, 'GET', '/api/bot/pnl')) as Days;
      print(options, body, () => [
        ...formatTable(
          ['day', 'orders', 'fills', 'volume usd', 'realised usd', 'access fees usd', 'net usd'],
          body.days.map((day) =>
            [
              ...[day.day, day.orders, day.fills, day.volumeUsd],
              ...[day.realizedUsd, day.accessFeesUsd, day.netUsd],
            ].map(String),
          ),
        ),
        ...(body.truncated ? ['older days are not shown'] : []),
      ]);
    },
  );

/** @throws {CommandError} with the message of the refusal. */
async function callBot(
  options: OwnOptions,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<unknown> {
  const key = process.env.CROSSTAPE_API_KEY ?? '';
  if (key === '') throw new CommandError('CROSSTAPE_API_KEY must hold the key of the bot', EXIT.wrongUse);
  const url = options.url ?? findBotUrl();
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    // The key goes to the address that was named and nowhere else.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: Error) => {
    const { cause, message } = error;
    throw new CommandError(`${url} gave no answer: ${cause instanceof Error ? cause.message : message}`);
  });
  const answer = await response.json().catch(() => {
    throw new CommandError(`${url} answered ${response.status} with something else than JSON`);
  });
  if (response.ok) return answer;
  const { error = `status ${response.status}`, message = '' } = answer as Record<string, string>;
  throw new CommandError(`${error}: ${message}`, response.status === 400 ? EXIT.wrongUse : EXIT.failed);
}

/** The bot API of a service that `serve` starts with the same environment. */
function findBotUrl(): string {
  const { host, botPort } = readConfig(process.env).server;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${botPort}`;
}
