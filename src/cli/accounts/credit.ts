import type { Command } from 'commander';
import { toUsd } from '../../domain/index.ts';
import { parseUsd } from '../options.ts';
import { type AccountOptions, callAccounts, createAccountCommand, print } from './account-call.ts';

interface CreditOptions extends AccountOptions {
  readonly owner: string;
  readonly usd: number;
  readonly ref: string;
}

/** Creates `crosstape credit`, which adds to an owner's prepaid balance. */
export function creditCommand(): Command {
  return createAccountCommand('credit', "add to an owner's prepaid balance")
    .requiredOption('--owner <owner>', 'whom to credit')
    .requiredOption('--usd <amount>', 'US dollars, at most six decimals', parseUsd)
    .requiredOption('--ref <text>', 'names the credit forever; the same again changes nothing')
    .addHelpText(
      'after',
      [
        '\nA ref of the form release:<deposit id> pays out a deposit that waits for review,',
        'one of the form writeoff:<reason> gives up at most what the owner owes.',
      ].join('\n'),
    )
    .action(credit);
}

async function credit({ owner, usd, ref, ...options }: CreditOptions): Promise<void> {
  const body = await callAccounts(options, 'POST', '/api/account/credit', { owner, usd, ref });
  const [done, before] = ref.startsWith('writeoff:')
    ? ['written off', 'was written off before']
    : ['credited', 'was credited before'];
  const owes = body.owedMicroUsd === 0 ? '' : `, owes ${toUsd(body.owedMicroUsd)} USD`;
  print(options, body, () => [
    `${body.applied ? done : before}: ${toUsd(body.microUsd)} USD to ${owner}; balance ${toUsd(body.balanceMicroUsd)} USD${owes}`,
  ]);
}
