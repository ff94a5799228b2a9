import { withDeadline } from '../../scheduling/deadline.ts';
import type { ControlStore } from './control.ts';

/** How long the store may take to say whether trading is halted. */
export const KILL_SWITCH_TIMEOUT_MS = 250;

/**
 *
 * `unknown`: the store failed or took too long. An order leaves on `clear` alone, so it counts as set. An order that
 * rests at a venue is cancelled on `set` alone: a store that fails for a moment is no reason to cancel the orders of
 * all bots.
 */
export type KillState = 'set' | 'clear' | 'unknown';

export interface KillSwitchOptions {
  readonly controls: Pick<ControlStore, 'isHalted'>;
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
      const asking = this.#options.controls.isHalted(botId);
      const isHalted = await withDeadline(asking, KILL_SWITCH_TIMEOUT_MS, () => {
        throw new Error(`the kill switch gave no answer within ${KILL_SWITCH_TIMEOUT_MS} ms`);
      });
      this.#isFailing = false;
      return isHalted ? 'set' : 'clear';
    } catch (error) {
      if (!this.#isFailing) this.#options.onFault(error);
      this.#isFailing = true;
      return 'unknown';
    }
  }
}
