/** What is known of an operation when the service has died: it was answered, or its answer never came. */
export type Fate = 'acknowledged' | 'unknown';

export interface CreditNote {
  readonly owner: string;
  readonly microUsd: number;
  readonly ref: string;
  readonly fate: Fate;
}
export interface DepositNote {
  readonly owner: string;
  /** Of the event that a payment provider delivers. */
  readonly id: string;
  readonly fate: Fate;
}
export interface RedeemNote {
  readonly owner: string;
  readonly code: string;
  readonly fate: Fate;
}
export interface TradeNote {
  readonly owner: string;
  readonly clientOrderId: string;
  readonly fate: Fate;
}
export interface StreamNote {
  readonly owner: string;
  readonly fate: Fate;
}
/** What must be true of a key: it opens, it does not, or nobody knows. */
export type KeyState = 'live' | 'ended' | 'unknown';

/** What the callers of one life of the service wrote down. */
export class Diary {
  readonly credits: CreditNote[] = [];
  readonly deposits: DepositNote[] = [];
  readonly redeems: RedeemNote[] = [];
  readonly trades: TradeNote[] = [];
  readonly streams: StreamNote[] = [];
  /** By the key itself; the newest note counts. */
  readonly keys = new Map<string, KeyState>();
  acknowledged = 0;
  unknown = 0;
  /** Called with every answer. */
  onAcknowledged: () => void = () => undefined;

  note(fate: Fate): void {
    if (fate === 'unknown') {
      this.unknown++;
      return;
    }
    this.acknowledged++;
    this.onAcknowledged();
  }
}
