import type { Chain } from '../../../../src/billing/deposits/chains/chain.ts';

export interface CockleChain extends Chain {
  /** The first tide that is read. */
  readonly startTide: number;
}
