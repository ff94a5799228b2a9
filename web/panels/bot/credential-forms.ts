/** One member of a venue's credential, as `POST /api/bot/credentials` takes it. */
export interface CredentialMember {
  readonly name: string;
  /** Name of the field at the venue. */
  readonly label: string;
  /** `secret`: hidden while it is typed. `pem`: many lines, or a file. */
  readonly kind: 'text' | 'secret' | 'pem' | { readonly choices: readonly (readonly [string, string])[] };
  readonly isOptional?: boolean;
  readonly note?: string;
}

export interface CredentialForm {
  readonly kind: 'apiKey' | 'wallet';
  /** The credential's rights, and how to keep them small. */
  readonly advice: string;
  readonly members: readonly CredentialMember[];
}

/**
 * The fields of each venue's credential; docs/bot.md says the same. A venue that is not here is connected by the
 * command alone.
 */
export const CREDENTIAL_FORMS: Readonly<Record<string, CredentialForm>> = {
  hyperliquid: {
    kind: 'wallet',
    advice:
      'An API wallet that the account approves. It trades and cannot withdraw; a sub-account keeps what it moves small.',
    members: [
      {
        name: 'agentPrivateKey',
        label: 'Private key of the API wallet',
        kind: 'secret',
        note: '64 hex digits',
      },
      { name: 'accountAddress', label: 'Address of the account', kind: 'text', note: '0x and 40 hex digits' },
      { name: 'vaultAddress', label: 'Address of a sub-account', kind: 'text', isOptional: true },
    ],
  },
  polymarket: {
    kind: 'wallet',
    advice: 'The key owns the money: use a wallet of its own with little in it.',
    members: [
      { name: 'privateKey', label: 'Private key', kind: 'secret', note: '64 hex digits' },
      { name: 'funder', label: 'Address that holds the money', kind: 'text', note: '0x and 40 hex digits' },
      {
        name: 'signatureType',
        label: 'Kind of wallet',
        kind: {
          choices: [
            ['0', 'own wallet'],
            ['1', 'proxy'],
            ['2', 'Safe'],
            ['3', 'deposit wallet'],
          ],
        },
      },
      { name: 'apiKey', label: 'API key, if there is one', kind: 'text', isOptional: true },
      { name: 'apiSecret', label: 'its secret', kind: 'secret', isOptional: true },
      { name: 'apiPassphrase', label: 'its passphrase', kind: 'secret', isOptional: true },
    ],
  },
  kalshi: {
    kind: 'apiKey',
    advice:
      'Give the key the scopes read and write::trade and lock it to a funded sub-account. A key with write may move money and is refused.',
    members: [
      { name: 'keyId', label: 'Key ID', kind: 'text', note: 'a UUID' },
      {
        name: 'privateKeyPem',
        label: 'Private key, PEM',
        kind: 'pem',
        note: 'RSA or Ed25519, no passphrase',
      },
      { name: 'subaccount', label: 'Sub-account', kind: 'text', isOptional: true, note: '0 to 63' },
    ],
  },
  limitless: {
    kind: 'wallet',
    advice:
      "The token's only scope is trading. The key owns the money: use a wallet of its own and approve a limited amount.",
    members: [
      { name: 'tokenId', label: 'Token ID', kind: 'text' },
      { name: 'tokenSecret', label: 'Token secret', kind: 'secret', note: 'base64' },
      { name: 'privateKey', label: 'Private key of the wallet', kind: 'secret', note: '64 hex digits' },
      { name: 'smartWallet', label: 'Address of a smart wallet', kind: 'text', isOptional: true },
    ],
  },
};

/** Finds the label of a member in its form; its name where no form has it. */
export const memberLabel = (venue: string, name: string): string =>
  CREDENTIAL_FORMS[venue]?.members.find((member) => member.name === name)?.label ?? name;

/** Builds the body of the request with a placeholder for every required value, as the command shows it. */
export const placeholderBody = (venue: string, { kind, members }: CredentialForm) => ({
  venue,
  kind,
  secret: Object.fromEntries(
    members.filter(({ isOptional }) => isOptional !== true).map(({ name }) => [name, `<${name}>`]),
  ),
});

/** Reads a form into the request's body; empty members are left out. */
export const readCredential = (venue: string, { kind, members }: CredentialForm, form: FormData) => ({
  venue,
  kind,
  secret: Object.fromEntries(
    members
      .map(({ name }): [string, string] => [name, String(form.get(name) ?? '').trim()])
      .filter(([, value]) => value !== ''),
  ),
});

const MAX_PEM_BYTES = 8_192;

/** Finds the reason why a file is no private key; null: it may be one. */
export function findFileProblem(size: number, text: string): string | null {
  if (size > MAX_PEM_BYTES)
    return `this file has ${Math.ceil(size / 1_000)} kB; a private key has at most 8: choose the .pem file of the key`;
  return /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)
    ? null
    : 'this file holds no private key in PEM: choose the one that begins with -----BEGIN PRIVATE KEY-----';
}
