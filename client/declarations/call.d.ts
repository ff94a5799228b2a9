/** One endpoint as the generated methods describe it. */
export interface Operation {
  /** `bot`: the address of the bot API answers it. */
  readonly server?: 'bot';
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  /** `/api/history/{venue}/{asset}`. */
  readonly path: string;
  /** Names of the parameters that belong into the query. */
  readonly query?: readonly string[];
  /** Names of the parameters that are header fields. */
  readonly headers?: readonly string[];
  /** Names of the parameters that are members of the JSON body. */
  readonly body?: readonly string[];
}
export interface CallOptions {
  /** Ends the call; it then throws the reason of the abort. */
  readonly signal?: AbortSignal;
  /** For this call instead of the client's own. */
  readonly timeoutMs?: number;
}
/** Epoch milliseconds, ISO 8601 with its offset or a day alone, or a `Date`. */
export type Time = number | string | Date;
/** Values by name; those that are absent or null are left out of addresses, lists are joined by commas. */
export type Params = Readonly<Record<string, unknown>>;
export interface PreparedRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}
/**
 * Puts the parameters of a call where its operation wants them.
 *
 * @throws {TypeError} when a path parameter is missing or leads elsewhere, or a `Date` is none.
 */
export declare function prepare(baseUrl: string, operation: Operation, params: Params): PreparedRequest;
