import { Command } from 'commander';
import { findFirstKeyId, type SkippedRecord } from '../../bot/credentials.ts';
import { readSecrets } from '../../config/secrets.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import {
  type AccountOptions,
  callAccounts,
  createAccountCommand,
  formatTable,
  print,
} from './account-call.ts';

/** Creates `crosstape vault`, which manages stored venue credentials. */
export function createVaultCommand(): Command {
  return new Command('vault')
    .description('manage stored venue credentials')
    .addCommand(
      createAccountCommand('rotate', 'put all credentials under the first key of CROSSTAPE_VAULT_KEK')
        .addHelpText(
          'after',
          `
To replace a key: set CROSSTAPE_VAULT_KEK to <new>,<old> and restart the service, rotate, then take <old> out and
restart again. Stopped in between, nothing is lost: both keys open everything, and rotating again continues. While a
running process has only <old>, the command changes nothing and ends with ${EXIT.dataDirInUse}.

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
    )
    .addCommand(
      createAccountCommand('forget', 'give up a key that is lost, with the credentials under it')
        .argument('<key>', "id of the key: 'vault rotate' names it")
        .addHelpText(
          'after',
          `
Nobody can read these credentials any more: their owners store them again. Credentials under other keys stay. Put a new key
into CROSSTAPE_VAULT_KEK first. A key that is configured, here or in a running process, is not lost and is refused.`,
        )
        .action(forget),
    );
}

async function rotate(options: AccountOptions): Promise<void> {
  const keyId = findFirstKey();
  const wanted = keyId === null ? {} : { keyId };
  const body = await callAccounts(options, 'POST', '/api/admin/vault/rotate', wanted);
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

/**
 * Finds the id of the first key of this environment; null: there is none, for example on another machine than the
 * service.
 */
function findFirstKey(): string | null {
  const { vaultKeys } = readSecrets(process.env);
  return vaultKeys === null ? null : findFirstKeyId(vaultKeys);
}

async function forget(key: string, options: AccountOptions): Promise<void> {
  const body = await callAccounts(options, 'POST', '/api/admin/vault/forget', { keyId: key });
  const removed = body.removed as readonly { readonly owner: string; readonly venue: string }[];
  print(options, body, () => [
    ...removed.map(({ owner, venue }) => `${owner} ${venue}`),
    `${removed.length} credentials removed; key ${key} is not needed any more`,
  ]);
}

async function close(owner: string, venue: string, options: AccountOptions): Promise<void> {
  const body = await callAccounts(options, 'POST', '/api/admin/vault/close', { owner, venue });
  print(options, body, () => [`the credential of ${owner} for ${venue} is removed`]);
}
