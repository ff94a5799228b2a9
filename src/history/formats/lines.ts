/** Maximum length of a line. This service writes no longer ones, and a longer one is not kept in memory. */
export const MAX_LINE_CHARS = 64 * 1024;

/** Content of a file of any size, in chunks. */
export type Bytes = AsyncIterable<Uint8Array | string>;

/** Yields the lines of each chunk, without their line ends; null stands for a line that is too long. */
export async function* readLines(source: Bytes): AsyncGenerator<readonly (string | null)[]> {
  const decoder = new TextDecoder();
  let rest = '';
  let isTooLong = false;
  for await (const chunk of source) {
    const text = rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
    const lines: (string | null)[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const line = text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end);
      lines.push(isTooLong || line.length > MAX_LINE_CHARS ? null : line);
      isTooLong = false;
      start = end + 1;
    }
    rest = text.slice(start);
    if (rest.length > MAX_LINE_CHARS) {
      isTooLong = true;
      rest = '';
    }
    if (lines.length > 0) yield lines;
  }
  rest += decoder.decode();
  if (isTooLong) yield [null];
  else if (rest !== '') yield [rest.replace(/\r$/, '')];
}
