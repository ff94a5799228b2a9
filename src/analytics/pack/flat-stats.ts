import type { SeriesVerdict } from '../hypothesis-tests/verdict.ts';
import type { SharpeSuppression } from './sharpe-suppression.ts';
import type { Framing, StatsPack } from './stats-pack.ts';

/**
 * Statistics of an asset in the cross-venue list. Members with the same name as in `StatsPack` have the same values.
 */
export interface FlatStats {
  readonly n: number;
  readonly returnMode: 'LOG' | 'DIFF';
  readonly framing: Framing;
  readonly annualisedVol: number | null;
  readonly sharpe: number | null;
  readonly sharpeSuppressedReason: SharpeSuppression | null;
  readonly sortino: number | null;
  readonly var95: number | null;
  readonly es95: number | null;
  readonly maxDrawdown: number | null;
  readonly hurst: number | null;
  readonly autocorr1: number | null;
  readonly halfLifeMR: number | null;
  readonly verdict: SeriesVerdict;
  /** Horizon of a binary; absent for perpetuals. */
  readonly horizon?: {
    readonly daysToResolve: number | null;
    readonly perDayMove: number | null;
    readonly terminalVariance: number | null;
  };
}

/** Selects the members of a pack for the cross-venue list. */
export function flatStats({ n, verdict, returns, risk, structure, horizon }: StatsPack): FlatStats {
  return {
    n,
    returnMode: returns.returnMode === 'log' ? 'LOG' : 'DIFF',
    framing: returns.framing,
    annualisedVol: returns.annualisedVol,
    sharpe: returns.sharpe,
    sharpeSuppressedReason: returns.sharpeSuppressedReason,
    sortino: returns.sortino,
    var95: risk.var95,
    es95: risk.es95,
    maxDrawdown: risk.maxDrawdown,
    hurst: structure.hurst,
    autocorr1: structure.autocorr1,
    halfLifeMR: structure.halfLifeMR,
    verdict,
    ...(horizon === null
      ? {}
      : {
          horizon: {
            daysToResolve: horizon.daysToResolve,
            perDayMove: horizon.perDayMove,
            terminalVariance: horizon.terminalVariance,
          },
        }),
  };
}
