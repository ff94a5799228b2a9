/** Titles hold markdown emphasis: `Will the **high temp in NYC** be <80°`. */
export function cleanTitle(text: string | null | undefined): string | null {
  if (!text) return null;
  // Of hundreds of thousands of titles nearly all are clean.
  const plain = ODD.test(text) ? text.replace(/\*\*|__|`/g, '').replace(/\s+/g, ' ') : text;
  return plain.trim() || null;
}

/** Emphasis, or white space that is not one blank. */
const ODD = /[*_`]|\s\s|[^\S ]/;
