import { Command } from 'commander';
import { isLive, type KeyRecord, writeVenues } from '../../accounts/keys/keys.ts';
import type { EpochMs } from '../../domain/index.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { parseTime } from '../options.ts';
import {
  type AccountOptions,
  callAccounts,
  createAccountCommand,
  formatTable,
  formatTimeCell,
  print,
} from './account-call.ts';

const PATH = '/api/account/keys';
const WHOLE_HASH = /^[0-9a-f]{64}$/;
const PART_OF_HASH = /^[0-9a-f]{8,63}$/;

interface IssueOptions extends AccountOptions {
  readonly owner?: string;
  readonly tier?: string;
  readonly bot?: string;
  readonly label?: string;
  readonly venues?: string;
  readonly expires?: EpochMs;
}

/** Creates `crosstape keys`, which issues, lists and revokes API keys. */
export function createKeysCommand(): Command {
  return new Command('keys')
    .description('issue, list and revoke API keys')
    .addCommand(
      createAccountCommand('issue', 'issue a key; it is printed once and never stored')
        .option('--owner <owner>', 'whose key it is')
        .option('--tier <tier>', 'free, pro or enterprise')
        .option('--bot <id>', 'an existing bot without a live key, which goes on with the new key')
        .option('--label <text>', 'a note')
        .option('--venues <list>', 'venues it may read, separated by commas (default: all)')
        .option('--expires <time>', 'when it ends (default: never)', parseTime)
        .action(issue),
    )
    .addCommand(
      createAccountCommand('list', 'list keys, newest first')
        .option('--owner <owner>', 'only of this owner')
        .action(list),
    )
    .addCommand(
      createAccountCommand(
        'revoke',
        'end a key and its successors, or every key of a bot or an owner, at once',
      )
        .argument('[hash]', 'SHA-256 of the key as listed, or its first 8 or more digits')
        .option('--bot <id>', 'every key of this bot, as listed')
        .option('--owner <owner>', 'every key of this owner')
        .action(revoke),
    );
}

async function issue({ owner, tier, bot, label, venues, expires, ...options }: IssueOptions): Promise<void> {
  if (bot === undefined && (owner === undefined || tier === undefined)) {
    throw new CommandError('name --owner and --tier, or --bot', EXIT.wrongUse);
  }
  const body = await callAccounts(options, 'POST', PATH, {
    ...(owner === undefined ? {} : { owner }),
    ...(tier === undefined ? {} : { tier }),
    ...(bot === undefined ? {} : { botId: bot }),
    ...(label === undefined ? {} : { label }),
    ...(venues === undefined ? {} : { venues }),
    ...(expires === undefined ? {} : { expiresAt: expires }),
  });
  // Only the key is written to standard output, so that it can be put into a variable or a file.
  print(options, body, () => [body.rawKey]);
  if (options.json !== true) {
    process.stderr.write(`${body.record.tier} key of ${body.record.owner}, hash ${body.record.hash}\n`);
  }
}

async function list({ owner, ...options }: AccountOptions & { owner?: string }): Promise<void> {
  const query = owner === undefined ? '' : `&owner=${encodeURIComponent(owner)}`;
  const body = await callAccounts(options, 'GET', `${PATH}?limit=10000${query}`);
  print(options, body, () => [
    ...formatTable(
      ['hash', 'owner', 'tier', 'venues', 'state', 'created', 'expires', 'last used', 'bot', 'label'],
      (body.keys as KeyRecord[]).map((key) => [
        key.hash,
        key.owner,
        key.tier,
        writeVenues(key.venues),
        key.revokedAt !== null ? 'revoked' : isLive(key, Date.now()) ? 'live' : 'expired',
        formatTimeCell(key.createdAt),
        formatTimeCell(key.expiresAt),
        formatTimeCell(key.lastUsedAt),
        key.botId,
        key.label ?? '',
      ]),
    ),
    ...(body.truncated ? ['older keys are not shown; name an owner'] : []),
  ]);
}

interface RevokeOptions extends AccountOptions {
  readonly bot?: string;
  readonly owner?: string;
}

interface RevokeAnswer {
  readonly count: number;
  readonly successors: number;
}

async function revoke(digits: string | undefined, { bot, owner, ...options }: RevokeOptions): Promise<void> {
  const isAlone = bot === undefined && owner === undefined;
  const hash = digits === undefined || !isAlone ? digits : await findHash(digits, options);
  const named = [
    { what: `${hash}`, none: 'has the hash', value: hash, body: { keyHash: hash } },
    { what: `bot ${bot}`, none: 'belongs to', value: bot, body: { botId: bot } },
    { what: `owner ${owner}`, none: 'belongs to', value: owner, body: { owner } },
  ].filter(({ value }) => value !== undefined);
  const [selection, second] = named;
  if (selection === undefined || second !== undefined) {
    throw new CommandError('name exactly one of a hash, --bot and --owner', EXIT.wrongUse);
  }
  const body = await callAccounts(options, 'DELETE', PATH, selection.body);
  print(options, body, () => (body.revoked ? [describeRevocation(selection.what, body)] : []));
  if (!body.revoked) throw new CommandError(`no key ${selection.none} ${selection.what}`);
  if (!body.stored) {
    throw new CommandError(
      'the keys are refused from now on, but the database is not accepting writes; the revocation is stored when it accepts them again. Free disk space before you restart the service',
      EXIT.partlyDone,
    );
  }
}

/**
 * Finds the hash that begins with these digits. Requests contain whole hashes, because a mistyped short one could end
 * another owner's key.
 *
 * @throws {CommandError} when no hash begins so, or several do.
 */
async function findHash(digits: string, options: AccountOptions): Promise<string> {
  const hash = digits.toLowerCase();
  if (WHOLE_HASH.test(hash)) return hash;
  if (!PART_OF_HASH.test(hash)) {
    throw new CommandError(
      `${digits} is not a hash: name its 64 hexadecimal digits, or the first 8 or more of them`,
      EXIT.wrongUse,
    );
  }
  const { keys, truncated } = await callAccounts(options, 'GET', `${PATH}?limit=10000`);
  const found = (keys as KeyRecord[]).filter((key) => key.hash.startsWith(hash));
  if (found.length > 1) {
    const lines = found.map((key) => `  ${key.hash}  ${key.owner}`);
    throw new CommandError(
      [`${found.length} hashes begin with ${digits}:`, ...lines].join('\n'),
      EXIT.wrongUse,
    );
  }
  if (truncated) throw new CommandError('not all keys are listed: name the whole hash', EXIT.wrongUse);
  if (found[0] === undefined) throw new CommandError(`no key has a hash that begins with ${digits}`);
  return found[0].hash;
}

function describeRevocation(what: string, { count, successors }: RevokeAnswer): string {
  if (count === 0) return `nothing was live of ${what}`;
  if (successors === 0) return `revoked ${what}${count === 1 ? '' : `: ${count} keys`}`;
  return count === successors
    ? `revoked ${successors} that came from rotations of ${what}`
    : `revoked ${what} and ${successors} that came from its rotations`;
}
