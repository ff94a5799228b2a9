import { Command } from 'commander';
import type { SkippedRecord } from '../../bot/credentials.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import {
  type AccountOptions,
  callAccounts,
  createAccountCommand,
  formatTable,
  print,
} from './account-call.ts';

export function createVaultCommand(): Command {
  return new Command('vault')
    .description('manage stored venue credentials')
    .addCommand(
      createAccountCommand('rotate', 'put all credentials under the first key of CROSSTAPE_VAULT_KEK')
        .addHelpText(
          'after',
          `
To replace a key: set CROSSTAPE_VAULT_KEK to <new>,<old> and restart the service, rotate, then take <old> out and
restart again. Stopped in between, nothing is lost: both keys open everything, and rotating again continues.

A credential that does not open is skipped and named, and the command ends with ${EXIT.partlyDone}: its key has to stay until its
owner stores it again or it is removed with 'vault close'.`,
        )
        .action(rotate),
    )
    .addCommand(
      createAccountCommand('close', 'remove a credential that does not open')
        .argument('<owner>', 'whose it is')
        .argument('<venue>', 'the venue that it is for')
        .addHelpText('after', '\nOne that opens is not removed: that is for its owner.')
        .action(close),
    );
}

async function rotate(options: AccountOptions): Promise<void> {
  const body = await callAccounts(options, 'POST', '/api/admin/vault/rotate', {});
  const skipped = body.skipped as readonly SkippedRecord[];
  const moved = `${body.moved} credentials moved`;
  if (skipped.length === 0) {
    print(options, body, () => [
      `${moved}; all are under key ${body.keyId}, and the others can be taken out`,
    ]);
    return;
  }
  const kept = [...new Set(skipped.map(({ keyId }) => keyId))].join(', ');
  print(options, body, () => [
    `${moved} to key ${body.keyId}; not moved, because they do not open:`,
    ...formatTable(
      ['owner', 'venue', 'key', 'why'],
      skipped.map(({ owner, venue, keyId, problem }) => [owner, venue, keyId, problem]),
    ),
  ]);
  throw new CommandError(
    `${skipped.length} credentials do not open; keep ${kept} in CROSSTAPE_VAULT_KEK, where it is one of its keys, until their owners store them again or 'crosstape vault close <owner> <venue>' removes them`,
    EXIT.partlyDone,
  );
}

async function close(owner: string, venue: string, options: AccountOptions): Promise<void> {
  const body = await callAccounts(options, 'POST', '/api/admin/vault/close', { owner, venue });
  print(options, body, () => [`the credential of ${owner} for ${venue} is removed`]);
}
