import {
  ADJUST_ADMIN,
  REVENUE_STREAM,
  REVENUE_TRADE_FEE,
  toAssetAccount,
  toOwnerAccount,
} from '../../src/billing/ledger/chart.ts';
import type { Ledger } from '../../src/billing/ledger/ledger.ts';
import { epochMs, microUsd } from '../../src/domain/index.ts';
import type { SteppedLedger } from '../support/ledger-steps.ts';

/** Something that a caller wants of the ledger. The id is the idempotency key: the same again is the same thing. */
export type Operation =
  | {
      readonly kind: 'credit' | 'charge' | 'deposit' | 'refund' | 'hold';
      readonly id: string;
      readonly owner: string;
      readonly amount: number;
    }
  | { readonly kind: 'capture'; readonly id: string; readonly amount: number }
  | { readonly kind: 'release'; readonly id: string };

const STRIPE = toAssetAccount('stripe');
const FAR = epochMs(4_000_000_000_000);

/** Does it, and says in one line what came out: the same line that the model gives. */
export async function perform(ledger: SteppedLedger, op: Operation): Promise<string> {
  switch (op.kind) {
    case 'credit': {
      const { id, owner } = op;
      const outcome = await ledger.post({
        scope: 'admin.credit',
        idem: id,
        type: 'admin_credit',
        src: ADJUST_ADMIN,
        dst: toOwnerAccount(owner),
        amount: microUsd(op.amount),
        ref: id,
      });
      return 'balances' in outcome ? `${outcome.status} ${outcome.balances.dst}` : outcome.status;
    }
    case 'charge': {
      const outcome = await ledger.post({
        scope: 'stream',
        idem: op.id,
        type: 'stream_fee',
        src: toOwnerAccount(op.owner),
        dst: REVENUE_STREAM,
        amount: microUsd(op.amount),
        ref: op.id,
      });
      return 'balances' in outcome ? `${outcome.status} ${outcome.balances.src}` : outcome.status;
    }
    case 'deposit': {
      const outcome = await ledger.post({
        scope: 'wh:stripe',
        idem: op.id,
        type: 'deposit',
        src: STRIPE,
        dst: toOwnerAccount(op.owner),
        amount: microUsd(op.amount),
        ref: op.id,
      });
      return 'balances' in outcome ? `${outcome.status} ${outcome.balances.dst}` : outcome.status;
    }
    case 'refund': {
      const { id, owner } = op;
      const amount = microUsd(op.amount);
      const outcome = await ledger.clawBack({
        scope: 'wh:stripe:refund',
        idem: id,
        owner,
        amount,
        asset: STRIPE,
        ref: id,
      });
      return 'taken' in outcome ? `${outcome.status} ${outcome.taken} ${outcome.balance}` : outcome.status;
    }
    case 'hold': {
      const { id, owner } = op;
      const amount = microUsd(op.amount);
      return (await ledger.hold({ ...holdKey(id), owner, amount, expiresAt: FAR })).status;
    }
    case 'capture': {
      const outcome = await ledger.capture({
        hold: holdKey(op.id),
        amount: microUsd(op.amount),
        type: 'trade_fee',
        dst: REVENUE_TRADE_FEE,
        scope: 'trade.capture',
        idem: op.id,
        ref: op.id,
      });
      return outcome.status === 'captured' ? `captured ${outcome.balance}` : outcome.status;
    }
    case 'release':
      return (await ledger.release(holdKey(op.id))).status;
  }
}

const holdKey = (id: string) => ({ scope: 'trade:bot', idem: id });

interface ModelOwner {
  balance: number;
  held: number;
  owed: number;
}

/** Repays debts with money that became free. */
function repay(owner: ModelOwner): void {
  const repaid = Math.min(owner.owed, owner.balance - owner.held);
  owner.balance -= repaid;
  owner.owed -= repaid;
}

/** The ledger as a few maps: what every operation must come to. */
export class LedgerModel {
  readonly owners = new Map<string, ModelOwner>();
  readonly #done = new Map<string, { readonly request: string; readonly taken: number }>();
  readonly #holds = new Map<string, { owner: string; amount: number; isPending: boolean }>();

  perform(op: Operation): string {
    switch (op.kind) {
      case 'credit':
      case 'charge':
      case 'deposit':
      case 'refund':
        return this.#move(op.kind, op.id, op.owner, op.amount);
      case 'hold':
        return this.#hold(op.id, op.owner, op.amount);
      case 'capture':
        return this.#resolve(op.id, op.amount);
      case 'release':
        return this.#resolve(op.id, null);
    }
  }

  #move(kind: 'credit' | 'charge' | 'deposit' | 'refund', id: string, name: string, amount: number): string {
    const owner = this.#owner(name);
    const request = `${name} ${amount}`;
    const earlier = this.#done.get(`${kind} ${id}`);
    const tail = (taken: number) => (kind === 'refund' ? ` ${taken} ${owner.balance}` : ` ${owner.balance}`);
    if (earlier !== undefined) {
      return earlier.request === request ? `duplicate${tail(earlier.taken)}` : 'conflict';
    }
    let taken = 0;
    if (kind === 'charge') {
      if (owner.balance - owner.held < amount) return 'insufficient';
      owner.balance -= amount;
    } else if (kind === 'refund') {
      taken = Math.min(amount, owner.balance - owner.held);
      owner.balance -= taken;
      owner.owed += amount - taken;
    } else {
      owner.balance += amount;
      repay(owner);
    }
    this.#done.set(`${kind} ${id}`, { request, taken });
    return `posted${tail(taken)}`;
  }

  #hold(id: string, name: string, amount: number): string {
    const earlier = this.#holds.get(id);
    if (earlier !== undefined) {
      return earlier.owner === name && earlier.amount === amount ? 'duplicate' : 'conflict';
    }
    const owner = this.#owner(name);
    if (owner.balance - owner.held < amount) return 'insufficient';
    owner.held += amount;
    this.#holds.set(id, { owner: name, amount, isPending: true });
    return 'held';
  }

  #resolve(id: string, captured: number | null): string {
    const hold = this.#holds.get(id);
    if (hold === undefined) return 'unknown_hold';
    if (!hold.isPending) return 'already_resolved';
    if (captured !== null && captured > hold.amount) return 'above_hold';
    const owner = this.#owner(hold.owner);
    hold.isPending = false;
    owner.held -= hold.amount;
    owner.balance -= captured ?? 0;
    repay(owner);
    return captured === null ? 'released' : `captured ${owner.balance}`;
  }

  #owner(name: string): ModelOwner {
    const known = this.owners.get(name) ?? { balance: 0, held: 0, owed: 0 };
    this.owners.set(name, known);
    return known;
  }
}

/** Lists the differences between the ledger and the model, and the findings of an audit; empty when all is well. */
export async function differences(ledger: Ledger, model: LedgerModel): Promise<string[]> {
  const found: string[] = [];
  for (const [name, { balance, held, owed }] of model.owners) {
    const actual = await ledger.readBalance(name);
    if (actual.microUsd !== balance || actual.heldMicroUsd !== held) {
      found.push(
        `${name} has ${actual.microUsd}, ${actual.heldMicroUsd} held, and should ${balance}, ${held}`,
      );
    }
    if ((await ledger.readOwed(name)) !== owed) found.push(`${name} should owe ${owed}`);
  }
  const report = await ledger.audit({ whole: true });
  return [...found, ...report.findings.map(({ invariant, message }) => `${invariant}: ${message}`)];
}
