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
export function prepare(baseUrl: string, operation: Operation, params: Params): PreparedRequest {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === '') throw new TypeError(`${name} is required`);
    // However it is written in an address, it leads to another endpoint.
    if (/^\.{1,2}$/.test(String(value))) throw new TypeError(`${name} cannot be ${value}`);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams(texts(operation.query, params));
  const headers = Object.fromEntries(texts(operation.headers, params));
  let body: string | null = null;
  if (operation.body !== undefined) {
    const members = given(operation.body, params).map(([name, value]) => [name, toPlain(name, value)]);
    body = JSON.stringify(Object.fromEntries(members));
    headers['content-type'] = 'application/json';
  }
  const search = query.size === 0 ? '' : `?${query}`;
  return { url: `${baseUrl}${path}${search}`, headers, body };
}

function given(names: readonly string[] | undefined, params: Params): [string, unknown][] {
  return (names ?? []).filter((name) => params[name] !== undefined).map((name) => [name, params[name]]);
}

function texts(names: readonly string[] | undefined, params: Params): [string, string][] {
  return given(names, params)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, toText(name, value)]);
}

function toText(name: string, value: unknown): string {
  const plain = toPlain(name, value);
  return Array.isArray(plain) ? plain.join(',') : String(plain);
}

/** Converts dates to epoch milliseconds, also those within lists and objects. */
function toPlain(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => toPlain(name, each));
  if (value instanceof Date) {
    const ms = value.getTime();
    if (Number.isNaN(ms)) throw new TypeError(`${name} is no date`);
    return ms;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toPlain(name, each)]));
}
