import type { OpenedSecret } from '../execution-venue.ts';

/** Minimum length of a text that is hidden: a shorter one is no secret, and hiding it would hide ordinary words. */
const MIN_SECRET_LENGTH = 12;
/**
 * Members that are not hidden: names of accounts and keys are public, and an error that quotes them is easier to
 * understand.
 */
const PUBLIC_MEMBERS = new Set([
  'accountAddress',
  'vaultAddress',
  'funder',
  'smartWallet',
  'keyId',
  'apiKey',
  'tokenId',
]);

/** Hides every part of the secret in a venue's words, since a venue may repeat the request. */
export function redact(text: string, secret: OpenedSecret): string {
  let shown = text;
  for (const [member, value] of Object.entries(secret)) {
    if (PUBLIC_MEMBERS.has(member)) continue;
    // Every line of a PEM key is hidden by itself, since a single line reveals too much.
    for (const piece of value.split(/\r?\n|\\n/)) {
      const bare = piece.trim().replace(/^0x/i, '');
      if (bare.length >= MIN_SECRET_LENGTH) shown = shown.replaceAll(bare, '[hidden]');
    }
  }
  return shown;
}
