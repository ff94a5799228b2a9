import { type CallOptions, type Operation, type Params } from './call.ts';
import { Operations } from './generated/operations.ts';
import { type StreamEvent, type StreamOptions } from './resuming-stream.ts';
export interface ClientOptions {
  /**
   * Address of the service; without a scheme `http://` is meant, and an empty one is the page's own origin in a browser.
   * Default: `http://127.0.0.1:8080`.
   */
  readonly baseUrl?: string;
  /** Address of the bot API. Default: the host of `baseUrl` at port 8081. */
  readonly botUrl?: string;
  /** Needed for premium endpoints when the service sells them. */
  readonly apiKey?: string;
  /** Longest time for a whole answer, body included. Default 30 s. Streams have none. */
  readonly timeoutMs?: number;
  /** Further tries of a read that failed for a passing reason. Default 2; 0 reports every failure at once. */
  readonly retries?: number;
  /** A failure that asks for a longer wait is thrown instead of waited for. Default 10 s. */
  readonly maxWaitMs?: number;
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Waits in place of a timer, so that tests need not wait. Must end early when the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Random number from 0 to 1 in place of `Math.random`, which spreads the waits. */
  readonly random?: () => number;
}
/** The API of one service: a method per endpoint, named as in its OpenAPI document. All throw {@link CrosstapeError}. */
export declare class CrosstapeClient extends Operations {
  #private;
  constructor(options?: ClientOptions);
  protected readJson<Answer>(operation: Operation, params: Params, options?: CallOptions): Promise<Answer>;
  protected readText(operation: Operation, params: Params, options?: CallOptions): Promise<string>;
  protected readBytes(operation: Operation, params: Params, options?: CallOptions): Promise<Uint8Array>;
  protected openStream<Frame>(
    operation: Operation,
    params: Params,
    options?: StreamOptions,
  ): AsyncGenerator<StreamEvent<Frame>, void, undefined>;
}
