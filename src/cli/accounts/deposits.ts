import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type AddressLine, readAddressLines } from '../../billing/deposits/address-file.ts';
import type { ChainFamilyName } from '../../billing/deposits/chains/chain.ts';
import {
  computeForwarderAddress,
  type ForwarderForm,
} from '../../billing/deposits/chains/forwarder-address.ts';
import { DEPOSIT_STATES, type Deposit, type DepositState } from '../../billing/deposits/deposit.ts';
import { CHAIN_FAMILIES, getFamily } from '../../billing/deposits/families.ts';
import { type MicroUsd, toUsd } from '../../domain/index.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { createIntegerParser } from '../options.ts';
import {
  type AccountOptions,
  callAccounts,
  createAccountCommand,
  formatTable,
  formatTimeCell,
  print,
} from './account-call.ts';

const PATH = '/api/account/deposits';
const MAX_LISTED = 1_000;

interface ListOptions extends AccountOptions {
  readonly owing?: boolean;
  readonly state?: DepositState;
  readonly owner?: string;
  readonly limit: number;
  readonly cursor?: string;
}

/** Creates `crosstape deposits`, which lists deposits and decides those that wait. */
export function createDepositsCommand(): Command {
  return new Command('deposits')
    .description(
      'list deposits, mark one as returned, rescan a chain or go past a transaction, compute addresses',
    )
    .addCommand(
      createAccountCommand('list', 'list deposits, newest first, page by page')
        .addOption(new Option('--state <state>', 'only those in this state').choices(DEPOSIT_STATES))
        .option('--owner <owner>', 'only those of this owner')
        .option('--limit <n>', 'most of a page', createIntegerParser(1, MAX_LISTED), MAX_LISTED)
        .option('--cursor <cursor>', 'continue where a page ended, as its last line says')
        .addOption(
          new Option('--owing', 'in place of deposits: owners who owe after a refund or dispute').conflicts([
            'state',
            'owner',
            'cursor',
          ]),
        )
        .action((options: ListOptions) => (options.owing === true ? listOwing(options) : list(options))),
    )
    .addCommand(
      createAccountCommand('return', 'say that the money of a waiting deposit went back outside')
        .argument('<id>', 'the deposit')
        .action(giveBack),
    )
    .addCommand(
      createAccountCommand('reverse', 'take a deposit back that was paid out, as a refund does')
        .argument('<id>', 'the deposit')
        .requiredOption('--reason <text>', 'kept with the action')
        .action(reverse),
    )
    .addCommand(
      createAccountCommand('rescan', 'have a chain read again; nothing is credited twice')
        .argument('<chain>', 'its name in the file of chains')
        .requiredOption(
          '--from <block|slot|ms>',
          'the first block (EVM), slot (Solana) or epoch ms (Tron) that is read again',
          createIntegerParser(0, Number.MAX_SAFE_INTEGER),
        )
        .action(rescan),
    )
    .addCommand(
      createAccountCommand('skip', 'go past a transaction that cannot be read; it waits in the review')
        .argument('<chain>', 'its name in the file of chains')
        .argument('<transaction>', 'hash or signature, or the name that the anomaly gives to it')
        .action(skip),
    )
    .addCommand(
      createAccountCommand(
        'derive',
        'compute the deposit address of an owner, which needs no secret, or watch those of a file',
      )
        .option('--import <file>', 'watch the addresses of a deposit-addresses.jsonl from elsewhere')
        .addOption(
          new Option('--family <family>', 'kind of chain')
            .choices(CHAIN_FAMILIES.filter((name) => getFamily(name).forwarders !== undefined))
            .conflicts('import'),
        )
        .option('--chain-id <n>', 'of the chain', createIntegerParser(0, Number.MAX_SAFE_INTEGER))
        .option('--owner-uid <hex>', '16 bytes of the owner, as hex', uidOption)
        .option('--factory <address>', 'contract that deploys forwarders')
        .option('--implementation <address>', 'contract whose code they run')
        .action((options: Partial<DeriveOptions> & AccountOptions & { readonly import?: string }) =>
          options.import === undefined ? derive(requireParts(options)) : importFile(options.import, options),
        ),
    );
}

async function list({ state, owner, limit, cursor, ...options }: ListOptions): Promise<void> {
  const query = new URLSearchParams({ limit: String(limit) });
  for (const [name, value] of Object.entries({ state, owner, cursor })) {
    if (value !== undefined) query.set(name, value);
  }
  const body = await callAccounts(options, 'GET', `${PATH}?${query}`);
  print(options, body, () => [
    ...formatTable(
      ['id', 'state', 'reason', 'source', 'owner', 'amount', 'usd', 'created', 'ref'],
      (body.deposits as Deposit[]).map((deposit) => [
        deposit.id,
        deposit.state,
        deposit.reason ?? '-',
        deposit.chain ?? deposit.source,
        deposit.owner ?? '-',
        `${deposit.amount} ${deposit.currency}`,
        deposit.microUsd === null ? '-' : String(toUsd(deposit.microUsd)),
        formatTimeCell(deposit.createdAt),
        deposit.eventId ?? deposit.txHash ?? '',
      ]),
    ),
    ...(body.nextCursor === null ? [] : [`older deposits: --cursor ${body.nextCursor}`]),
  ]);
}

