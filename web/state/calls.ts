import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import { learnServiceTime } from './clock.ts';
import { adminToken, apiKey } from './key.ts';

/** What a call of the API did not give, and why. */
export interface Failure {
  /** A code of the service's table, or `network`, `timeout`, `unreadable_answer` of the page's own. */
  readonly code: string;
  readonly message: string;
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  /** Finds the request in the service's log. */
  readonly requestId: string | null;
  /** The whole answer: some failures carry what the call gives otherwise. */
  readonly body: unknown;
}

export interface CallState<T> {
  /** The newest good answer; null before the first. */
  readonly data: T | null;
  /** When it came, in monotonic ms of this page; null before the first. */
  readonly receivedAt: number | null;
  /** Of the newest try; null when it worked. */
  readonly failure: Failure | null;
  /** When it was first asked for, in monotonic ms. */
  readonly askedAt: number | null;
}

/** One request that is repeated while somebody looks at what it gives. */
export interface Call<T> {
  /** With its query: `/api/feed?top=100`. */
  readonly path: string;
  readonly server: Server;
  readonly credential: Credential;
  /** ms between answers: the time for which the service itself repeats one. */
  readonly everyMs: number;
  /** Whoever follows it keeps the call repeated. */
  readonly state: ReadonlySignal<CallState<T>>;
  /** Asks now. */
  refresh(): void;
}

/** The two addresses of the service. */
export type Server = 'main' | 'bot';
/** What a request carries. `key`: the caller's, where one was given. */
export type Credential = 'none' | 'key' | 'admin';

export interface CallOptions {
  readonly everyMs: number;
  readonly server?: Server;
  readonly credential?: Credential;
  /** A failure whose body has this member is an answer all the same: a verdict of DOWN comes with 503. */
  readonly saidIn?: string;
}

const MAX_WAIT_MS = 60_000;
const TIMEOUT_MS = 20_000;
/** Calls that nobody follows any more; the answers of the newest are shown at once when a page comes back. */
const MAX_IDLE_CALLS = 40;
/** A chart that follows the present asks for another window every few minutes, and never again for the one before. */
const MAX_IDLE_MS = 300_000;
const EMPTY: CallState<never> = { data: null, receivedAt: null, failure: null, askedAt: null };

const calls = new Map<string, PolledCall<unknown>>();

/** The call of a path: the same one for all who ask for it. */
export function call<T>(path: string, options: CallOptions): Call<T> {
  const { server = 'main', credential = 'none' } = options;
  const known = calls.get(toKey({ path, server, credential }));
  if (known !== undefined) return known as unknown as Call<T>;
  const made = new PolledCall<T>(path, { ...options, server, credential });
  remember(made as PolledCall<unknown>);
  return made;
}

/** A call together with what it gave. */
export interface Following<T> {
  readonly call: Call<T>;
  readonly state: CallState<T>;
}

/**
 * Follows a call whose path moves, with the window of a chart say. What the call before it gave stays until the
 * new one has answered, so that nothing flickers.
 */
export function follow<T>(pick: () => Call<T> | null): ReadonlySignal<Following<T> | null> {
  let kept: CallState<T> | null = null;
  return computed(() => {
    const picked = pick();
    if (picked === null) return null;
    const state = picked.state.value;
    const isWaiting = state.data === null && state.failure === null;
    if (!isWaiting) kept = state;
    return { call: picked, state: isWaiting && kept !== null ? kept : state };
  });
}

/** Where a server answers, seen from this page; '' for the address of the page itself, null when it is not known. */
export function findOrigin(server: Server): string | null {
  const { server: here, other } = document.documentElement.dataset;
  if (server === here) return '';
  return other === undefined || other === '' ? null : other;
}

/**
 * Asks once.
 *
 * @returns The parsed body. @throws {@link CallFailure}
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
    throw new CallFailure('network', `this page does not know where the ${server} API answers`);
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const sentAt = performance.now();
  let response: Response;
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
    if (timeout.aborted) throw new CallFailure('timeout', 'no complete answer in time', null, null, cause);
    if (cause instanceof SyntaxError) throw new CallFailure('unreadable_answer', 'the answer is no JSON');
    throw new CallFailure('network', 'the service could not be reached', null, null, cause);
  }
  if (response.ok) return answer;
  const said = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>;
  throw new CallFailure(
    typeof said.error === 'string' ? said.error : 'unreadable_answer',
    typeof said.message === 'string' ? said.message : `HTTP ${response.status} without an explanation`,
    response.status,
    typeof said.requestId === 'string' ? said.requestId : response.headers.get('x-request-id'),
    undefined,
    answer,
    Number(response.headers.get('retry-after') ?? '') * 1_000 || null,
  );
}

/** A request that gave no success. */
export class CallFailure extends Error implements Failure {
  readonly code: string;
  readonly status: number | null;
  readonly requestId: string | null;
  readonly body: unknown;
  /** How long the service asks to wait; null when it does not say. */
  readonly retryAfterMs: number | null;

  constructor(
    code: string,
    message: string,
    status: number | null = null,
    requestId: string | null = null,
    cause?: unknown,
    body: unknown = null,
    retryAfterMs: number | null = null,
  ) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.body = body;
    this.retryAfterMs = retryAfterMs;
  }
}

