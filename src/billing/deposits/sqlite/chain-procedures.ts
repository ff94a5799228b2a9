import type { MicroUsd } from '../../../domain/index.ts';
import { procedure, procedureModule, type Transaction } from '../../../storage/sqlite/procedure.ts';
import { assetAccount } from '../../chart.ts';
import type { ChainFamily } from '../chains/chain.ts';
import type { Position, StepOutcome } from '../chains/chain-store.ts';
import type { SeenTransfer } from '../chains/seen-transfer.ts';
import type { DepositAddress, RegisterOutcome } from '../chains/wallets.ts';
import type { Arrival, DepositLimits } from '../deposit.ts';
import { recordDeposit } from './record.ts';

/** A part of a range that was read. */
export interface Step {
  readonly scope: string;
  readonly stream: string;
  /** What the step was read from; null: nothing was read yet. Another one is stored: the step does nothing. */
  readonly from: Position | null;
  /** null: more parts of the same range follow. */
  readonly to: Position | null;
  readonly transfers: readonly (SeenTransfer & { readonly isSanctioned: boolean })[];
  readonly chain: string;
  readonly family: ChainFamily;
  readonly treasury: string;
  readonly limits: DepositLimits;
  readonly firstDepositCap: MicroUsd;
  readonly now: number;
}

/** Records the deposits of a range and how far it reached: all of it, or nothing. */
export const stepProcedure = procedure('chains.step', (tx, step: Step): StepOutcome => {
  const { scope, stream, from, to, transfers, now } = step;
  const current = findPosition(tx, scope, stream);
  if (current?.position !== from?.position || (current?.mark ?? null) !== (from?.mark ?? null)) {
    return { isCurrent: false, recorded: 0 };
  }
  const known = new Set(transfers.map(({ idem }) => idem));
  let recorded = 0;
  for (const transfer of transfers) {
    const owner = attribute(tx, step, transfer);
    if (owner === null || isMovedDeposit(tx, scope, transfer, known)) continue;
    const { isNew } = recordDeposit(tx, buildArrival(step, transfer, owner), step.limits, now);
    if (isNew) recorded++;
  }
  if (to !== null) storePosition(tx, scope, stream, to, now);
  if (to !== null && from === null) storePosition(tx, scope, firstStream(stream), to, now);
  return { isCurrent: true, recorded };
});

/** Whose a transfer is; null: it is none of ours, or our own sweep, and no deposit. */
function attribute(
  tx: Transaction,
  { scope, family, treasury }: Step,
  { from, to, minedAfter }: SeenTransfer,
): Arrival['owner'] | null {
  if (to !== treasury) {
    const row = tx.get('SELECT owner FROM deposit_address WHERE address = ? AND scope = ?').get(to, scope);
    return row === undefined ? null : (row.owner as string);
  }
  if (from === null) return { unknown: 'unknown_sender' };
  if (from === treasury) return null;
  // Of any chain: what was sent on a wrong one is swept by the forwarder of the other chain's salt.
  if (tx.get('SELECT 1 FROM deposit_address WHERE address = ?').get(from) !== undefined) return null;
  const wallet = tx
    .get('SELECT owner, registered_at AS registeredAt FROM wallet WHERE family = ? AND address = ?')
    .get(family, from) as { owner: string; registeredAt: number } | undefined;
  if (wallet === undefined) return { unknown: 'unknown_sender' };
  return minedAfter > wallet.registeredAt ? wallet.owner : { unknown: 'before_registration' };
}

/**
 * Whether the transfer was recorded at another place of its transaction: the chain was reorganised beyond what counted
 * as final, the transaction was included again, and its logs have other numbers.
 */
function isMovedDeposit(
  tx: Transaction,
  scope: string,
  { idem, txHash, symbol, from, amount }: SeenTransfer,
  known: ReadonlySet<string>,
): boolean {
  // ';' follows ':', so the range holds the keys of this transaction alone.
  const recorded = tx
    .get(
      `SELECT idem, token, sender, amount FROM deposit WHERE scope = ? AND idem > ? || ':' AND idem < ? || ';'`,
    )
    .all(scope, txHash, txHash) as { idem: string; token: string; sender: string | null; amount: string }[];
  if (recorded.some((deposit) => deposit.idem === idem)) return false;
  return recorded.some(
    (deposit) =>
      !known.has(deposit.idem) &&
      deposit.token === symbol &&
      deposit.sender === from &&
      deposit.amount === amount,
  );
}

