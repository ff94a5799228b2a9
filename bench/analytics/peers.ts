import { impactLambda } from '../../src/analytics/flow/impact-lambda.ts';
import {
  averageRanks,
  chiSquareUpperTail,
  normalCdf,
  normalQuantile,
  pearsonMatrix,
  prepareSeries,
  quantile,
  spearmanMatrix,
} from '../../src/analytics/index.ts';
import { mean } from '../../src/analytics/numerics/sums.ts';
import { computeMoments } from '../../src/analytics/series/moments.ts';
import { walk } from './inputs.ts';
import { medianMicroseconds } from './measure.ts';

/** Microseconds of one call; null where a library lacks the computation. */
export interface PeerRow {
  readonly name: string;
  readonly here: number;
  readonly simple: number | null;
  readonly stdlib: number | null;
}

type SimpleStatistics = typeof import('simple-statistics');
type Strided = (length: number, ...rest: unknown[]) => number;

/** Times the same computation of peers on the same 719 returns of a random walk. */
export async function peerRows(): Promise<PeerRow[]> {
  const simple: SimpleStatistics = await import('simple-statistics');
  const stdlib = await stdlibFunctions();

  const series = prepareSeries(walk(720, { seed: 1, barMs: 3_600_000 }), 'log');
  const other = prepareSeries(walk(720, { seed: 2, barMs: 3_600_000 }), 'log').returns;
  const x = series.returns;
  const n = x.length;
  // simple-statistics takes plain arrays, which are also the faster input for it.
  const list = [...x];
  const otherList = [...other];
  const pairs = list.map((value, i) => [value, otherList[i]!]);
  const prices = series.prices.slice(0, n);
  const everyDirection = new Int8Array(n).fill(1);

  return [
    row('mean', {
      here: () => mean(x),
      simple: () => simple.mean(list),
      stdlib: () => stdlib.mean(n, x, 1),
    }),
    row('sample deviation', {
      here: () => computeMoments(x).deviation,
      simple: () => simple.sampleStandardDeviation(list),
      stdlib: () => stdlib.deviation(n, 1, x, 1),
    }),
    row('mean, deviation, skewness, kurtosis', {
      here: () => computeMoments(x),
      simple: () => [
        simple.mean(list),
        simple.sampleStandardDeviation(list),
        simple.sampleSkewness(list),
        simple.sampleKurtosis(list),
      ],
      stdlib: () => stdlib.moments(x),
    }),
    row('two quantiles of unsorted returns', {
      here: () => {
        const sorted = x.slice().sort();
        return [quantile(sorted, 0.05), quantile(sorted, 0.01)];
      },
      simple: () => simple.quantile(list, [0.05, 0.01]),
      stdlib: null,
    }),
    row('Pearson correlation', {
      here: () => pearsonMatrix([x, other]),
      simple: () => simple.sampleCorrelation(list, otherList),
      stdlib: () => stdlib.correlation(n, x, 1, other, 1),
    }),
    row('average ranks', {
      here: () => averageRanks(x),
      simple: null,
      stdlib: () => stdlib.ranks(x),
    }),
    row('Spearman correlation', {
      here: () => spearmanMatrix([x, other]),
      simple: () => simple.sampleRankCorrelation(list, otherList),
      stdlib: () => stdlib.correlation(n, stdlib.ranks(x), 1, stdlib.ranks(other), 1),
    }),
    row('slope of a regression', {
      here: () => impactLambda(prices, everyDirection, other),
      simple: () => simple.linearRegression(pairs),
      stdlib: null,
    }),
    row('normal distribution', {
      here: () => normalCdf(-1.7),
      simple: () => simple.cumulativeStdNormalProbability(-1.7),
      stdlib: () => stdlib.normalCdf(-1.7, 0, 1),
    }),
    row('normal quantile', {
      here: () => normalQuantile(0.03),
      simple: () => simple.probit(0.03),
      stdlib: () => stdlib.normalQuantile(0.03, 0, 1),
    }),
    row('chi-square tail, 10 degrees', {
      here: () => chiSquareUpperTail(12.3, 10),
      simple: null,
      stdlib: () => 1 - stdlib.chiSquareCdf(12.3, 10),
    }),
  ];
}

interface Entrants {
  readonly here: () => unknown;
  readonly simple: (() => unknown) | null;
  readonly stdlib: (() => unknown) | null;
}

function row(name: string, entrants: Entrants): PeerRow {
  const present = Object.entries(entrants).filter(([, run]) => run !== null);
  const times = medianMicroseconds(present.map(([key, run]) => ({ name: key, run: run as () => unknown })));
  const findTime = (key: string) => times[present.findIndex(([name]) => name === key)] ?? null;
  return { name, here: findTime('here')!, simple: findTime('simple'), stdlib: findTime('stdlib') };
}

async function stdlibFunctions() {
  const load = async <T>(path: string): Promise<T> =>
    ((await import(`@stdlib/stats/${path}/lib/index.js`)) as { default: T }).default;
  type Accumulator = () => (value?: number) => number | null;
  const [skewness, kurtosis] = await Promise.all([
    load<Accumulator>('incr/skewness'),
    load<Accumulator>('incr/kurtosis'),
  ]);
  const mean = await load<Strided>('strided/dmeankbn2');
  const deviation = await load<Strided>('strided/dstdev');
  return {
    mean,
    deviation,
    moments: (x: Float64Array) => {
      const skew = skewness();
      const kurt = kurtosis();
      for (let i = 0; i < x.length; i++) {
        skew(x[i]!);
        kurt(x[i]!);
      }
      return [mean(x.length, x, 1), deviation(x.length, 1, x, 1), skew(), kurt()];
    },
    correlation: await load<Strided>('strided/dpcorr'),
    ranks: await load<(x: Float64Array) => number[]>('ranks'),
    normalCdf: await load<(x: number, mu: number, sigma: number) => number>('base/dists/normal/cdf'),
    normalQuantile: await load<(p: number, mu: number, sigma: number) => number>(
      'base/dists/normal/quantile',
    ),
    chiSquareCdf: await load<(x: number, k: number) => number>('base/dists/chisquare/cdf'),
  };
}