function credentialHeaders(credential: Credential): Record<string, string> {
  const value = credential === 'admin' ? adminToken.peek() : credential === 'key' ? apiKey.peek() : null;
  return value === null ? {} : { authorization: `Bearer ${value}` };
}

class PolledCall<T> implements Call<T> {
  readonly path: string;
  readonly everyMs: number;
  readonly server: Server;
  readonly credential: Credential;
  readonly state: ReadonlySignal<CallState<T>>;
  readonly #saidIn: string | null;
  readonly #state;
  #isFollowed = false;
  #isBusy = false;
  /** Tries in a row that failed in the same way. */
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAt = 0;
  #leftAt = performance.now();

  constructor(path: string, options: CallOptions & Required<Pick<CallOptions, 'server' | 'credential'>>) {
    this.path = path;
    this.everyMs = options.everyMs;
    this.server = options.server;
    this.credential = options.credential;
    this.#saidIn = options.saidIn ?? null;
    this.#state = signal<CallState<T>>(EMPTY, {
      watched: () => this.#follow(true),
      unwatched: () => this.#follow(false),
    });
    this.state = this.#state;
  }

  /** For how long nobody has followed it, ms; null while somebody does. */
  get idleMs(): number | null {
    return this.#isFollowed ? null : performance.now() - this.#leftAt;
  }

  refresh(): void {
    this.#dueAt = 0;
    this.schedule();
  }

  /** Plans the next request, if anybody can see its answer. */
  schedule(): void {
    clearTimeout(this.#timer);
    if (!this.#isFollowed || this.#isBusy || document.hidden) return;
    this.#timer = setTimeout(() => void this.#run(), Math.max(0, this.#dueAt - performance.now()));
  }

  #follow(isFollowed: boolean): void {
    this.#isFollowed = isFollowed;
    if (isFollowed) remember(this as PolledCall<unknown>);
    else {
      this.#leftAt = performance.now();
      queueMicrotask(forgetIdleCalls);
    }
    // What follows a call must not change while it is being followed.
    queueMicrotask(() => this.schedule());
  }

  async #ask(): Promise<T> {
    const { path, server, credential } = this;
    try {
      return (await ask(path, { server, credential })) as T;
    } catch (error) {
      const { body } = error as CallFailure;
      const isSaid =
        this.#saidIn !== null && typeof body === 'object' && body !== null && this.#saidIn in body;
      if (isSaid) return body as T;
      throw error;
    }
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    const before = this.#state.peek();
    if (before.askedAt === null) this.#state.value = { ...before, askedAt: performance.now() };
    let waitMs = this.everyMs;
    try {
      const data = await this.#ask();
      this.#failures = 0;
      const { askedAt } = this.#state.peek();
      this.#state.value = { data, receivedAt: performance.now(), failure: null, askedAt };
    } catch (error) {
      const failure = error as CallFailure;
      // A service that is back and still warming up is asked soon, however long it could not be reached before.
      this.#failures = failure.code === this.#state.peek().failure?.code ? this.#failures + 1 : 1;
      const backoff = Math.min(MAX_WAIT_MS, this.everyMs * 2 ** (this.#failures - 1));
      waitMs = Math.max(backoff, Math.min(MAX_WAIT_MS, failure.retryAfterMs ?? 0));
      this.#state.value = { ...this.#state.peek(), failure };
    } finally {
      this.#isBusy = false;
      this.#dueAt = performance.now() + waitMs;
      this.schedule();
    }
  }
}

const toKey = ({ path, server, credential }: Pick<Call<unknown>, 'path' | 'server' | 'credential'>): string =>
  `${server} ${credential} ${path}`;

/** A panel may keep a call that was forgotten, and follow it again. */
function remember(asked: PolledCall<unknown>): void {
  const key = toKey(asked);
  if (!calls.has(key)) calls.set(key, asked);
}

function forgetIdleCalls(): void {
  const idle = [...calls].filter(([, { idleMs }]) => idleMs !== null);
  const spare = idle.length - MAX_IDLE_CALLS;
  for (const [index, [key, { idleMs }]] of idle.entries()) {
    if (index < spare || (idleMs ?? 0) > MAX_IDLE_MS) calls.delete(key);
  }
}

/** Pauses all calls while the page is hidden, and asks anew what a new key may open. */
export function startCalls(): void {
  document.addEventListener('visibilitychange', () => {
    for (const each of calls.values()) each.schedule();
  });
  let isFirst = true;
  effect(() => {
    apiKey.value;
    adminToken.value;
    if (isFirst) {
      isFirst = false;
      return;
    }
    batch(() => {
      for (const each of calls.values()) if (each.credential !== 'none') each.refresh();
    });
  });
}

/** The command that asks the same. A credential is named, never shown. */
export function formatCurl({
  path,
  server,
  credential,
}: Pick<Call<unknown>, 'path' | 'server' | 'credential'>): string {
  const origin = findOrigin(server) || location.origin;
  const header = {
    none: '',
    key: ' -H "Authorization: Bearer $CROSSTAPE_KEY"',
    admin: ' -H "Authorization: Bearer $CROSSTAPE_ADMIN_TOKEN"',
  }[credential];
  return `curl -s${header} '${origin}${path.replaceAll("'", '%27')}'`;
}
