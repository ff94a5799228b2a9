import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import { MINUTE_MS } from '../format/time.ts';
import {
  adminToken,
  apiKey,
  ask,
  type CallError,
  type Credential,
  type Failure,
  type Server,
  type Target,
} from './service.ts';

export interface CallState<T> {
  /** The newest good answer; null before the first. */
  readonly data: T | null;
  /** Time of that answer, in monotonic ms of this page; null before the first. */
  readonly receivedAt: number | null;
  /** Failure of the newest try; null when it worked. */
  readonly failure: Failure | null;
  /** Time of the first request, in monotonic ms; null before it. */
  readonly askedAt: number | null;
}

/** One request that is repeated while its answer is in view. */
export interface Call<T> extends Target {
  /** ms between answers: the time for which the service itself repeats one. */
  readonly everyMs: number;
  /** The call is repeated while this signal has followers. */
  readonly state: ReadonlySignal<CallState<T>>;
  /** Sends the request now: a viewer asked for it. */
  refresh(): void;
  /** Sends the request as soon as the service takes it: something happened that may have changed the answer. */
  renew(): void;
}

export interface CallOptions {
  readonly everyMs: number;
  readonly server?: Server;
  readonly credential?: Credential;
  /** A failure whose body has this member is an answer all the same: a verdict of DOWN comes with 503. */
  readonly saidIn?: string;
  /** Whether its request is cancelled when nobody follows the answer any more: it follows a pointer that moved on. */
  readonly isCancelled?: boolean;
}

const MAX_WAIT_MS = MINUTE_MS;
/** A call that is seldom repeated does not wait for its interval when the service could not serve it. */
const MAX_FIRST_WAIT_MS = 5_000;
/** Interval between the calls that a page repeats when the service is back, ms. */
const STAGGER_MS = 100;
/** Limit of calls kept without followers: their answers are shown at once when a page is opened again. */
const MAX_IDLE_CALLS = 40;
/**
 * Time for which a call without followers is kept, ms. A chart that follows the present requests another window every
 * few minutes, and never the earlier one again.
 */
const MAX_IDLE_MS = 300_000;
const EMPTY: CallState<never> = { data: null, receivedAt: null, failure: null, askedAt: null };

const calls = new Map<string, PolledCall<unknown>>();

/** Finds the call of a path, which is shared by all panels that request the path. */
export function call<T>(path: string, options: CallOptions): Call<T> {
  const { server = 'main', credential = 'none' } = options;
  const known = calls.get(toKey({ path, server, credential }));
  if (known !== undefined) return known as unknown as Call<T>;
  const made = new PolledCall<T>(path, { ...options, server, credential });
  remember(made as PolledCall<unknown>);
  return made;
}

/** A call together with its answer. */
export interface FollowedCall<T> {
  readonly call: Call<T>;
  readonly state: CallState<T>;
}

/**
 * Follows a call whose path moves, for example with the window of a chart. The previous answer stays until the
 * new one has answered, so that nothing flickers, and is not lost when the new one fails.
 */
export function follow<T>(pick: () => Call<T> | null): ReadonlySignal<FollowedCall<T> | null> {
  let kept: CallState<T> | null = null;
  return computed(() => {
    const picked = pick();
    if (picked === null) return null;
    const state = picked.state.value;
    if (state.data !== null) kept = state;
    if (state.data !== null || kept === null) return { call: picked, state };
    return { call: picked, state: state.failure === null ? kept : { ...kept, failure: state.failure } };
  });
}

class PolledCall<T> implements Call<T> {
  readonly path: string;
  readonly everyMs: number;
  readonly server: Server;
  readonly credential: Credential;
  readonly state: ReadonlySignal<CallState<T>>;
  readonly #saidIn: string | null;
  readonly #isCancelled: boolean;
  readonly #state;
  /** Cancels the request in progress; null: there is none. */
  #running: AbortController | null = null;
  #isFollowed = false;
  #isBusy = false;
  /** Tries in a row that failed in the same way. */
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAt = 0;
  /** End of the time that the service told it to wait: only a viewer asks before. */
  #waitsUntil = 0;
  #leftAt = performance.now();

