/** Kind of an account. It decides whether the balance may fall below zero. */
export type AccountKind = 'owner' | 'asset' | 'revenue' | 'adjust' | 'review';

/** An account of the ledger. Customer balances are positive (they are owed), money that arrived is negative. */
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

/** The prepaid balance of a customer. */
export const toOwnerAccount = (owner: string): AccountId => `owner:${owner}`;

/** The owner whose prepaid balance an account is; null: none. */
export function findOwner(account: AccountId): string | null {
  return account.startsWith(OWNER_PREFIX) ? account.slice(OWNER_PREFIX.length) : null;
}

/** Money that arrived through a payment provider (`stripe`), or on a chain (`chain:base:USDC`). */
export const toAssetAccount = (source: string): AccountId => `asset:${source}`;

/** The account of an owner's debt, after a refund or dispute took more than the balance held. */
export const toReceivableAccount = (owner: string): AccountId => `receivable:${owner}`;

export const REVIEW_HELD: AccountId = 'review:held';
export const REVIEW_UNATTRIBUTED: AccountId = 'review:unattributed';
export const REVENUE_TRADE_FEE: AccountId = 'revenue:trade_fee';
export const REVENUE_STREAM: AccountId = 'revenue:stream';
export const ADJUST_ADMIN: AccountId = 'adjust:admin';
export const ADJUST_VOUCHER: AccountId = 'adjust:voucher';
/** Debts that the operator no longer expects to be paid. */
export const ADJUST_WRITEOFF: AccountId = 'adjust:writeoff';

const KIND_OF_PREFIX: Readonly<Record<string, AccountKind>> = {
  owner: 'owner',
  asset: 'asset',
  review: 'review',
  revenue: 'revenue',
  adjust: 'adjust',
  receivable: 'adjust',
};

/** @throws {RangeError} when the text names no account. */
export function parseAccountKind(account: string): AccountKind {
  const kind = KIND_OF_PREFIX[account.slice(0, account.indexOf(':'))];
  if (kind === undefined) throw new RangeError(`${account} is not the name of an account`);
  return kind;
}

/**
 * Whether the account may go negative: money enters the ledger from it. Every other account must hold the amount that
 * it pays.
 */
export function mayGoNegative(kind: AccountKind): boolean {
  return kind === 'asset' || kind === 'adjust';
}

/** How a customer may be called. The text reaches logs, files and metadata of payment providers. */
export const OWNER_PATTERN = '^[A-Za-z0-9][A-Za-z0-9_.:@-]{0,127}$';

const ownerPattern = new RegExp(OWNER_PATTERN);

/** Whether a value is the name of an owner: text of the allowed characters and length. */
export function isOwner(text: unknown): text is string {
  return typeof text === 'string' && ownerPattern.test(text);
}
