import { signal } from '@preact/signals-core';
import { learnServiceTime } from './clock.ts';

/*
 * Requests of a page to the service: the two addresses, the credentials, one request, and the reason of a failure.
 */

const STORED_AS = 'crosstape.key';
const TIMEOUT_MS = 20_000;

/** The two addresses of the service. */
export type Server = 'main' | 'bot';
/** The credential of a request. `key`: the caller's, where one was given. */
export type Credential = 'none' | 'key' | 'admin';

/** The path and address of a request, and its credential. */
export interface Target {
  /** Path with its query: `/api/feed?top=100`. */
  readonly path: string;
  readonly server: Server;
  readonly credential: Credential;
}

/**
 * The caller's key and, apart from it, the operator's token. Both live in memory. A key may be kept until the tab
 * closes, in `sessionStorage`; neither is ever in `localStorage`, a cookie, an address or a log.
 */
export const apiKey = signal<string | null>(readKept());
export const adminToken = signal<string | null>(null);

/**
 * Sets the API key of the page.
 *
 * @param keep Whether it lasts until this tab closes, also when the page is loaded again.
 */
export function setApiKey(key: string | null, keep: boolean): void {
  apiKey.value = key;
  try {
    if (key !== null && keep) sessionStorage.setItem(STORED_AS, key);
    else sessionStorage.removeItem(STORED_AS);
  } catch {
    // A browser that stores nothing keeps it in memory alone.
  }
}

/** Whether the key lasts until this tab closes. */
export const isKeyKept = (): boolean => readKept() !== null;

function readKept(): string | null {
  try {
    return sessionStorage.getItem(STORED_AS);
  } catch {
    // A browser that stores nothing has kept no key.
    return null;
  }
}

/** The failure of a call of the API. */
export interface Failure {
  /** A code of the service's table, or `network`, `timeout`, `unreadable_answer` of the page's own. */
  readonly code: string;
  readonly message: string;
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  /** Finds the request in the service's log. */
  readonly requestId: string | null;
  /** The whole answer: some failures carry the members of a success. */
  readonly body: unknown;
}

/** Finds the origin of a server as this page reaches it; '' for the page's own origin, null when it is not known. */
export function findOrigin(server: Server): string | null {
  const { server: here, other } = document.documentElement.dataset;
  if (server === here) return '';
  return other === undefined || other === '' ? null : other;
}

/**
 * Asks once.
 *
 * @returns The parsed body. @throws {@link CallError}
 */
export async function ask(
  path: string,
  options: {
    readonly server?: Server;
    readonly credential?: Credential;
    readonly method?: 'GET' | 'POST' | 'DELETE';
    readonly body?: unknown;
    readonly timeoutMs?: number;
    readonly signal?: AbortSignal;
  } = {},
): Promise<unknown> {
  const { server = 'main', credential = 'none', method = 'GET', body } = options;
  const origin = findOrigin(server);
  if (origin === null)
    throw new CallError('network', `this page does not know where the ${server} API answers`);
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const sentAt = performance.now();
  let response: Response | undefined;
  let answer: unknown;
  try {
    response = await fetch(origin + path, {
      method,
      // The browser's own copies may be as old as `stale-while-revalidate` lets them be.
      cache: 'no-cache',
      credentials: 'omit',
      headers: {
        ...credentialHeaders(credential),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]),
    });
    const date = Date.parse(response.headers.get('date') ?? '');
    if (Number.isFinite(date)) learnServiceTime(date, sentAt, performance.now());
    answer = await response.json();
  } catch (cause) {
    if (timeout.aborted) throw new CallError('timeout', 'no complete answer in time', { cause });
    if (cause instanceof SyntaxError) {
      // A page of a proxy, most likely, whose status says more.
      throw new CallError('unreadable_answer', 'the answer is no JSON', {
        cause,
        status: response?.status ?? null,
      });
    }
    throw new CallError('network', 'the service could not be reached', { cause });
  }
  if (response.ok) return answer;
  const said = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>;
  throw new CallError(
    typeof said.error === 'string' ? said.error : 'unreadable_answer',
    typeof said.message === 'string' ? said.message : `HTTP ${response.status} without an explanation`,
    {
      status: response.status,
      requestId: typeof said.requestId === 'string' ? said.requestId : response.headers.get('x-request-id'),
      body: answer,
      retryAfterMs: Number(response.headers.get('retry-after') ?? '') * 1_000 || null,
    },
  );
}

/** Error: a request that gave no success. */
export class CallError extends Error implements Failure {
  readonly code: string;
  readonly status: number | null;
  readonly requestId: string | null;
  readonly body: unknown;
  /** Time to wait as the service states it, ms; null when it states none. */
  readonly retryAfterMs: number | null;

  constructor(
    code: string,
    message: string,
    details: Partial<Pick<CallError, 'status' | 'requestId' | 'body' | 'retryAfterMs' | 'cause'>> = {},
  ) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = details.status ?? null;
    this.requestId = details.requestId ?? null;
    this.body = details.body ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
  }
}

function credentialHeaders(credential: Credential): Record<string, string> {
  const value = credential === 'admin' ? adminToken.peek() : credential === 'key' ? apiKey.peek() : null;
  return value === null ? {} : { authorization: `Bearer ${value}` };
}

/** Formats the command that sends the same request. A credential is named, never shown. */
export function formatCurl({ path, server, credential }: Target): string {
  const origin = findOrigin(server) || location.origin;
  const header = {
    none: '',
    key: ' -H "Authorization: Bearer $CROSSTAPE_KEY"',
    admin: ' -H "Authorization: Bearer $CROSSTAPE_ADMIN_TOKEN"',
  }[credential];
  return `curl -s${header} '${origin}${path.replaceAll("'", '%27')}'`;
}
