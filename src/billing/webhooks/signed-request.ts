/** A call of a provider as it came over the wire. */
export interface SignedRequest {
  /** Every value of a header, in lower case by name: one that came twice has two. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** The bytes that are signed. */
  readonly body: Uint8Array;
}

/** The value of a header that came exactly once; null otherwise, since two values are ambiguous. */
export function findOnlyHeader({ headers }: SignedRequest, name: string): string | null {
  const values = headers.get(name) ?? [];
  return values.length === 1 ? values[0]! : null;
}

/** @param raw Names and values in turn, as Node keeps them. */
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
