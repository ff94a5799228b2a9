/** A webhook request with its raw body. */
export interface SignedRequest {
  /** Values of each header by lower-case name: a repeated header has several. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** Raw bytes of the body, which the signature covers. */
  readonly body: Uint8Array;
}

/** Finds the value of a header that occurs exactly once; null: it is missing, or ambiguous because it is repeated. */
export function findOnlyHeader({ headers }: SignedRequest, name: string): string | null {
  const values = headers.get(name) ?? [];
  return values.length === 1 ? values[0]! : null;
}

/** Groups header values by lower-case name. @param raw Names and values in turn, as in Node's `rawHeaders`. */
export function toHeaders(raw: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, string[]>();
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i]!.toLowerCase();
    const values = headers.get(name);
    if (values === undefined) headers.set(name, [raw[i + 1]!]);
    else values.push(raw[i + 1]!);
  }
  return headers;
}
