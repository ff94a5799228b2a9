import { Command, InvalidArgumentError } from 'commander';
import type { VoucherRecord } from '../../billing/vouchers/voucher.ts';
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

/** Creates `crosstape vouchers`, which issues, lists and cancels vouchers. */
export function createVouchersCommand(): Command {
  return new Command('vouchers')
    .description('issue, list and cancel vouchers')
    .addCommand(
      createAccountCommand('issue', 'issue vouchers; their codes are printed once and never stored')
        .requiredOption('--usd <amount>', 'value of one in US dollars', parseUsd)
        .option('--count <n>', 'how many (default: 1)', createIntegerParser(1, 1_000))
        .option('--expires <time>', 'when they end (default: never)', parseTime)
        .option('--label <text>', 'a note')
        .action(issue),
    )
    .addCommand(createAccountCommand('list', 'list vouchers, newest first').action(list))
    .addCommand(
      createAccountCommand('cancel', 'cancel vouchers that were not redeemed')
        .option('--hash <hex>', 'one voucher, as listed')
        .option('--label <text>', 'every voucher of this label')
        .option('--issued-between <from,to>', 'every voucher issued between two times', parseSpan)
        .action(cancel),
    );
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

interface CancelOptions extends AccountOptions {
  readonly hash?: string;
  readonly label?: string;
  readonly issuedBetween?: readonly [EpochMs, EpochMs];
}

async function cancel({ hash, label, issuedBetween, ...options }: CancelOptions): Promise<void> {
  const body = await callAccounts(options, 'DELETE', PATH, {
    ...(hash === undefined ? {} : { hash }),
    ...(label === undefined ? {} : { label }),
    ...(issuedBetween === undefined ? {} : { issuedFromMs: issuedBetween[0], issuedToMs: issuedBetween[1] }),
  });
  print(options, body, () => [
    `cancelled ${body.cancelled} vouchers of ${toUsd(body.microUsd)} USD; ${body.redeemedAlready} were redeemed before`,
  ]);
}

function parseSpan(text: string): readonly [EpochMs, EpochMs] {
  const [from, to, ...others] = text.split(',');
  if (from === undefined || to === undefined || others.length > 0) {
    throw new InvalidArgumentError('must be two times with a comma between them');
  }
  return [parseTime(from), parseTime(to)];
}

async function list(options: AccountOptions): Promise<void> {
  const body = await callAccounts(options, 'GET', `${PATH}?limit=10000`);
  print(options, body, () => [
    ...formatTable(
      ['hash', 'usd', 'created', 'expires', 'redeemed', 'by', 'cancelled', 'label'],
      (body.vouchers as VoucherRecord[]).map((voucher) => [
        voucher.hash,
        String(toUsd(voucher.microUsd)),
        formatTimeCell(voucher.createdAt),
        formatTimeCell(voucher.expiresAt),
        formatTimeCell(voucher.redeemedAt),
        voucher.redeemedBy ?? '-',
        formatTimeCell(voucher.cancelledAt),
        voucher.label ?? '',
      ]),
    ),
    ...(body.truncated ? ['older vouchers are not shown'] : []),
  ]);
}