  constructor(path: string, options: CallOptions & Required<Pick<CallOptions, 'server' | 'credential'>>) {
    this.path = path;
    this.everyMs = options.everyMs;
    this.server = options.server;
    this.credential = options.credential;
    this.#saidIn = options.saidIn ?? null;
    this.#isCancelled = options.isCancelled ?? false;
    this.#state = signal<CallState<T>>(EMPTY, {
      watched: () => this.#follow(true),
      unwatched: () => this.#follow(false),
    });
    this.state = this.#state;
  }

  /** Time since the call lost its last follower, ms; null while it has one. */
  get idleMs(): number | null {
    return this.#isFollowed ? null : performance.now() - this.#leftAt;
  }

  refresh(): void {
    this.#waitsUntil = 0;
    this.renew();
  }

  renew(): void {
    this.#dueAt = 0;
    this.schedule();
  }

  /** Sends the request within `ms` or when the service takes it, unless one is already in progress. */
  refreshWithin(ms: number): void {
    if (this.#isBusy) return;
    this.#dueAt = Math.min(this.#dueAt, performance.now() + ms);
    this.schedule();
  }

  /** Plans the next request, if its answer is in view. */
  schedule(): void {
    clearTimeout(this.#timer);
    if (!this.#isFollowed || this.#isBusy || document.hidden) return;
    const dueAt = Math.max(this.#dueAt, this.#waitsUntil);
    this.#timer = setTimeout(() => void this.#run(), Math.max(0, dueAt - performance.now()));
  }

  #follow(isFollowed: boolean): void {
    this.#isFollowed = isFollowed;
    if (isFollowed) remember(this as PolledCall<unknown>);
    else {
      this.#leftAt = performance.now();
      queueMicrotask(() => {
        if (this.#isCancelled && !this.#isFollowed) this.#running?.abort();
        forgetIdleCalls();
      });
    }
    // The followers of a call must not change while they are being notified.
    queueMicrotask(() => this.schedule());
  }

  async #ask(abort: AbortSignal): Promise<T> {
    const { path, server, credential } = this;
    try {
      return (await ask(path, { server, credential, signal: abort })) as T;
    } catch (error) {
      const { body } = error as CallError;
      const isSaid =
        this.#saidIn !== null && typeof body === 'object' && body !== null && this.#saidIn in body;
      if (isSaid) return body as T;
      throw error;
    }
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    const running = new AbortController();
    this.#running = running;
    // A refresh that is requested meanwhile wants data newer than this answer.
    this.#dueAt = Number.POSITIVE_INFINITY;
    const before = this.#state.peek();
    if (before.askedAt === null) this.#state.value = { ...before, askedAt: performance.now() };
    let waitMs = this.everyMs;
    try {
      const data = await this.#ask(running.signal);
      this.#failures = 0;
      noteAnswer(this.server);
      noteKey(this.credential, null);
      const { askedAt } = this.#state.peek();
      this.#state.value = { data, receivedAt: performance.now(), failure: null, askedAt };
    } catch (error) {
      if (running.signal.aborted) {
        waitMs = 0;
        return;
      }
      const failure = error as CallError;
      // A service that is back and still warming up is asked soon, however long it could not be reached before.
      this.#failures = failure.code === this.#state.peek().failure?.code ? this.#failures + 1 : 1;
      noteKey(this.credential, failure);
      if (isOutage(failure)) noteOutage(this.server, failure);
      else noteAnswer(this.server);
      const isServiceAtFault = failure.status === null || failure.status >= 500;
      const firstMs = isServiceAtFault ? Math.min(MAX_FIRST_WAIT_MS, this.everyMs) : this.everyMs;
      const backoff = Math.min(MAX_WAIT_MS, firstMs * 2 ** (this.#failures - 1));
      waitMs = backoff;
      this.#waitsUntil = performance.now() + Math.min(MAX_WAIT_MS, failure.retryAfterMs ?? 0);
      this.#state.value = { ...this.#state.peek(), failure };
    } finally {
      this.#isBusy = false;
      this.#running = null;
      this.#dueAt = Math.min(this.#dueAt, performance.now() + waitMs);
      this.schedule();
    }
  }
}

/** Failures in a row without any answer of a server, of all calls together, and when the first was. */
const unanswered = new Map<Server, { readonly failures: number; readonly since: number }>();

/** A cause that many calls share: it is shown once, above the page, and not in every panel. */
export interface SharedCause {
  /** Start of the failures, in monotonic ms of this page. */
  readonly since: number;
  readonly failure: Failure;
}

/** Servers that do not answer, since when; a single lost request is not listed. */
export const outages = signal<ReadonlyMap<Server, SharedCause>>(new Map());
/** The key at hand is refused: it was revoked, or never valid. null: it is not, or there is none. */
export const refusedKey = signal<SharedCause | null>(null);

/** Whether what needs a key can be offered: there is one, and it is not refused. */
export const isKeyUsable = computed(() => apiKey.value !== null && refusedKey.value === null);

/** Whether the cause of a failure is already said above the page. */
export function isShared(failure: Failure, { server, credential }: Target): boolean {
  if (isOutage(failure) && outages.value.has(server)) return true;
  return credential === 'key' && failure.status === 401 && refusedKey.value !== null;
}

function noteKey(credential: Credential, failure: Failure | null): void {
  if (credential !== 'key' || apiKey.peek() === null) return;
  if (failure === null) refusedKey.value = null;
  else if (failure.status === 401 && refusedKey.peek() === null)
    refusedKey.value = { since: performance.now(), failure };
}

/** Whether a call got no answer, or only a proxy's report that it got none. */
const isOutage = ({ status, code }: Failure): boolean =>
  status === null || (status >= 502 && status <= 504 && code === 'unreadable_answer');

function noteOutage(server: Server, failure: Failure): void {
  const failures = (unanswered.get(server)?.failures ?? 0) + 1;
  const since = unanswered.get(server)?.since ?? performance.now();
  unanswered.set(server, { failures, since });
  if (failures === 2) outages.value = new Map(outages.peek()).set(server, { since, failure });
}

/**
 * Repeats the calls in view, one after the other, when a server answers again; the others once they are in view.
 * After a single failure, which may be the call's own, only that call is repeated.
 */
function noteAnswer(server: Server): void {
  const failures = unanswered.get(server)?.failures ?? 0;
  unanswered.delete(server);
  if (failures < 2) return;
  const others = new Map(outages.peek());
  others.delete(server);
  outages.value = others;
  const those = [...calls.values()].filter((each) => each.server === server);
  const seen = those.filter(({ idleMs }) => idleMs === null);
  for (const each of those) each.refreshWithin(each.idleMs === null ? seen.indexOf(each) * STAGGER_MS : 0);
}

const toKey = ({ path, server, credential }: Target): string => `${server} ${credential} ${path}`;

/** Remembers a call again that was forgotten, because a panel may keep it and follow it again. */
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

/** Pauses all calls while the page is hidden, and repeats those with a credential when a credential changes. */
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
      refusedKey.value = null;
      for (const each of calls.values()) if (each.credential !== 'none') each.refresh();
    });
  });
}
