import type { Command } from 'commander';
import { toUsd } from '../../domain/index.ts';
import { parseUsd } from '../options.ts';
import { type AccountOptions, callAccounts, createAccountCommand, print } from './account-call.ts';

interface DebitOptions extends AccountOptions {
  readonly owner: string;
  readonly usd: number;
  readonly ref: string;
  readonly reason: string;
  readonly allowDebt?: boolean;
}

/** Creates `crosstape debit`, which takes from an owner's prepaid balance. */
export function createDebitCommand(): Command {
  return createAccountCommand('debit', "take from an owner's prepaid balance")
    .requiredOption('--owner <owner>', 'whom to debit')
    .requiredOption('--usd <amount>', 'US dollars, at most six decimals', parseUsd)
    .requiredOption('--ref <text>', 'names the debit forever; the same again changes nothing')
    .requiredOption('--reason <text>', 'kept with the entry and the action')
    .option('--allow-debt', 'the part above the balance becomes a debt (default: such a debit is refused)')
    .action(debit);
}

async function debit({ owner, usd, ref, reason, allowDebt, ...options }: DebitOptions): Promise<void> {
  const body = await callAccounts(options, 'POST', '/api/account/debit', {
    owner,
    usd,
    ref,
    reason,
    ...(allowDebt === undefined ? {} : { allowDebt }),
  });
  const owes = body.owedMicroUsd === 0 ? '' : `, owes ${toUsd(body.owedMicroUsd)} USD`;
  print(options, body, () => [
    `${body.applied ? 'debited' : 'was debited before'}: ${toUsd(body.microUsd)} USD of ${owner}; balance ${toUsd(body.balanceMicroUsd)} USD${owes}`,
  ]);
}
