import { Command } from 'commander';
import type { WaitingOrder } from '../../bot/orders/waiting-order.ts';
import { toUsd } from '../../domain/index.ts';
import {
  type AccountOptions,
  callAccounts,
  createAccountCommand,
  formatTable,
  formatTimeCell,
  print,
} from './account-call.ts';
import { withOwnOrders } from './bot-own-orders.ts';

const PATH = '/api/admin/orders';
const MAX_LISTED = 1_000;

interface CloseOptions extends AccountOptions {
  readonly note: string;
}

/**
 * Creates `crosstape bot orders`: lists the orders of a key's bot and, for operators, the orders without a known final
 * state.
 */
export function createOrdersCommand(): Command {
  return withOwnOrders(new Command('orders'))
    .description(
      'orders of the bot of a key, newest first; as operator, list those whose end is not known, and close those that nobody can ask for',
    )
    .addCommand(
      createAccountCommand(
        'list',
        `list orders whose end is not known, oldest first, at most ${MAX_LISTED}`,
      ).action(list),
    )
    .addCommand(
      createAccountCommand('close', 'close an order whose venue can no longer be asked, and release its fee')
        .argument('<order>', 'id of the order')
        .requiredOption('--note <text>', 'what the venue shows of it; its owner sees it')
        .addHelpText(
          'after',
          '\nIt cancels nothing: look at the venue first. Possible a day after the venue last said anything of the order.',
        )
        .action(close),
    );
}

async function list(options: AccountOptions): Promise<void> {
  const body = await callAccounts(options, 'GET', `${PATH}?limit=${MAX_LISTED}`);
  print(options, body, () => [
    ...formatTable(
      [
        'order',
        'state',
        'venue',
        'asset',
        'account',
        'id at the venue',
        'bot',
        'held usd',
        'since',
        'closable',
        'why',
      ],
      (body.orders as WaitingOrder[]).map((order) => [
        order.orderId,
        order.state,
        order.venue,
        order.asset,
        order.account ?? '-',
        order.venueOrderId ?? order.venueClientId ?? '-',
        order.botId,
        String(toUsd(order.heldMicroUsd)),
        formatTimeCell(order.createdAt),
        formatTimeCell(order.closableFrom),
        order.message ?? '',
      ]),
    ),
    ...(body.nextCursor === null ? [] : ['newer orders are not shown']),
  ]);
}

async function close(orderId: string, { note, ...options }: CloseOptions): Promise<void> {
  const body = await callAccounts(options, 'POST', PATH, { orderId, note });
  print(options, body, () => [
    `${orderId} is ${body.state}; ${toUsd(body.releasedMicroUsd)} USD are free again`,
  ]);
}
