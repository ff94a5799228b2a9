/** Knowledge about an operation after the service died: it was answered, or its answer never came. */
export type Fate = 'acknowledged' | 'unknown';

export interface CreditNote {
  readonly owner: string;
  readonly microUsd: number;
  readonly ref: string;
  readonly fate: Fate;
}
export interface DepositNote {
  readonly owner: string;
  /** Id of the event that a payment provider delivers. */
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
/** Expected state of a key: it opens, it does not, or its state is unknown. */
export type KeyState = 'live' | 'ended' | 'unknown';

/** Notes of the callers of one life of the service. */
export class Diary {
  readonly credits: CreditNote[] = [];
  readonly deposits: DepositNote[] = [];
  readonly redeems: RedeemNote[] = [];
  readonly trades: TradeNote[] = [];
  readonly streams: StreamNote[] = [];
  /** States of keys by the key's text; the newest note counts. */
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
