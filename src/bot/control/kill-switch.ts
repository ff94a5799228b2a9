import { withDeadline } from '../../scheduling/deadline.ts';
import type { ControlStore } from './control-store.ts';

/** How long the store may take to say whether trading is halted. */
export const KILL_SWITCH_TIMEOUT_MS = 250;

/**
 * Whether orders of a bot may leave. `opening`: those that open nothing.
 *
 * `unknown`: the store failed or took too long. An order leaves when the store says so alone, so it counts as set. An
 * order that rests at a venue is cancelled when the store says so alone: a store that fails for a moment is no reason
 * to cancel the orders of all bots.
 */
export type KillState = 'set' | 'opening' | 'clear' | 'unknown';

/** Whether an order, or a leg of it, may leave. @param mayOpen It may open or increase a position. */
export function mayLeave(state: KillState, mayOpen: boolean): boolean {
  return state === 'clear' || (state === 'opening' && !mayOpen);
}

/** Whether an order that rests or is in doubt is to be cancelled. @param mayOpen As in {@link mayLeave}. */
export function mustEnd(state: KillState, mayOpen: boolean): boolean {
  return state === 'set' || (state === 'opening' && mayOpen);
}

const STATES = { none: 'clear', opening: 'opening', all: 'set' } as const;

export interface KillSwitchOptions {
  readonly controls: Pick<ControlStore, 'readHalt'>;
  /** Receives why the store did not answer, once until it answers again. */
  readonly onFault: (error: unknown) => void;
}

/** Asks the store whether a bot may trade, for as long as an order can wait for the answer. */
export class KillSwitch {
  readonly #options: KillSwitchOptions;
  #isFailing = false;

  constructor(options: KillSwitchOptions) {
    this.#options = options;
  }

  /** Settles within {@link KILL_SWITCH_TIMEOUT_MS} and never rejects. */
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
