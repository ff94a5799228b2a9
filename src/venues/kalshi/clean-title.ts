/** Removes the markdown emphasis that titles contain: `Will the **high temp in NYC** be <80°`. */
export function cleanTitle(text: string | null | undefined): string | null {
  if (!text) return null;
  // Nearly all of hundreds of thousands of titles contain no markdown, so the test avoids needless replacements.
  const plain = ODD.test(text) ? text.replace(/\*\*|__|`/g, '').replace(/\s+/g, ' ') : text;
  return plain.trim() || null;
}

/** Markdown emphasis, or white space other than a single space. */
const ODD = /[*_`]|\s\s|[^\S ]/;
