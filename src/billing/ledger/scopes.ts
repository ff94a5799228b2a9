import type { ProviderId } from '../deposits/deposit.ts';

/**
 * Scopes of idempotency keys. Each scope names the kind of operation that a transfer belongs to. Scopes are stored and
 * part of the hash chain, so a scope never changes.
 */
export const SCOPES = {
  adminCredit: 'admin.credit',
  adminDebit: 'admin.debit',
  adminWriteOff: 'admin.writeoff',
  voucher: 'voucher',
  reviewRelease: 'review.release',
  reviewReturn: 'review.return',
  /** A person's decision about a refund, a dispute or a whole deposit. */
  reviewApply: 'review.apply',
  /** Repayment of a debt from the balance. */
  receivableRepay: 'receivable.repay',
  stream: 'stream',
  streamRefund: 'stream.refund',
  tradeHold: 'trade.hold',
  tradeCapture: 'trade.capture',
  tradeRefund: 'trade.refund',
} as const;

export type Scope = (typeof SCOPES)[keyof typeof SCOPES];

/** Names the scope of a payment provider's events; the key is the event id. */
export const toProviderScope = (provider: ProviderId): `wh:${string}` => `wh:${provider}`;

/** Names the scope of transfers on a chain, by the number of the chain (`8453`) or its family. */
export const toChainScope = (chain: number | string): `chain:${string}` => `chain:${chain}`;

/** Names the scope of the part of a claw-back that becomes a debt. */
export const toOwedScope = (scope: string): `${string}:owed` => `${scope}:owed`;

/** Names the scope of the part of a reinstatement that covers a written-off debt. */
export const toRecoveredScope = (scope: string): `${string}:recovered` => `${scope}:recovered`;
