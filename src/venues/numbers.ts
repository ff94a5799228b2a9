/** Reads a finite number from a number or a decimal text; null for anything else, blank text included. */
export function findNumber(value: unknown): number | null {
  if (typeof value === 'string') {
    if (isOtherBase(value)) return null;
    const number = Number(value);
    // `Number` reads a blank text as 0.
    return Number.isFinite(number) && (number !== 0 || value.trim() !== '') ? number : null;
  }
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Whether a text is a number with another base, such as `0x10`, which `Number` also accepts. */
function isOtherBase(text: string): boolean {
  const second = text.charCodeAt(1) | 0x20;
  const isLetter = second === 0x78 || second === 0x6f || second === 0x62;
  return isLetter || (text.charCodeAt(0) <= 0x20 && /^\s+0[xob]/i.test(text));
}
