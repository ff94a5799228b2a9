/** Meaning of the `ref` of a credit. */
export type CreditRef =
  /** A plain credit; the operator chose the reference. */
  | { readonly kind: 'credit' }
  /** A credit that releases a held deposit. */
  | { readonly kind: 'release'; readonly id: string }
  /** A credit that writes off a debt of the owner, for this reason. */
  | { readonly kind: 'writeoff'; readonly reason: string }
  /** A reference that resembles `release:` or `writeoff:` and is neither; as a plain credit it would create money. */
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

/** Reduces a text to its letters and colons in lower case, so that misspelt forms of a prefix compare as equal. */
function keepLetters(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z:]/g, '');
}
