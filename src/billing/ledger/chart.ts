/** Kind of an account. It decides whether the balance may fall below zero. */
export type AccountKind = 'owner' | 'asset' | 'revenue' | 'adjust' | 'review';

/**
 * Id of an account. Customer balances are positive, because the operator owes them. Balances of accounts from which
 * money arrived are negative.
 */
export type AccountId =
  | `owner:${string}`
  | `asset:${string}`
  | 'review:held'
  | 'review:unattributed'
  | `revenue:${string}`
  | 'adjust:admin'
  | 'adjust:voucher'
  | 'adjust:writeoff'
  | `receivable:${string}`;

const OWNER_PREFIX = 'owner:';

/** Names the account of a customer's prepaid balance. */
export const toOwnerAccount = (owner: string): AccountId => `owner:${owner}`;

/** Finds the owner of a prepaid balance; null: the account is of another kind. */
export function findOwner(account: AccountId): string | null {
  return account.startsWith(OWNER_PREFIX) ? account.slice(OWNER_PREFIX.length) : null;
}

/** Names the account of money that arrived through a payment provider (`stripe`) or on a chain (`chain:base:USDC`). */
export const toAssetAccount = (source: string): AccountId => `asset:${source}`;

/** Names the account of an owner's debt, for the part of a refund or dispute that the balance did not cover. */
export const toReceivableAccount = (owner: string): AccountId => `receivable:${owner}`;

export const REVIEW_HELD: AccountId = 'review:held';
export const REVIEW_UNATTRIBUTED: AccountId = 'review:unattributed';
export const REVENUE_TRADE_FEE: AccountId = 'revenue:trade_fee';
export const REVENUE_STREAM: AccountId = 'revenue:stream';
export const ADJUST_ADMIN: AccountId = 'adjust:admin';
export const ADJUST_VOUCHER: AccountId = 'adjust:voucher';
/** Account of debts that the operator wrote off. */
export const ADJUST_WRITEOFF: AccountId = 'adjust:writeoff';

const KIND_OF_PREFIX: Readonly<Record<string, AccountKind>> = {
  owner: 'owner',
  asset: 'asset',
  review: 'review',
  revenue: 'revenue',
  adjust: 'adjust',
  receivable: 'adjust',
};

/** Parses the kind from the id of an account. @throws {RangeError} when the text is not an account id. */
export function parseAccountKind(account: string): AccountKind {
  const kind = KIND_OF_PREFIX[account.slice(0, account.indexOf(':'))];
  if (kind === undefined) throw new RangeError(`${account} is not the name of an account`);
  return kind;
}

/**
 * Whether accounts of a kind may go negative, because money enters the ledger through them. All other accounts must
 * hold the amount that they pay.
 */
export function mayGoNegative(kind: AccountKind): boolean {
  return kind === 'asset' || kind === 'adjust';
}

/** Allowed form of an owner's name. The name reaches logs, files and metadata of payment providers. */
export const OWNER_PATTERN = '^[A-Za-z0-9][A-Za-z0-9_.:@-]{0,127}$';

const ownerPattern = new RegExp(OWNER_PATTERN);

/** Whether a value is a valid name of an owner. */
export function isOwner(text: unknown): text is string {
  return typeof text === 'string' && ownerPattern.test(text);
}
