/** Whether `If-None-Match` contains a tag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesEtag(asked: string, etag: string): boolean {
  return asked.trim() === '*' || splitTags(asked).includes(etag);
}

/** Splits `If-None-Match` into its entity tags. Weak tags lose their `W/`. */
export function splitTags(asked: string): string[] {
  return asked.split(',').map((item) => item.trim().replace(/^W\//, ''));
}

/** Removes the fields that describe a body, because a 304 has none. @param headers Names and values in turn. */
export function removeBodyHeaders(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i]!;
    if (!/^content-(length|type|encoding)$/.test(name)) kept.push(name, headers[i + 1]!);
  }
  return kept;
}
