import { Command } from 'commander';
import { type AccountOptions, accountCommand, callAccounts, print } from './account-call.ts';

export function vaultCommand(): Command {
  return new Command('vault').description('look after the credentials of venues').addCommand(
    accountCommand('rotate', 'put all credentials under the first key of CROSSTAPE_VAULT_KEK')
      .addHelpText(
        'after',
        `
To replace a key: set CROSSTAPE_VAULT_KEK to <new>,<old> and restart the service, rotate, then take <old> out and
restart again. Stopped in between, nothing is lost: both keys open everything, and rotating again continues.`,
      )
      .action(rotate),
  );
}

async function rotate(options: AccountOptions): Promise<void> {
  const body = await callAccounts(options, 'POST', '/api/admin/vault/rotate', {});
  print(options, body, () => [
    `${body.moved} credentials moved; all are under key ${body.keyId}, and the others can be taken out`,
  ]);
}
