import { Command } from 'commander';
import {
  type AccountOptions,
  callAccounts,
  createAccountCommand,
  formatTable,
  formatTimeCell,
  print,
} from './account-call.ts';

const PATH = '/api/account/wallets';

interface ListedWallet {
  readonly address: string;
  readonly family: string;
  readonly registeredAt: number;
  readonly proved: boolean;
  readonly replacedAt?: number;
}

/** Creates `crosstape wallets`, which lists and removes wallets of an owner. */
export function createWalletsCommand(): Command {
  return new Command('wallets')
    .description('list and remove wallets whose transfers are deposits of an owner')
    .addCommand(
      createAccountCommand('list', 'list the wallets of an owner')
        .requiredOption('--owner <owner>', 'whose wallets')
        .action(list),
    )
    .addCommand(
      createAccountCommand('remove', 'take a wallet from an owner; what it sent before stays the owner’s')
        .requiredOption('--owner <owner>', 'whose wallet it is')
        .argument('<address>', 'the wallet')
        .action(remove),
    );
}

interface OwnerOptions extends AccountOptions {
  readonly owner: string;
}

async function list({ owner, ...options }: OwnerOptions): Promise<void> {
  const body = await callAccounts(options, 'GET', `${PATH}?${new URLSearchParams({ owner })}`);
  const wallets = body.registeredWallets as readonly ListedWallet[];
  print(options, body, () =>
    wallets.length === 0
      ? [`${owner} has no wallet`]
      : formatTable(
          ['address', 'family', 'registered', 'proved', 'replaced'],
          wallets.map(({ address, family, registeredAt, proved, replacedAt = null }) => [
            address,
            family,
            formatTimeCell(registeredAt),
            proved ? 'yes' : 'no',
            formatTimeCell(replacedAt),
          ]),
        ),
  );
}

async function remove(address: string, { owner, ...options }: OwnerOptions): Promise<void> {
  const body = await callAccounts(options, 'DELETE', PATH, { owner, address });
  print(options, body, () => [
    body.applied === true ? `removed: ${address} of ${owner}` : `${owner} does not have ${address}`,
  ]);
}
