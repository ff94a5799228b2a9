import { withDeadline } from '../../scheduling/deadline.ts';
import type { ControlStore } from './control-store.ts';

/** Time within which the store must say whether trading is halted. */
export const KILL_SWITCH_TIMEOUT_MS = 250;

/**
 * Whether orders of a bot are stopped. `opening`: only orders that may open a position are. `unknown`: the store failed
 * or took too long. An order is sent only when the store allows it, so `unknown` stops it as `set` does. A resting
 * order is cancelled only when the store says so: a store that fails for a moment is no reason to cancel the orders of
 * all bots.
 */
export type KillState = 'set' | 'opening' | 'clear' | 'unknown';

/** Whether an order, or a leg of it, may be sent. @param mayOpen Whether the order may open or increase a position. */
export function mayLeave(state: KillState, mayOpen: boolean): boolean {
  return state === 'clear' || (state === 'opening' && !mayOpen);
}

/**
 * Whether an order that rests or is in doubt is to be cancelled.
 *
 * @param mayOpen Whether the order may open or increase a position.
 */
export function mustEnd(state: KillState, mayOpen: boolean): boolean {
  return state === 'set' || (state === 'opening' && mayOpen);
}

const STATES = { none: 'clear', opening: 'opening', all: 'set' } as const;

export interface KillSwitchOptions {
  readonly controls: Pick<ControlStore, 'readHalt'>;
  /** Receives the error of a store that does not answer: once, and again after the store has answered in between. */
  readonly onFault: (error: unknown) => void;
}

/** Asks the store whether a bot may trade, within the time that an order can wait for the answer. */
export class KillSwitch {
  readonly #options: KillSwitchOptions;
  #isFailing = false;

  constructor(options: KillSwitchOptions) {
    this.#options = options;
  }

  /** Reads whether orders of the bot may be sent, within {@link KILL_SWITCH_TIMEOUT_MS}. Never rejects. */
  async read(botId: string): Promise<KillState> {
    try {
      const asking = this.#options.controls.readHalt(botId);
      const halt = await withDeadline(asking, KILL_SWITCH_TIMEOUT_MS, () => {
        throw new Error(`the kill switch gave no answer within ${KILL_SWITCH_TIMEOUT_MS} ms`);
      });
      this.#isFailing = false;
      return STATES[halt];
    } catch (error) {
      if (!this.#isFailing) this.#options.onFault(error);
      this.#isFailing = true;
      return 'unknown';
    }
  }
}
