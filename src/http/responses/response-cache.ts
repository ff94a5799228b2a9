import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { ServableAnswer } from './answer.ts';
import { negotiateEncoding } from './encodings.ts';

export interface CacheCounters {
  hits: number;
  misses: number;
  /** Callers that waited for the computation of another. */
  shared: number;
  bytes: number;
  entries: number;
}

const DEFAULT_BYTES = 128 * 1024 * 1024;
const MAX_ENTRIES = 20_000;
const MAX_URL_LENGTH = 1_024;

/**
 * Answers by route and normalised parameters, within a bound of bytes. One computation serves all who ask
 * meanwhile. The spellings of an address under which an answer was asked for lead to it without parsing.
 */
export class ResponseCache {
  readonly #answers: LRUCache<string, ServableAnswer>;
  readonly #keys = new LRUCache<string, string>({ max: MAX_ENTRIES });
  readonly #flights = new Map<string, Promise<ServableAnswer>>();
  #hits = 0;
  #misses = 0;
  #shared = 0;

  constructor(maxBytes: number = DEFAULT_BYTES) {
    this.#answers = new LRUCache({
      max: MAX_ENTRIES,
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(maxBytes / 4),
      sizeCalculation: (answer, key) => answer.bytes + key.length,
    });
  }

  /** Writes a fresh answer for exactly this address, if there is one. */
  tryWrite(request: IncomingMessage, response: ServerResponse, requestId: string): boolean {
    const { method, url } = request;
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return false;
    const key = this.#keys.get(url);
    if (key === undefined) return false;
    const answer = this.#answers.get(key);
    if (answer === undefined || !answer.isFresh) return false;
    const wanted = negotiateEncoding(request.headers['accept-encoding'] as string | undefined);
    if (!answer.tryWrite(request, response, requestId, wanted)) return false;
    this.#hits++;
    return true;
  }

  /** The fresh answer of the key, or the one that `compute` makes; a failure is not kept. */
  async get(key: string, compute: () => Promise<ServableAnswer>): Promise<ServableAnswer> {
    const known = this.#answers.get(key);
    if (known?.isFresh) {
      this.#hits++;
      return known;
    }
    const flight = this.#flights.get(key);
    if (flight !== undefined) {
      this.#shared++;
      return flight;
    }
    this.#misses++;
    const started = compute()
      .then((answer) => {
        this.#answers.set(key, answer);
        return answer;
      })
      .finally(() => this.#flights.delete(key));
    this.#flights.set(key, started);
    return started;
  }

  /** Lets `tryWrite` find the key by this spelling of the address. */
  remember(url: string, key: string): void {
    if (url.length <= MAX_URL_LENGTH) this.#keys.set(url, key);
  }

  /** Counts an answer anew after it took on a further encoding. */
  resize(key: string, answer: ServableAnswer): void {
    if (this.#answers.peek(key) === answer) this.#answers.set(key, answer);
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
