/** Titles hold markdown emphasis: `Will the **high temp in NYC** be <80°`. */
export function cleanTitle(text: string | null | undefined): string | null {
  return (
    text
      ?.replace(/\*\*|__|`/g, '')
      .replace(/\s+/g, ' ')
      .trim() || null
  );
}
