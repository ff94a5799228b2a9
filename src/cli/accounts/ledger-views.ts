import type { Command } from 'commander';
import type { AccountBalance, LedgerEntry, OpenDebt } from '../../billing/ledger/ledger-views.ts';
import { microUsd, toUsd } from '../../domain/index.ts';
import { createIntegerParser } from '../options.ts';
import {
  type AccountOptions,
  callAccounts,
  createAccountCommand,
  formatTable,
  formatTimeCell,
  print,
} from './account-call.ts';

const MAX_LISTED = 1_000;

interface ShowOptions extends AccountOptions {
  readonly limit: number;
  readonly cursor?: string;
}

/** Creates `ledger show`, which prints everything about the money of one owner. */
export function createShowCommand(): Command {
  return createAccountCommand('show', 'show balance, debts, holds, deposits and entries of an owner')
    .argument('<owner>', 'whose ledger')
    .option('--limit <n>', 'most entries of a page', createIntegerParser(1, MAX_LISTED), 100)
    .option('--cursor <cursor>', 'earlier entries, as the last line of a page says')
    .action(show);
}

/** Creates `ledger accounts`, which lists the accounts that belong to no owner. */
export function createAccountsCommand(): Command {
  return createAccountCommand(
    'accounts',
    "list every account that is no owner's; with the owners they add up to 0",
  ).action(listAccounts);
}

async function show(owner: string, { limit, cursor, ...options }: ShowOptions): Promise<void> {
  const query = new URLSearchParams({
    owner,
    limit: String(limit),
    ...(cursor === undefined ? {} : { cursor }),
  });
  const body = await callAccounts(options, 'GET', `/api/account/ledger?${query}`);
  const usd = (amount: number) => String(toUsd(microUsd(amount)));
  print(options, body, () => [
    `${owner}: ${usd(body.balance.microUsd)} USD, of it held ${usd(body.balance.heldMicroUsd)}; owes ${usd(body.balance.owedMicroUsd)}`,
    ...formatTable(
      ['entry', 'at', 'type', 'usd', 'balance', 'ref'],
      (body.ledger as readonly LedgerEntry[]).map((entry) => [
        String(entry.id),
        formatTimeCell(entry.ts),
        entry.type,
        usd(entry.microUsd),
        usd(entry.balanceAfter),
        entry.ref ?? '-',
      ]),
    ),
    ...(body.debts as readonly OpenDebt[]).map(
      ({ id, microUsd, reason, since }) =>
        `debt ${id}: ${usd(microUsd)} USD since ${formatTimeCell(since)}, ${reason ?? 'no reason is known'}`,
    ),
    ...body.holds.map(
      (hold: { readonly microUsd: number; readonly ref: string; readonly since: number }) =>
        `hold: ${usd(hold.microUsd)} USD since ${formatTimeCell(hold.since)} for ${hold.ref}`,
    ),
    ...body.deposits.map(
      (deposit: Readonly<Record<'id' | 'state' | 'amount' | 'currency', string>>) =>
        `deposit ${deposit.id}: ${deposit.state}, ${deposit.amount} ${deposit.currency}`,
    ),
    ...(body.nextCursor === null ? [] : [`earlier entries: --cursor ${body.nextCursor}`]),
  ]);
}

async function listAccounts(options: AccountOptions): Promise<void> {
  const body = await callAccounts(options, 'GET', '/api/account/accounts');
  print(options, body, () =>
    formatTable(
      ['account', 'usd'],
      [
        ...(body.accounts as readonly AccountBalance[]).map(({ account, balanceMicroUsd }) => [
          account,
          String(toUsd(microUsd(balanceMicroUsd))),
        ]),
        ['all owners', String(toUsd(microUsd(body.ownersMicroUsd)))],
      ],
    ),
  );
}
