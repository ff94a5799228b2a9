import { SECOND_MS } from '../../../domain/index.ts';
import type { CallLimits } from '../calls/call-budget.ts';

/** Part of the published limits that this service uses: the venue delays calls before it refuses them. */
const SHARE_FRAC = 0.2;
const WINDOW_MS = 10 * SECOND_MS;
const isOrder = (purpose: string) => (purpose === 'order' ? 1 : 0);
const isCancel = (purpose: string) => (purpose === 'cancel' ? 1 : 0);

/** Limits of calls for trading on Polymarket's exchange. Source: docs/venues/polymarket.md */
export const POLYMARKET_LIMITS: CallLimits = {
  limits: [
    { scope: 'address', limit: 9_000 * SHARE_FRAC, windowMs: WINDOW_MS, getCost: () => 1 },
    {
      scope: 'address',
      limit: 3_500 * SHARE_FRAC,
      windowMs: WINDOW_MS,
      getCost: ({ purpose }) => isOrder(purpose),
    },
    {
      scope: 'account',
      limit: 40 * SHARE_FRAC,
      windowMs: SECOND_MS,
      getCost: ({ purpose }) => isOrder(purpose),
    },
    {
      scope: 'account',
      limit: 80 * SHARE_FRAC,
      windowMs: SECOND_MS,
      getCost: ({ purpose }) => isCancel(purpose),
    },
  ],
  refuses: 'address',
  pauseMs: SECOND_MS,
};

/** Limits of Gamma, the venue's list of markets, from which the feed reads too. */
export const GAMMA_LIMITS: CallLimits = {
  limits: [{ scope: 'address', limit: 300 * SHARE_FRAC, windowMs: WINDOW_MS, getCost: () => 1 }],
  refuses: 'address',
  pauseMs: SECOND_MS,
};
