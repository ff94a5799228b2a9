import type { Command } from 'commander';
import { CommandError } from '../exit-codes.ts';
import {
  type AccountOptions,
  callAccounts,
  createAccountCommand,
  formatTable,
  formatTimeCell,
  print,
} from './account-call.ts';

/** Creates `ledger compare`, which compares the income at treasuries and at Stripe with the recorded income. */
export function createCompareCommand(): Command {
  return createAccountCommand(
    'compare',
    'compare what came in at treasuries and at Stripe with what was recorded',
  )
    .addHelpText('after', '\nEnds with 1 when a source differs; the difference waits in "review list".')
    .action(compare);
}

interface ComparedSource {
  readonly title: string;
  readonly currency: string;
  readonly status: string;
  readonly fromMs: number | null;
  readonly toMs: number;
  readonly cameIn: string | null;
  readonly recorded: string | null;
  readonly difference: string | null;
  readonly note: string | null;
}

async function compare(options: AccountOptions): Promise<void> {
  const body = await callAccounts(options, 'POST', '/api/account/ledger/compare', {});
  const sources = body.sources as readonly ComparedSource[];
  print(options, body, () => [
    ...(sources.length === 0
      ? ['there is no source: no chain is watched and no key of a provider is set']
      : formatTable(
          ['source', 'result', 'came in', 'recorded', 'difference', 'since'],
          sources.map(({ title, status, cameIn, recorded, difference, fromMs }) => [
            title,
            status.replace('_', ' '),
            ...[cameIn, recorded, difference].map((amount) => amount ?? '-'),
            formatTimeCell(fromMs),
          ]),
        )),
    ...sources.flatMap(({ title, note }) => (note === null ? [] : [`${title}: ${note}`])),
  ]);
  if (body.isEqual !== true) {
    throw new CommandError(
      'a source differs from the ledger: see "crosstape review list --kind source_difference"',
    );
  }
}
