import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { createLastUsed } from '../../scheduling/last-used.ts';
import { after, type Soon } from '../../scheduling/soon.ts';
import { type Encoding, negotiateEncoding } from './encodings.ts';

/**
 * Decides whether a caller may have a response that is ready, and counts the request if so. The result is immediate
 * unless a server counts for all processes. Called last, because an admitted response is written.
 *
 * @returns Header fields (names and values in turn). null: the full request path decides, and states the reason of a
 * refusal.
 */
export type Permit = (request: IncomingMessage) => Soon<readonly string[] | null>;

/** A requested URL, and the key of its response. */
interface KnownAddress {
  readonly key: string;
  /** Permission that the response needs; null: it is open to all. */
  readonly permit: Permit | null;
}

/** A successful response that can be written to any number of callers. */
export interface Servable {
  readonly isFresh: boolean;
  /** Whether the cache keeps the response; false: it is too long, and only shared while it has a reader. */
  readonly isKept: boolean;
  /** Approximate memory in bytes. */
  readonly bytes: number;
  /**
   * Writes the response if the wanted encoding is ready and the caller is admitted. Never rejects.
   *
   * @returns false when nothing was written.
   */
  tryWrite(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    wanted: Encoding,
    permit: Permit | null,
  ): Soon<boolean>;
  write(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    wanted: Encoding,
    extraHeaders: readonly string[] | null,
  ): Promise<void>;
}

/** A running computation with the number of its waiting callers. It is aborted when all of them have left. */
interface Flight {
  readonly answer: Promise<Servable>;
  readonly giveUp: AbortController;
  waiting: number;
}

export interface CacheCounters {
  hits: number;
  misses: number;
  /** Number of callers that joined a computation which another caller had started. */
  shared: number;
  bytes: number;
  entries: number;
}

const DEFAULT_BYTES = 128 * 1024 * 1024;
const MAX_ENTRIES = 20_000;
const MAX_URL_LENGTH = 1_024;

/**
 * Caches responses by route and normalized parameters, up to a total size in bytes. Concurrent callers share one
 * computation. URLs that callers have used are remembered as they were spelled, so that they lead to their response
 * without parsing.
 */
export class ResponseCache {
  readonly #answers: LRUCache<string, Servable>;
  readonly #addresses = createLastUsed<string, KnownAddress>(MAX_ENTRIES);
  readonly #flights = new Map<string, Flight>();
  /** Responses that are not kept, while they have a reader. */
  readonly #open = new Map<string, Servable>();
  #hits = 0;
  #misses = 0;
  #shared = 0;

  constructor(maxBytes: number = DEFAULT_BYTES) {
    this.#answers = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(maxBytes / 4),
      sizeCalculation: (answer, key) => answer.bytes + key.length,
    });
  }

  /** Writes a fresh response for exactly this URL, if there is one. @returns false when nothing was written. */
  tryWrite(request: IncomingMessage, response: ServerResponse, requestId: string): Soon<boolean> {
    const { method, url } = request;
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return false;
    const known = this.#addresses.get(url);
    if (known === undefined) return false;
    const wanted = negotiateEncoding(request.headers['accept-encoding'] as string | undefined);
    const answer = this.#answers.get(known.key);
    if (answer === undefined || !answer.isFresh) return false;
    return after(answer.tryWrite(request, response, requestId, wanted, known.permit), (isWritten) => {
      if (isWritten) this.#hits++;
      return isWritten;
    });
  }

  /**
   * Returns the fresh response of a key, or a new one from `compute`. Failures are not kept.
   *
   * @param compute Computes the response; its signal aborts when all waiting callers have left.
   * @param gone Aborts when this caller has left.
   */
  async get(
    key: string,
    compute: (signal: AbortSignal) => Promise<Servable>,
    gone?: AbortSignal,
  ): Promise<Servable> {
    const known = this.#answers.get(key) ?? this.#open.get(key);
    if (known?.isFresh) {
      this.#hits++;
      return known;
    }
    const joined = this.#flights.get(key);
    if (joined === undefined) this.#misses++;
    else this.#shared++;
    const flight = joined ?? this.#begin(key, compute);
    if (gone === undefined) {
      flight.waiting++;
      return flight.answer;
    }
    return this.#join(key, flight, gone);
  }

  /** Removes a response that was not kept, after its last reader has left. */
  forget(key: string, answer: Servable): void {
    if (this.#open.get(key) === answer) this.#open.delete(key);
  }

  #begin(key: string, compute: (signal: AbortSignal) => Promise<Servable>): Flight {
    const giveUp = new AbortController();
    const answer = compute(giveUp.signal)
      .then((made) => {
        if (made.isKept) this.#keep(key, made);
        else this.#open.set(key, made);
        return made;
      })
      .finally(() => this.#land(key, flight));
    // All waiting callers may have left before the computation fails.
    answer.catch(() => undefined);
    const flight: Flight = { answer, giveUp, waiting: 0 };
    this.#flights.set(key, flight);
    return flight;
  }

  #join(key: string, flight: Flight, gone: AbortSignal): Promise<Servable> {
    flight.waiting++;
    const leave = () => {
      flight.waiting--;
      if (flight.waiting > 0) return;
      // Callers that arrive later start a new computation.
      this.#land(key, flight);
      flight.giveUp.abort(gone.reason);
    };
    gone.addEventListener('abort', leave, { once: true });
    return flight.answer.finally(() => gone.removeEventListener('abort', leave));
  }

  #land(key: string, flight: Flight): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }

  /** Remembers this spelling of a URL, so that `tryWrite` finds its response for callers that the permit admits. */
  remember(url: string, key: string, permit: Permit | null): void {
    if (url.length <= MAX_URL_LENGTH) this.#addresses.set(url, { key, permit });
  }

  /** Updates the size of a response after a further encoding was added. */
  resize(key: string, answer: Servable): void {
    if (this.#answers.peek(key) === answer) this.#answers.set(key, answer);
  }

  /**
   * Stores an answer and limits the number of entries, since a cache with a `max` option allocates memory for all of
   * them at once.
   */
  #keep(key: string, answer: Servable): void {
    this.#answers.set(key, answer);
    if (this.#answers.size > MAX_ENTRIES) this.#answers.pop();
  }

  counters(): CacheCounters {
    return {
      hits: this.#hits,
      misses: this.#misses,
      shared: this.#shared,
      bytes: this.#answers.calculatedSize,
      entries: this.#answers.size,
    };
  }
}
