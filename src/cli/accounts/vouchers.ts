import { Command } from 'commander';
import type { VoucherRecord } from '../../billing/vouchers/vouchers.ts';
import { type EpochMs, toUsd } from '../../domain/index.ts';
import { createIntegerParser, parseTime, parseUsd } from '../options.ts';
import {
  type AccountOptions,
  callAccounts,
  createAccountCommand,
  formatTable,
  formatTimeCell,
  print,
} from './account-call.ts';

const PATH = '/api/account/vouchers';

interface IssueOptions extends AccountOptions {
  readonly usd: number;
  readonly count?: number;
  readonly expires?: EpochMs;
  readonly label?: string;
}

export function createVouchersCommand(): Command {
  return new Command('vouchers')
    .description('issue and list vouchers')
    .addCommand(
      createAccountCommand('issue', 'issue vouchers; their codes are printed once and never stored')
        .requiredOption('--usd <amount>', 'value of one in US dollars', parseUsd)
        .option('--count <n>', 'how many (default: 1)', createIntegerParser(1, 1_000))
        .option('--expires <time>', 'when they end (default: never)', parseTime)
        .option('--label <text>', 'a note')
        .action(issue),
    )
    .addCommand(createAccountCommand('list', 'list vouchers, newest first').action(list));
}

async function issue({ usd, count, expires, label, ...options }: IssueOptions): Promise<void> {
  const body = await callAccounts(options, 'POST', PATH, {
    usd,
    ...(count === undefined ? {} : { count }),
    ...(expires === undefined ? {} : { expiresAt: expires }),
    ...(label === undefined ? {} : { label }),
  });
  print(options, body, () => body.codes);
}

async function list(options: AccountOptions): Promise<void> {
  const body = await callAccounts(options, 'GET', `${PATH}?limit=10000`);
  print(options, body, () => [
    ...formatTable(
      ['hash', 'usd', 'created', 'expires', 'redeemed', 'by', 'label'],
      (body.vouchers as VoucherRecord[]).map((voucher) => [
        voucher.hash,
        String(toUsd(voucher.microUsd)),
        formatTimeCell(voucher.createdAt),
        formatTimeCell(voucher.expiresAt),
        formatTimeCell(voucher.redeemedAt),
        voucher.redeemedBy ?? '-',
        voucher.label ?? '',
      ]),
    ),
    ...(body.truncated ? ['older vouchers are not shown'] : []),
  ]);
}
