import { MINUTE_MS } from '../../domain/index.ts';
import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Recorder } from '../../domain/index.ts';
import { parseServedManifest, type TreeManifest } from '../../history/tree/manifest.ts';
import type { TreeTable } from '../../history/tree/tables.ts';
import type { RemoteTree } from '../../history/tree/mirror-tree.ts';
import { CommandError, EXIT } from '../exit-codes.ts';

export interface RemoteTreeOptions {
  /** Address without a trailing slash. */
  readonly url: string;
  readonly apiKey: string | null;
  /** Venues of the tree; null: every venue that the key may read. */
  readonly venues: readonly Recorder[] | null;
  /** Assets of the tree; null: all of them. With assets, `venues` is null. */
  readonly assets: readonly string[] | null;
  /** Tables of the tree. Default: those that a service lists without a choice. */
  readonly tables?: readonly TreeTable[] | null;
}

/** Longest time without a byte of an answer, in ms. */
const STALL_MS = 30_000;
/** Maximum number of consecutive attempts without progress for one file. */
const MAX_FAILURES = 5;
/** Longest wait for a file. A large day takes time, and other files may be ahead in the queue. */
const MAX_WAIT_MS = 30 * MINUTE_MS;
const DEFAULT_RETRY_MS = 2_000;
const MAX_RETRY_MS = MINUTE_MS;
/** Statuses of temporary refusals. */
const PASSING = new Set([429, 502, 503, 504]);

/** The part of a file that has been received so far. */
interface ReceivedPart {
  hash: Hash;
  bytes: number;
  /** The sha256 of the file as the service states it; null: not known yet. */
  sha256: string | null;
}

/** The tree of a running service, over HTTP. The key is sent to the named address only. */
export class HttpRemoteTree implements RemoteTree {
  readonly #options: RemoteTreeOptions;

  constructor(options: RemoteTreeOptions) {
    this.#options = options;
  }

  async readManifest(): Promise<TreeManifest> {
    const url = this.#address('manifest');
    const failures = new Failures(url);
    for (;;) {
      const { response, stalled } = await this.#get(url, {}, failures);
      try {
        return parseServedManifest(await response.json(), url);
      } catch (error) {
        // A connection that broke inside the text is tried again. A text that is not a manifest fails at once.
        if (!(error instanceof TypeError || error instanceof SyntaxError || isTimeout(error))) throw error;
        await failures.note(error);
      } finally {
        stalled.end();
      }
    }
  }

  async fetch(part: string, file: string, known: string | null): Promise<string | null> {
    const url = this.#address(part);
    const failures = new Failures(url);
    const output = await open(file, 'w');
    try {
      let received: ReceivedPart = { hash: createHash('sha256'), bytes: 0, sha256: null };
      let furthest = 0;
      for (;;) {
        const { response, stalled } = await this.#get(url, buildHeaders(received, known), failures);
        if (response.status === 304) {
          stalled.end();
          return null;
        }
        if (response.status !== 206) {
          received = { hash: createHash('sha256'), bytes: 0, sha256: readEtag(response) };
          await output.truncate(0);
        }
        const error = await receive(response, output, received, stalled);
        // Progress must exceed the furthest position, because a server may repeat the beginning forever.
        if (error !== null && received.bytes > furthest) failures.forget();
        furthest = Math.max(furthest, received.bytes);
        if (error === null && received.hash.copy().digest('hex') === received.sha256) {
          await output.sync();
          return received.sha256;
        }
        // A part whose hash is wrong is read again from its start.
        if (error === null) received = { hash: createHash('sha256'), bytes: 0, sha256: null };
        await failures.note(error ?? new Error(`the hash of file ${part} differs from its ETag`));
      }
    } finally {
      await output.close();
    }
  }

