import { isIPv6 } from 'node:net';
import { Command } from 'commander';
import { readConfig } from '../../config/config.ts';
import { findJsonObject } from '../../domain/index.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { parseAddressOption } from '../service-url.ts';

/** Options of every command with which the holder of a key controls the key's own bot. */
export interface KeyedOptions {
  readonly url?: string;
  readonly json?: boolean;
}

const TIMEOUT_MS = 30_000;

/** Creates a command for the bot of the key in CROSSTAPE_API_KEY. */
export const createKeyedCommand = (name: string, description: string) =>
  withKeyedOptions(new Command(name).description(description));

export const withKeyedOptions = (command: Command) =>
  command
    .option(
      '--url <address>',
      'address of the bot API; default: that of this environment',
      parseAddressOption,
    )
    .option('--json', 'print the answer of the endpoint')
    .addHelpText('after', '\nCROSSTAPE_API_KEY holds the key of the bot.');

/**
 * Calls the bot API with the key of the bot.
 *
 * @returns The answer as JSON.
 * @throws {CommandError} with the message of the refusal.
 */
export async function callBot(
  options: KeyedOptions,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await ask(options, method, path, body);
  const answer = await response.json().catch(() => {
    throw new CommandError(`the bot API answered ${response.status} with something else than JSON`);
  });
  if (response.ok) return answer;
  throw toRefusal(response.status, answer);
}

/** Reads the CSV of a list, and the cursor of its next page; null on the last page. @throws {CommandError} */
export async function readBotCsv(
  options: KeyedOptions,
  path: string,
): Promise<{ readonly text: string; readonly nextCursor: string | null }> {
  const response = await ask(options, 'GET', path);
  const text = await response.text();
  if (response.ok) return { text, nextCursor: response.headers.get('x-next-cursor') };
  throw toRefusal(response.status, findJsonObject(text) ?? {});
}

function toRefusal(status: number, answer: unknown): CommandError {
  const { error = `status ${status}`, message = '' } = answer as Record<string, string>;
  return new CommandError(`${error}: ${message}`, status === 400 ? EXIT.wrongUse : EXIT.failed);
}

function ask(options: KeyedOptions, method: 'GET' | 'POST', path: string, body?: object): Promise<Response> {
  const key = process.env.CROSSTAPE_API_KEY ?? '';
  if (key === '') throw new CommandError('CROSSTAPE_API_KEY must hold the key of the bot', EXIT.wrongUse);
  const url = options.url ?? findBotUrl();
  return fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    // Redirects are refused, so that the key is sent to the named address only.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: Error) => {
    const { cause, message } = error;
    throw new CommandError(`${url} gave no answer: ${cause instanceof Error ? cause.message : message}`);
  });
}

/** Finds the bot API of a service that `serve` starts with the same environment. */
function findBotUrl(): string {
  const { host, botPort } = readConfig(process.env).server;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${botPort}`;
}
