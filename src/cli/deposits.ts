import { Command, Option } from 'commander';
import { DEPOSIT_STATES, type Deposit, type DepositState } from '../billing/deposits/deposit.ts';
import { microToUsd } from '../domain/index.ts';
import { type AccountOptions, accountCommand, callAccounts, print, table, timeCell } from './account-call.ts';

const PATH = '/api/account/deposits';
const MAX_LISTED = 1_000;

interface ListOptions extends AccountOptions {
  readonly state?: DepositState;
}

export function depositsCommand(): Command {
  return new Command('deposits')
    .description('list deposits, and say that one went back')
    .addCommand(
      accountCommand('list', `list deposits, newest first, at most ${MAX_LISTED}`)
        .addOption(new Option('--state <state>', 'only those in this state').choices(DEPOSIT_STATES))
        .action(list),
    )
    .addCommand(
      accountCommand('return', 'say that the money of a waiting deposit went back outside')
        .argument('<id>', 'the deposit')
        .action(giveBack),
    );
}

async function list({ state, ...options }: ListOptions): Promise<void> {
  const filter = state === undefined ? '' : `&state=${state}`;
  const body = await callAccounts(options, 'GET', `${PATH}?limit=${MAX_LISTED}${filter}`);
  print(options, body, () => [
    ...table(
      ['id', 'state', 'reason', 'source', 'owner', 'amount', 'usd', 'created', 'ref'],
      (body.deposits as Deposit[]).map((deposit) => [
        deposit.id,
        deposit.state,
        deposit.reason ?? '-',
        deposit.chain ?? deposit.source,
        deposit.owner ?? '-',
        `${deposit.amount} ${deposit.currency}`,
        deposit.microUsd === null ? '-' : String(microToUsd(deposit.microUsd)),
        timeCell(deposit.createdAt),
        deposit.eventId ?? deposit.txHash ?? '',
      ]),
    ),
    ...(body.nextCursor === null ? [] : ['older deposits are not shown']),
  ]);
}

async function giveBack(id: string, options: AccountOptions): Promise<void> {
  const body = await callAccounts(options, 'POST', PATH, { id, action: 'return' });
  print(options, body, () => [`returned ${(body.deposit as Deposit).id}`]);
}
