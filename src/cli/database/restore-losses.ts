import type { NamedRows, RestoreReport } from '../../app/backups/restore.ts';
import { epochMs, formatIsoTime, microUsd, toUsd } from '../../domain/index.ts';

/** Formats the losses of a restore, with the remedy for each, for a terminal. */
export function describeLosses(report: RestoreReport, dataDir: string): string[] {
  if (report.before === null) return [];
  return [
    ...describeRecords(report),
    ...describeCarried(report),
    ...describeMoney(report, dataDir),
    ...describeKeys(report, dataDir),
    ...describeOrders(report),
    ...describeAddresses(report),
    ...describeUnreadable(report, dataDir),
  ];
}

function describeRecords({ before, after }: RestoreReport): string[] {
  const [from, to] = [after.history?.lastRecordMs ?? null, before?.history?.lastRecordMs ?? null];
  if ((before?.history?.position ?? 0) <= (after.history?.position ?? 0)) return [];
  return [
    `records: lost after ${formatTime(from)} up to ${formatTime(to)}. "crosstape backfill" asks the venues for bars of that time`,
  ];
}

function describeCarried({ carried }: RestoreReport): string[] {
  if (carried === null) return [];
  const { revokedKeys, shortenedKeys, cancelledVouchers, removedWallets, haltedBots } = carried;
  return [
    ...(revokedKeys > 0 ? [`keys: ${revokedKeys} that were revoked since stay revoked`] : []),
    ...(shortenedKeys > 0
      ? [`keys: ${shortenedKeys} that were rotated since end when they were to end`]
      : []),
    ...(cancelledVouchers > 0
      ? [`codes: ${cancelledVouchers} that were cancelled since stay cancelled`]
      : []),
    ...(removedWallets > 0 ? [`wallets: ${removedWallets} that were removed since stay removed`] : []),
    ...(haltedBots > 0 ? [`trading: ${haltedBots} switches that were set since stay set`] : []),
  ];
}

function describeMoney({ losses, before, after }: RestoreReport, dataDir: string): string[] {
  if (losses === null) return [];
  const { transfers, lastSharedMs, vouchers, reopenedVouchers } = losses;
  return [
    ...(transfers.count === 0
      ? []
      : [
          `transfers: ${transfers.count} lost, all after ${formatTime(lastSharedMs)}: the ledger ends with ${after.ledger?.lastTransfer ?? 0}, it ended with ${before?.ledger?.lastTransfer ?? 0}`,
          ...listNamed(
            transfers,
            ({ ts, type, src, dst, amount, ref }) =>
              `${formatTime(ts)} ${type} ${toUsd(microUsd(amount))} USD ${src} -> ${dst}${ref === null ? '' : ` ref ${ref}`}`,
          ),
          `  payments: have each provider send its events since then again (each counts once); chains are read again by themselves`,
          `  credits: "crosstape credit --owner OWNER --usd AMOUNT --ref REF --data-dir ${dataDir}" with the ref above`,
        ]),
    ...(vouchers > 0 ? [`codes: ${vouchers} issued since are unknown: issue others`] : []),
    ...(reopenedVouchers > 0
      ? [`codes: ${reopenedVouchers} redeemed since are open again: their owners redeem them once more`]
      : []),
  ];
}

function describeKeys({ losses }: RestoreReport, dataDir: string): string[] {
  if (losses === null || losses.keys.count === 0) return [];
  return [
    `keys: ${losses.keys.count} issued since are unknown; "crosstape keys issue --owner OWNER --tier TIER --data-dir ${dataDir}" makes another`,
    ...listNamed(
      losses.keys,
      ({ hash, owner, tier, label, botId }) =>
        `${hash.slice(0, 8)} of ${owner}, ${tier}, bot ${botId}${label === null ? '' : `, ${JSON.stringify(label)}`}`,
    ),
  ];
}

function describeOrders({ losses }: RestoreReport): string[] {
  if (losses === null || losses.orders.count === 0) return [];
  return [
    `orders: ${losses.orders.count} since are unknown, and their clientOrderIds would trade again. Cancel at the venue what rests there before bots are let in`,
    ...listNamed(
      losses.orders,
      ({ orderId, owner, mode, venue, state, clientOrderId, venueOrderId }) =>
        `${orderId} of ${owner}, ${mode} at ${venue}, ${state}, clientOrderId ${clientOrderId}${venueOrderId === null ? '' : `, there ${venueOrderId}`}`,
    ),
  ];
}

function describeAddresses({ losses }: RestoreReport): string[] {
  if (losses === null || losses.addresses.count === 0) return [];
  const { count, first } = losses.addresses;
  const lost = first.filter(({ isTold }) => !isTold);
  return [
    `deposit addresses: ${count} given since are not in the backup. Those in deposit-addresses.jsonl are watched again by the next start`,
    ...(lost.length === 0
      ? []
      : [
          'with the same CROSSTAPE_DEPOSIT_SECRET owners get the others again; without it, what arrives at these is lost:',
          ...lost.map(({ scope, owner, address }) => `  ${scope} ${address} of ${owner}`),
        ]),
  ];
}

function describeUnreadable({ problems, losses }: RestoreReport, dataDir: string): string[] {
  if (problems.length === 0) return [];
  return [
    ...problems.map((problem) => `what was there cannot be read: ${problem}`),
    ...(losses === null
      ? [
          `so keys that were revoked, codes that were cancelled and wallets that were removed since are alive again: "crosstape keys list --data-dir ${dataDir}" shows the keys, "crosstape keys revoke" ends them`,
        ]
      : []),
  ];
}

function listNamed<Row>({ count, first }: NamedRows<Row>, describe: (row: Row) => string): string[] {
  const more = count - first.length;
  return [...first.map((row) => `  ${describe(row)}`), ...(more > 0 ? [`  and ${more} more`] : [])];
}

function formatTime(ms: number | null): string {
  return ms === null ? 'the beginning' : formatIsoTime(epochMs(ms));
}
