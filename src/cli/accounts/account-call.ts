import { Command } from 'commander';
import type { AccountAnswer } from '../../app/accounts/offline-accounts.ts';
import { readConfig } from '../../config/config.ts';
import { readSecrets } from '../../config/secrets.ts';
import { findJson, formatIsoTime } from '../../domain/index.ts';
import { hasAccounts, requireDataDir } from '../data-dir.ts';
import { getSimulatedDataDir } from '../data-kind.ts';
import { CommandError, EXIT, toExitCode } from '../exit-codes.ts';
import { findOwnServiceUrl, parseAddressOption } from '../service-url.ts';

/** Options of every command about accounts. */
export interface AccountOptions {
  readonly url?: string;
  readonly dataDir?: string;
  readonly json?: boolean;
}

const TIMEOUT_MS = 30_000;

/** Creates a command that works on a running service (`--url`) or on a data directory. */
export function createAccountCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option(
      '--url <address>',
      'ask the service at this address, with CROSSTAPE_ADMIN_TOKEN',
      parseAddressOption,
    )
    .option(
      '--data-dir <directory>',
      'without --url: work on this data directory; no service may run on it, unless CROSSTAPE_DATABASE_URL is set',
    )
    .option('--json', 'print the answer of the endpoint');
}

/**
 * Calls an admin endpoint: of a running service with `--url`, else of the data directory itself.
 *
 * @throws {CommandError} with the message of the refusal.
 */
export async function callAccounts(
  options: AccountOptions,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: each command reads the members that its endpoint documents.
): Promise<any> {
  const answer =
    options.url === undefined
      ? await callOffline(options, method, path, body)
      : await callService(options.url, method, path, body);
  if (answer.status >= 200 && answer.status < 300) return answer.body;
  const { error = `status ${answer.status}`, message = '' } = (answer.body ?? {}) as Record<string, string>;
  throw new CommandError(`${error}: ${message}`, toRefusalCode(error, answer.status));
}

function toRefusalCode(error: string, status: number): number {
  if (error === 'vault_key_in_use') return EXIT.dataDirInUse;
  return status === 400 ? EXIT.wrongUse : EXIT.failed;
}

/** Prints the whole answer with `--json`, otherwise the lines of the command. */
export function print(options: AccountOptions, body: unknown, lines: () => readonly string[]): void {
  const text = options.json === true ? [JSON.stringify(body)] : lines();
  for (const line of text) process.stdout.write(`${line}\n`);
}

async function callOffline(
  { dataDir }: AccountOptions,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body: unknown,
): Promise<AccountAnswer> {
  const config = readConfig(process.env, dataDir === undefined ? {} : { dataDir });
  const secrets = readSecrets(process.env);
  await requireDataDir(config.dataDir);
  if (secrets.databaseUrl === null && !(await hasAccounts(config.dataDir))) {
    const demo = getSimulatedDataDir(config);
    const other = (await hasAccounts(demo))
      ? `the demo keeps its own in ${demo}: name it with --data-dir`
      : 'another directory is named with --data-dir or CROSSTAPE_DATA_DIR';
    process.stderr.write(
      `${config.dataDir} holds no accounts yet: they begin there. A service that runs is asked with --url; ${other}\n`,
    );
  }
  const { openOfflineAccounts } = await import('../../app/accounts/offline-accounts.ts');
  const accounts = await openOfflineAccounts(config, secrets).catch((error: Error) => {
    if (toExitCode(error) !== EXIT.dataDirInUse) throw error;
    const hint = `${error.message}. A service that runs on it is asked with --url ${findOwnServiceUrl()}`;
    throw new CommandError(hint, EXIT.dataDirInUse);
  });
  try {
    return await accounts.call(method, path, body);
  } finally {
    await accounts.close();
  }
}

async function callService(url: string, method: string, path: string, body: unknown): Promise<AccountAnswer> {
  const { adminToken } = readSecrets(process.env);
  const headers: Record<string, string> = {
    ...(adminToken === null ? {} : { authorization: `Bearer ${adminToken}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  let response: Response;
  try {
    response = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
      method,
      headers,
      // Redirects are refused, so that the token is sent to the named address only.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    const { cause, message } = error as Error;
    throw new CommandError(`${url} gave no answer: ${cause instanceof Error ? cause.message : message}`);
  }
  const text = await response.text();
  const answer = findJson(text);
  if (answer === undefined)
    throw new CommandError(`${url} answered ${response.status} with something else than JSON`);
  return { status: response.status, body: answer };
}

/** Formats rows under a header, with columns as wide as necessary. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, i) => Math.max(...all.map((row) => (row[i] ?? '').length)));
  return all.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  );
}

/** Formats a time for readers, or a dash for null. */
export function formatTimeCell(ms: number | null): string {
  return ms === null ? '-' : formatIsoTime(ms).slice(0, 19);
}
