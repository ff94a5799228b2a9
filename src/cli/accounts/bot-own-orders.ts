import { type Command, Option } from 'commander';
import { ORDER_STATES } from '../../bot/orders/order.ts';
import { createIntegerParser, parseTime } from '../options.ts';
import { formatTable, formatTimeCell, print } from './account-call.ts';
import { callBot, type KeyedOptions, readBotCsv, withKeyedOptions } from './bot-key-call.ts';

interface ListOptions extends KeyedOptions {
  readonly state?: string;
  readonly asset?: string;
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
  readonly cursor?: string;
  readonly csv?: boolean;
}

/** Members of an order that are printed. */
interface PrintedOrder {
  readonly t: number;
  readonly orderId: string;
  readonly venue: string;
  readonly asset: string;
  readonly side: string;
  readonly sizeUsd: number | null;
  readonly sizeShares: number | null;
  readonly state: string;
  readonly filledUsd: number;
  readonly avgPrice: number | null;
  readonly feeAccessMicroUsd: number;
  readonly reason: string | null;
  readonly message: string | null;
}
interface Page {
  readonly orders: readonly PrintedOrder[];
  readonly nextCursor: string | null;
}

const DEFAULT_ORDERS = 50;
const MAX_ORDERS = 1_000;

/** Makes a command list the orders of a key's bot when no subcommand is given. */
export const withOwnOrders = (command: Command): Command =>
  withKeyedOptions(command)
    // Options after a subcommand belong to the subcommand.
    .enablePositionalOptions()
    .addOption(
      new Option('--state <state>', 'only orders in this state; open: any that has not ended').choices([
        ...ORDER_STATES,
        'open',
      ]),
    )
    .option('--asset <id>', 'only orders of this asset id')
    .option('--from <time>', 'stored at this time or later, ISO 8601 or epoch ms', parseTime)
    .option('--to <time>', 'stored at this time or before', parseTime)
    .option(
      '--limit <n>',
      `at most so many, 1 to ${MAX_ORDERS}`,
      createIntegerParser(1, MAX_ORDERS),
      DEFAULT_ORDERS,
    )
    .option('--cursor <cursor>', 'the page of older orders that a call before has named')
    .option('--csv', 'print CSV with every member')
    .action(list);

async function list(options: ListOptions): Promise<void> {
  const { state, asset, from, to, limit, cursor } = options;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ state, asset, from, to, limit, cursor })) {
    if (value !== undefined) query.set(name, String(value));
  }
  if (options.csv === true) {
    const { text, nextCursor } = await readBotCsv(options, `/api/bot/orders.csv?${query}`);
    process.stdout.write(text);
    // The note goes to standard error, so that a file with the rows remains valid.
    if (nextCursor !== null) process.stderr.write(`${tellOlder(nextCursor)}\n`);
    return;
  }
  const body = (await callBot(options, 'GET', `/api/bot/orders?${query}`)) as Page;
  print(options, body, () => [
    ...formatTable(
      ['stored', 'order', 'venue', 'asset', 'side', 'size', 'state', 'filled usd', 'price', 'fee usd', 'why'],
      body.orders.map((order) => [
        formatTimeCell(order.t),
        order.orderId,
        order.venue,
        order.asset,
        order.side,
        formatSize(order),
        order.state,
        String(order.filledUsd),
        order.avgPrice === null ? '-' : String(order.avgPrice),
        String(order.feeAccessMicroUsd / 1e6),
        [order.reason, order.message].filter((part) => part !== null && part !== '').join(': '),
      ]),
    ),
    ...(body.nextCursor === null ? [] : [tellOlder(body.nextCursor)]),
  ]);
}

const tellOlder = (cursor: string): string => `older orders are not shown: --cursor ${cursor}`;

function formatSize({ sizeUsd, sizeShares }: PrintedOrder): string {
  if (sizeUsd !== null) return `${sizeUsd} usd`;
  return sizeShares === null ? 'close' : String(sizeShares);
}
