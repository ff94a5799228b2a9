import type { OpenedSecret } from '../execution-venue.ts';

/** Shortest piece that is hidden: shorter ones are no secrets, and hiding them would hide ordinary words. */
const MIN_SECRET_LENGTH = 12;
/** Names of accounts and keys are public, and a problem that quotes them is easier to mend. */
const PUBLIC_MEMBERS = new Set([
  'accountAddress',
  'vaultAddress',
  'funder',
  'smartWallet',
  'keyId',
  'apiKey',
  'tokenId',
]);

/** A venue's words without any piece of the secret that it was sent: a venue may echo the request. */
export function redact(text: string, secret: OpenedSecret): string {
  let shown = text;
  for (const [member, value] of Object.entries(secret)) {
    if (PUBLIC_MEMBERS.has(member)) continue;
    // A key in PEM is many lines; one of them is too much already.
    for (const piece of value.split(/\r?\n|\\n/)) {
      const bare = piece.trim().replace(/^0x/i, '');
      if (bare.length >= MIN_SECRET_LENGTH) shown = shown.replaceAll(bare, '[hidden]');
    }
  }
  return shown;
}