interface ListedDebtor {
  readonly owner: string;
  readonly owedMicroUsd: MicroUsd;
  readonly balanceMicroUsd: MicroUsd;
}

/** Lists debtors from the answer of the treasury, which `--json` prints unchanged. */
async function listOwing(options: AccountOptions): Promise<void> {
  const body = await callAccounts(options, 'GET', '/api/account/treasury');
  print(options, body, () => [
    ...formatTable(
      ['owner', 'owes usd', 'balance usd'],
      (body.debtors as readonly ListedDebtor[]).map(({ owner, owedMicroUsd, balanceMicroUsd }) => [
        owner,
        String(toUsd(owedMicroUsd)),
        String(toUsd(balanceMicroUsd)),
      ]),
    ),
    `all owe ${toUsd(body.receivableMicroUsd)} USD`,
  ]);
}

async function giveBack(id: string, options: AccountOptions): Promise<void> {
  const body = await callAccounts(options, 'POST', PATH, { id, action: 'return' });
  print(options, body, () => [`returned ${(body.deposit as Deposit).id}`]);
}

async function reverse(
  id: string,
  { reason, ...options }: AccountOptions & { reason: string },
): Promise<void> {
  const body = await callAccounts(options, 'POST', PATH, { id, action: 'reverse', reason });
  const owner = (body.deposit as Deposit).owner;
  print(options, body, () => [`${body.applied ? 'reversed' : 'was reversed before'}: ${id} of ${owner}`]);
}

async function rescan(chain: string, { from, ...options }: AccountOptions & { from: number }): Promise<void> {
  const body = await callAccounts(options, 'POST', `${PATH}/rescan`, { chain, from });
  print(options, body, () => [`${body.chain} is read again from ${body.from}`]);
}

async function skip(chain: string, transaction: string, options: AccountOptions): Promise<void> {
  const body = await callAccounts(options, 'POST', `${PATH}/skip`, { chain, transaction });
  print(options, body, () => [
    body.applied === true
      ? `${body.chain} goes past ${body.transaction}; it is read again daily: crosstape review list --kind skipped_transaction`
      : `${body.chain} goes past ${body.transaction} already`,
  ]);
}

interface DeriveOptions {
  readonly family: ChainFamilyName;
  readonly chainId: number;
  readonly ownerUid: Uint8Array;
  readonly factory: string;
  readonly implementation: string;
  readonly json?: boolean;
}

/** Requires all options. @throws {CommandError} that names the first missing one. */
function requireParts(options: Partial<DeriveOptions>): DeriveOptions {
  for (const name of ['family', 'chainId', 'ownerUid', 'factory', 'implementation'] as const) {
    if (options[name] !== undefined) continue;
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new CommandError(`required option '--${flag}' not specified`, EXIT.wrongUse);
  }
  return options as DeriveOptions;
}

/** Maximum number of lines in one call. */
const LINES_AT_ONCE = 20;

async function importFile(file: string, options: AccountOptions): Promise<void> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(
      `${file}: cannot be read (${(error as NodeJS.ErrnoException).code})`,
      EXIT.wrongUse,
    );
  }
  const { lines, wrong } = readAddressLines(text);
  if (wrong.length > 0)
    throw new CommandError(`${file}: line ${wrong[0]} is no address; nothing was imported`, EXIT.wrongUse);
  const total = { ok: true, added: 0, known: 0, refused: [] as string[] };
  for (let i = 0; i < lines.length; i += LINES_AT_ONCE) {
    const part = lines.slice(i, i + LINES_AT_ONCE).map(toLine);
    const body = await callAccounts(options, 'POST', `${PATH}/addresses`, { addresses: part });
    total.added += body.added as number;
    total.known += body.known as number;
    total.refused.push(...(body.refused as string[]));
  }
  print(options, total, () => [
    `${total.added} addresses are watched from now on, ${total.known} were already`,
    ...total.refused.map((address) => `${address} belongs to another owner here, nothing changed`),
    ...(total.added === 0
      ? []
      : ['what arrived at them before: crosstape deposits rescan <chain> --from <block of the backup>']),
  ]);
}

/** Removes members that a newer version may have written in addition to those of the contract. */
function toLine(line: AddressLine): AddressLine {
  const { uid, owner, chain, scope, address, salt, factory, implementation } = line;
  return { uid, owner, chain, scope, address, salt, factory, implementation };
}

/** Derives an address. Needs neither a service nor its data. */
function derive({ json, family: name, ...parts }: DeriveOptions): void {
  const { forwarders, showAddress } = getFamily(name);
  let derived: ReturnType<typeof computeForwarderAddress>;
  try {
    derived = computeForwarderAddress(forwarders as ForwarderForm, parts);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CommandError(error.message, EXIT.wrongUse);
  }
  const { salt, initCodeHash } = derived;
  const address = showAddress(derived.address);
  print(json === undefined ? {} : { json }, { salt, initCodeHash, address }, () => [
    `salt            ${salt}`,
    `init code hash  ${initCodeHash}`,
    `address         ${address}`,
  ]);
}

function uidOption(text: string): Uint8Array {
  const digits = text.replace(/^0x/, '');
  if (!/^[0-9a-fA-F]{32}$/.test(digits)) throw new InvalidArgumentError('must be 32 hex digits');
  return Uint8Array.from(Buffer.from(digits, 'hex'));
}