function buildArrival(
  { scope, chain, treasury, firstDepositCap }: Step,
  transfer: SeenTransfer & { readonly isSanctioned: boolean },
  owner: Arrival['owner'],
): Arrival {
  const { idem, symbol, from, to, amount, microUsd, txHash, logIndex, isSanctioned } = transfer;
  return {
    key: { scope, idem },
    source: 'chain',
    account: assetAccount(`chain:${chain}:${symbol}`),
    ref: `${chain}:${idem}`,
    owner,
    currency: symbol,
    amount,
    microUsd,
    isSanctioned,
    // The address of an owner says whose it is; a wallet only says so until somebody else turns out to hold it.
    ...(to === treasury ? { firstDepositCap } : {}),
    chain,
    token: symbol,
    txHash,
    ...(from === null ? {} : { sender: from }),
    ...(logIndex === null ? {} : { logIndex }),
  };
}

/** Where the first start of a stream began is kept beside its position. */
export function firstStream(stream: string): string {
  return `${stream}#first`;
}

/** Whether a transaction has a deposit under the key, or under another one that a reorganisation left behind. */
export function findRecorded(tx: Transaction, scope: string, txHash: string, idem: string): boolean {
  const sql = `SELECT 1 FROM deposit WHERE scope = ?1 AND (idem = ?2 OR idem > ?3 || ':' AND idem < ?3 || ';') LIMIT 1`;
  return tx.get(sql).get(scope, idem, txHash) !== undefined;
}

export function findPosition(tx: Transaction, scope: string, stream: string): Position | null {
  const row = tx
    .get('SELECT position, mark FROM chain_cursor WHERE scope = ? AND stream = ?')
    .get(scope, stream) as Position | undefined;
  return row ?? null;
}

function storePosition(
  tx: Transaction,
  scope: string,
  stream: string,
  { position, mark }: Position,
  now: number,
): void {
  tx.get(
    `INSERT INTO chain_cursor (scope, stream, position, mark, updated_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (scope, stream)
     DO UPDATE SET position = excluded.position, mark = excluded.mark, updated_at = excluded.updated_at`,
  ).run(scope, stream, position, mark, now);
}

/** Streams of a chain that are read again. */
export interface Rewind {
  readonly scope: string;
  readonly streams: readonly string[];
  /** The last that is not read again. */
  readonly position: number;
}

/**
 * Moves streams back to a position, so that the next poll reads on from there. One that has not come so far stays: a
 * move forward would leave deposits out.
 *
 * @returns How many were moved.
 */
export function rewind(tx: Transaction, { scope, streams, position }: Rewind, now: number): number {
  const ahead = streams.filter((stream) => (findPosition(tx, scope, stream)?.position ?? -1) > position);
  for (const stream of ahead) storePosition(tx, scope, stream, { position, mark: null }, now);
  return ahead.length;
}

interface Registration {
  readonly family: ChainFamily;
  readonly address: string;
  readonly owner: string;
  readonly maxWallets: number;
  readonly now: number;
}

export const registerWalletProcedure = procedure(
  'chains.registerWallet',
  (tx, { family, address, owner, maxWallets, now }: Registration): RegisterOutcome => {
    const known = tx.get('SELECT owner FROM wallet WHERE family = ? AND address = ?').get(family, address);
    if (known !== undefined) return known.owner === owner ? 'known' : 'taken';
    if (tx.get('SELECT 1 FROM deposit_address WHERE address = ?').get(address) !== undefined) return 'taken';
    const { n } = tx.get('SELECT COUNT(*) AS n FROM wallet WHERE owner = ?').get(owner) as { n: number };
    if (n >= maxWallets) return 'too_many';
    tx.get('INSERT INTO wallet (family, address, owner, registered_at) VALUES (?, ?, ?, ?)').run(
      family,
      address,
      owner,
      now,
    );
    return 'registered';
  },
);

interface Assignment {
  readonly scope: string;
  readonly address: DepositAddress;
  readonly now: number;
}

export const assignAddressProcedure = procedure(
  'chains.assignAddress',
  (tx, { scope, address, now }: Assignment): DepositAddress => {
    tx.get(
      `INSERT INTO deposit_address (scope, owner, address, salt, factory, implementation, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (scope, owner) DO NOTHING`,
    ).run(scope, address.owner, address.address, address.salt, address.factory, address.implementation, now);
    return findAssigned(tx, scope, address.owner) as DepositAddress;
  },
);

export function findAssigned(tx: Transaction, scope: string, owner: string): DepositAddress | null {
  const row = tx
    .get(
      'SELECT owner, address, salt, factory, implementation FROM deposit_address WHERE scope = ? AND owner = ?',
    )
    .get(scope, owner) as DepositAddress | undefined;
  return row ?? null;
}

export const procedures = procedureModule(import.meta.url, [
  stepProcedure,
  registerWalletProcedure,
  assignAddressProcedure,
]);
