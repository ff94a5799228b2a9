import { Command } from 'commander';
import type { VoucherRecord } from '../../billing/vouchers.ts';
import { type EpochMs, microToUsd } from '../../domain/index.ts';
import { integerOption, timeOption, usdOption } from '../options.ts';
import { type AccountOptions, accountCommand, callAccounts, print, table, timeCell } from './account-call.ts';

const PATH = '/api/account/vouchers';

interface IssueOptions extends AccountOptions {
  readonly usd: number;
  readonly count?: number;
  readonly expires?: EpochMs;
  readonly label?: string;
}

export function vouchersCommand(): Command {
  return new Command('vouchers')
    .description('issue and list vouchers')
    .addCommand(
      accountCommand('issue', 'issue vouchers; their codes are printed once and never stored')
        .requiredOption('--usd <amount>', 'value of one in US dollars', usdOption)
        .option('--count <n>', 'how many (default: 1)', integerOption(1, 1_000))
        .option('--expires <time>', 'when they end (default: never)', timeOption)
        .option('--label <text>', 'a note')
        .action(issue),
    )
    .addCommand(accountCommand('list', 'list vouchers, newest first').action(list));
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
    ...table(
      ['hash', 'usd', 'created', 'expires', 'redeemed', 'by', 'label'],
      (body.vouchers as VoucherRecord[]).map((voucher) => [
        voucher.hash,
        String(microToUsd(voucher.microUsd)),
        timeCell(voucher.createdAt),
        timeCell(voucher.expiresAt),
        timeCell(voucher.redeemedAt),
        voucher.redeemedBy ?? '-',
        voucher.label ?? '',
      ]),
    ),
    ...(body.truncated ? ['older vouchers are not shown'] : []),
  ]);
}