  #address(name: string): string {
    const { url, venues, assets, tables = null } = this.#options;
    const query: string[] = [];
    if (assets !== null) query.push(`assets=${assets.map(encodeURIComponent).join(',')}`);
    // The path of a part contains its venue, and that of a file its table.
    else if (venues !== null && !name.includes('/')) query.push(`venues=${venues.join(',')}`);
    if (tables !== null && name === 'manifest') query.push(`tables=${tables.join(',')}`);
    return `${url}/api/export/${name}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  }

  /** Requests a URL until it succeeds, and waits between attempts as the service states. */
  async #get(url: string, headers: Record<string, string>, failures: Failures) {
    const { apiKey } = this.#options;
    const authorization = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
    for (;;) {
      const stalled = new Stall();
      let response: Response;
      try {
        response = await fetch(url, {
          headers: { ...headers, ...authorization, 'accept-encoding': 'identity' },
          redirect: 'error',
          signal: stalled.signal,
        });
        stalled.noteProgress();
      } catch (error) {
        stalled.end();
        await failures.note(error);
        continue;
      }
      if (response.ok || response.status === 304) return { response, stalled };
      const refusal = await readRefusal(response);
      stalled.end();
      if (!PASSING.has(response.status) || refusal.code === 'quota_exceeded') throw refusal.error(url);
      await failures.wait(response, refusal.error(url));
    }
  }
}

/** Reads a body to its end. @returns The error; null: none. */
async function receive(
  response: Response,
  output: FileHandle,
  received: ReceivedPart,
  stalled: Stall,
): Promise<unknown> {
  try {
    for await (const chunk of response.body ?? []) {
      stalled.noteProgress();
      await output.write(chunk, 0, chunk.length, received.bytes);
      received.hash.update(chunk);
      received.bytes += chunk.length;
    }
    return null;
  } catch (error) {
    // A full disk is not a failure of the connection.
    if (typeof (error as NodeJS.ErrnoException).errno === 'number') throw error;
    return error;
  } finally {
    stalled.end();
  }
}

function buildHeaders({ bytes, sha256 }: ReceivedPart, known: string | null): Record<string, string> {
  if (bytes > 0 && sha256 !== null) return { range: `bytes=${bytes}-`, 'if-range': `"${sha256}"` };
  return known === null ? {} : { 'if-none-match': `"${known}"` };
}

function readEtag(response: Response): string | null {
  return /^"([0-9a-f]{64})"$/.exec(response.headers.get('etag') ?? '')?.[1] ?? null;
}

interface Refusal {
  readonly code: string;
  error(url: string): CommandError;
}

async function readRefusal(response: Response): Promise<Refusal> {
  const body = (await response.json().catch(() => null)) as { error?: unknown; message?: unknown } | null;
  const code = typeof body?.error === 'string' ? body.error : `status ${response.status}`;
  const message = typeof body?.message === 'string' ? body.message : 'is it a Crosstape service?';
  return {
    code,
    error: (url) =>
      new CommandError(`${url}: ${code}: ${message}`, response.status === 400 ? EXIT.wrongUse : EXIT.failed),
  };
}

/** Aborts a request without progress. */
class Stall {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = this.#start();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  noteProgress(): void {
    this.#timer.refresh();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #start(): NodeJS.Timeout {
    const reason = new DOMException(`no bytes arrived for ${STALL_MS / 1_000} s`, 'TimeoutError');
    return setTimeout(() => this.#controller.abort(reason), STALL_MS);
  }
}

/** Failures of one file: counts consecutive ones, and sums the waits that the service stated. */
class Failures {
  readonly #url: string;
  #count = 0;
  #waitedMs = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** Waits before the next attempt. @throws {CommandError} at the last allowed failure. */
  async note(error: unknown): Promise<void> {
    if (++this.#count >= MAX_FAILURES) {
      const { cause, message } = error as Error;
      throw new CommandError(`${this.#url}: ${cause instanceof Error ? cause.message : message}`);
    }
    await wait(100 * 2 ** this.#count);
  }

  forget(): void {
    this.#count = 0;
  }

  /** Waits for the time in `Retry-After`. @throws {CommandError} when the waits for the file exceed their limit. */
  async wait(response: Response, error: CommandError): Promise<void> {
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    const ms = Math.min(Number.isFinite(seconds) ? seconds * 1_000 : DEFAULT_RETRY_MS, MAX_RETRY_MS);
    this.#waitedMs += ms;
    if (this.#waitedMs > MAX_WAIT_MS) throw error;
    await wait(ms);
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
