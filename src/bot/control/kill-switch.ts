import { withDeadline } from '../../scheduling/deadline.ts';
import type { ControlStore } from './control-store.ts';

/** How long the store may take to say whether trading is halted. */
export const KILL_SWITCH_TIMEOUT_MS = 250;

/**
 * Answer to whether orders of a bot may leave. `opening`: those that open nothing may. `unknown`: the store failed or
 * took too long. An order leaves only when the store says so; `unknown` counts as set. A resting order is cancelled
 * only when the store says so: a store that fails for a moment is no reason to cancel the orders of all bots.
 */
export type KillState = 'set' | 'opening' | 'clear' | 'unknown';

/** Whether an order, or a leg of it, may leave. @param mayOpen Whether the order may open or increase a position. */
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
  /** Receives the fault of a store that does not answer, once until the store answers again. */
  readonly onFault: (error: unknown) => void;
}

/** Asks the store whether a bot may trade, within the time that an order can wait for the answer. */
export class KillSwitch {
  readonly #options: KillSwitchOptions;
  #isFailing = false;

  constructor(options: KillSwitchOptions) {
    this.#options = options;
  }

  /** Reads whether orders of the bot may leave, within {@link KILL_SWITCH_TIMEOUT_MS}. Never rejects. */
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
