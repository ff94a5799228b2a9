import type { OpenedSecret } from '../execution-venue.ts';

/** Length of the shortest hidden piece: a shorter one is no secret, and hiding it would hide ordinary words. */
const MIN_SECRET_LENGTH = 12;
/**
 * Members that are not hidden: names of accounts and keys are public, and a problem that quotes them is easier to mend.
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

/** A venue's words without any piece of the secret: a venue may echo the request. */
export function redact(text: string, secret: OpenedSecret): string {
  let shown = text;
  for (const [member, value] of Object.entries(secret)) {
    if (PUBLIC_MEMBERS.has(member)) continue;
    // Every line of a key in PEM is hidden by itself: one line gives too much away already.
    for (const piece of value.split(/\r?\n|\\n/)) {
      const bare = piece.trim().replace(/^0x/i, '');
      if (bare.length >= MIN_SECRET_LENGTH) shown = shown.replaceAll(bare, '[hidden]');
    }
  }
  return shown;
}
