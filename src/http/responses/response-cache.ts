import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { createLastUsed } from '../../scheduling/last-used.ts';
import { after, type Soon } from '../../scheduling/soon.ts';
import { type Encoding, negotiateEncoding } from './encodings.ts';

/**
 * Decides whether a caller may have an answer that is ready, and counts the request if so: at once, or as soon as the
 * server that counts has answered. Asked last: a permitted answer is written.
 *
 * @returns Header fields (names and values in turn), or null: the full request path decides, and says why not.
 */
export type Permit = (request: IncomingMessage) => Soon<readonly string[] | null>;

/** A requested address, and the answer that it leads to. */
interface KnownAddress {
  readonly key: string;
  /** Permission that the answer needs; null: open to all. */
  readonly permit: Permit | null;
}

/** A success, ready to be written to any number of callers. */
export interface Servable {
  readonly isFresh: boolean;
  /** Whether the cache keeps the answer; false: it is too long, and shared while it has a reader. */
  readonly isKept: boolean;
  /** Memory taken, near enough. */
  readonly bytes: number;
  /**
   * Writes if the wanted encoding is there and the caller may have it. Never rejects.
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

/** The callers that wait for one computation. It is given up when all of them have left. */
interface Flight {
  readonly answer: Promise<Servable>;
  readonly giveUp: AbortController;
  waiting: number;
}

export interface CacheCounters {
  hits: number;
  misses: number;
  /** Number of callers that waited for a computation which another caller had begun. */
  shared: number;
  bytes: number;
  entries: number;
}

const DEFAULT_BYTES = 128 * 1024 * 1024;
const MAX_ENTRIES = 20_000;
const MAX_URL_LENGTH = 1_024;

/**
 * Answers by route and normalised parameters, within a bound of bytes. One computation serves all who ask
 * meanwhile. The spellings of an address that callers have used lead to its answer without parsing.
 */
export class ResponseCache {
  readonly #answers: LRUCache<string, Servable>;
  readonly #addresses = createLastUsed<string, KnownAddress>(MAX_ENTRIES);
  readonly #flights = new Map<string, Flight>();
  /** Answers that are not kept, while they are read. */
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

  /** Writes a fresh answer for exactly this address, if there is one. @returns false when nothing was written. */
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
   * The fresh answer of the key, or a new one of `compute`; a failure is not kept.
   *
   * @param compute Its signal aborts when all who wait for it have gone.
   * @param gone Aborts when this caller has.
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

  /** An answer that was not kept is not read any more. */
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
    // All who waited for it may have gone before it fails.
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
      // Later callers start a new computation.
      this.#land(key, flight);
      flight.giveUp.abort(gone.reason);
    };
    gone.addEventListener('abort', leave, { once: true });
    return flight.answer.finally(() => gone.removeEventListener('abort', leave));
  }

  #land(key: string, flight: Flight): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }

  /** Lets `tryWrite` find the key by this spelling of the address, for callers that the permit lets through. */
  remember(url: string, key: string, permit: Permit | null): void {
    if (url.length <= MAX_URL_LENGTH) this.#addresses.set(url, { key, permit });
  }

  /** Counts an answer again after a further encoding was added. */
  resize(key: string, answer: Servable): void {
    if (this.#answers.peek(key) === answer) this.#answers.set(key, answer);
  }

  /** The count is kept here: a cache that is given the most entries takes the room of all of them at once. */
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
