import { SECOND_MS } from '../../domain/index.ts';
import { HeavyAnswer } from '../heavy/heavy-answer.ts';
import type { HeavyCaller, HeavyWork } from '../heavy/heavy-work.ts';
import { StreamedAnswer } from '../heavy/streamed-answer.ts';
import { Answer, JSON_TYPE } from '../responses/answer.ts';
import type { Encoding } from '../responses/encodings.ts';
import { formatCacheControl } from '../responses/headers.ts';
import type { ResponseCache, Servable } from '../responses/response-cache.ts';
import { ServableAnswer } from '../responses/servable-answer.ts';

/** Facts that apply to every response of a route. */
export interface RouteAnswers {
  readonly standingHeaders: Readonly<Record<string, string>>;
  readonly cacheControl: string;
  /** Whether responses are for one caller only, so that shared caches must not keep them. */
  readonly isPrivate: boolean;
  /** Request headers besides `Accept-Encoding` on which the responses depend. */
  readonly vary: readonly string[];
  readonly freshForMs: number;
}

export interface AnswerMakerOptions {
  readonly cache: ResponseCache;
  /** Runs the jobs of heavy responses; null: no route has heavy responses. */
  readonly heavy: HeavyWork | null;
  /** Monotonic clock in ms. */
  readonly now: () => number;
}

/** Converts a handler's result to a response that can be written. */
export class AnswerMaker {
  readonly #options: AnswerMakerOptions;

  constructor(options: AnswerMakerOptions) {
    this.#options = options;
  }

  /**
   * Makes a response from the result of a handler.
   *
   * @param key Key of the response in the cache.
   * @param wanted Encoding in which a heavy response is made first; other encodings are made from that.
   * @throws {ApiError} `overloaded` when the queue of heavy work is full.
   */
  async make(
    result: unknown,
    route: RouteAnswers,
    {
      key,
      wanted,
      caller,
    }: { readonly key: string; readonly wanted: Encoding; readonly caller: HeavyCaller },
  ): Promise<Servable> {
    if (result instanceof HeavyAnswer) return this.#makeHeavy(result, route, { key, wanted, caller });
    return this.#servable(result instanceof Answer ? result : new Answer(JSON.stringify(result)), route, key);
  }

  async #makeHeavy(
    { job, options }: HeavyAnswer,
    ofRoute: RouteAnswers,
    {
      key,
      wanted,
      caller,
    }: { readonly key: string; readonly wanted: Encoding; readonly caller: HeavyCaller },
  ): Promise<Servable> {
    const { heavy, cache, now } = this.#options;
    if (heavy === null) throw new Error('the server was built without threads for heavy work');
    const { contentType = JSON_TYPE, headers = {}, isLight = false, cacheSeconds } = options;
    const route = cacheSeconds === undefined ? ofRoute : withLifetime(ofRoute, cacheSeconds);
    const body = isLight
      ? await heavy.runHere(job, wanted, caller.address)
      : await heavy.run(job, wanted, caller);
    if (body.kind === 'whole') {
      const { encoding, digest, bytes, textBytes } = body;
      const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return this.#servable(
        new Answer(whole, {
          contentType,
          headers: { ...headers, ...body.headers },
          encoded: { encoding, digest, textBytes },
        }),
        route,
        key,
      );
    }
    const { standingHeaders, cacheControl, vary, freshForMs } = route;
    const answer: StreamedAnswer = new StreamedAnswer({
      body,
      contentType,
      headers: { ...standingHeaders, ...headers, ...body.headers },
      cacheControl,
      vary,
      now,
      freshForMs,
      onDone: () => cache.forget(key, answer),
    });
    return answer;
  }

  #servable(answer: Answer, route: RouteAnswers, key: string): ServableAnswer {
    const { cache, now } = this.#options;
    return new ServableAnswer({ ...route, answer, now, onGrowth: (grown) => cache.resize(key, grown) });
  }
}

function withLifetime(route: RouteAnswers, cacheSeconds: number): RouteAnswers {
  return {
    ...route,
    cacheControl: formatCacheControl(cacheSeconds, route.isPrivate),
    freshForMs: cacheSeconds * SECOND_MS,
  };
}
