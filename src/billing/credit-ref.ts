/** What the `ref` of a credit asks for. */
export type CreditRef =
  /** A name of the operator's own. */
  | { readonly kind: 'credit' }
  /** A deposit that waits is paid out. */
  | { readonly kind: 'release'; readonly id: string }
  /** A debt of the owner is given up, for this reason. */
  | { readonly kind: 'writeoff'; readonly reason: string }
  /** Close to a word of ours: posted as a plain credit it would be money out of nothing. */
  | { readonly kind: 'misspelt'; readonly allowed: string };

const RELEASE = 'release:';
const WRITE_OFF = 'writeoff:';

/** Reads the `ref` of a credit: printable ASCII, 1 to 128 characters. */
export function readCreditRef(ref: string): CreditRef {
  if (ref !== ref.trim()) return { kind: 'misspelt', allowed: 'text without spaces at its ends' };
  if (ref.startsWith(RELEASE)) return { kind: 'release', id: ref.slice(RELEASE.length) };
  if (ref.startsWith(WRITE_OFF)) {
    const reason = ref.slice(WRITE_OFF.length).trim();
    return reason === ''
      ? { kind: 'misspelt', allowed: `${WRITE_OFF}<reason>` }
      : { kind: 'writeoff', reason };
  }
  const letters = keepLetters(ref);
  if (letters.startsWith(RELEASE)) return { kind: 'misspelt', allowed: `${RELEASE}<deposit id>` };
  if (letters.startsWith(WRITE_OFF)) return { kind: 'misspelt', allowed: `${WRITE_OFF}<reason>` };
  return { kind: 'credit' };
}

/** What a reader takes a text for: case, spaces, dashes and other signs before the colon change no word. */
function keepLetters(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z:]/g, '');
}
