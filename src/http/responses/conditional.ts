/** Weak comparison of `If-None-Match` (RFC 9110, 13.1.2). */
export function matchesEtag(asked: string, etag: string): boolean {
  return asked.trim() === '*' || splitTags(asked).includes(etag);
}

/** The entity tags of `If-None-Match`, those of weak validators without their mark. */
export function splitTags(asked: string): string[] {
  return asked.split(',').map((item) => item.trim().replace(/^W\//, ''));
}

/** Names and values in turn, without the fields that describe a body: a 304 has none. */
export function removeBodyHeaders(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i]!;
    if (!/^content-(length|type|encoding)$/.test(name)) kept.push(name, headers[i + 1]!);
  }
  return kept;
}
