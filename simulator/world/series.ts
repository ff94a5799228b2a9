import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/index.ts';
import type { Leg, Subject } from './event.ts';
import type { Series, Underlying } from './event-series.ts';
import { aboveProbability, logistic, noise } from './noise.ts';
import { hashName, pick, unit, whole } from './random.ts';
import type { Publication } from './references/publication.ts';
import { ACTIONS, AUTHORS, CANDIDATES, DATED, FED, PLACES, PRESIDENT, PRIZE, TEAMS } from './subjects.ts';
import { upDown } from './up-down.ts';

/** Every series of the world. @param fillers How many single questions are open at any time, about. */
export function createSeries(
  seed: number,
  underlyings: readonly Underlying[],
  fillers: number,
  publication: Publication,
): Series[] {
  const series: Series[] = [];
  for (const underlying of underlyings) {
    series.push(threshold('daily', 17, underlying), threshold('evening', 22, underlying));
    series.push(threshold('binance', 17, underlying));
    series.push(
      upDown('15m', 15 * MINUTE_MS, underlying, publication),
      upDown('hourly', HOUR_MS, underlying, publication),
    );
  }
  series.push(
    exclusive(seed, {
      name: 'fed',
      periodMs: 42 * DAY_MS,
      lifetimeMs: 90 * DAY_MS,
      subject: FED,
      labels: ['No change', '25 bps decrease', '50+ bps decrease', '25+ bps increase'],
    }),
    exclusive(seed, {
      name: 'president',
      periodMs: 1_461 * DAY_MS,
      lifetimeMs: 1_461 * DAY_MS,
      subject: PRESIDENT,
      labels: CANDIDATES,
    }),
    exclusive(seed, {
      name: 'prize',
      periodMs: 365 * DAY_MS,
      lifetimeMs: 365 * DAY_MS,
      subject: PRIZE,
      labels: AUTHORS,
    }),
  );
  for (let i = 0; i < 4; i++) series.push(match(seed, i));
  for (const topic of DATED) series.push(dates(seed, topic));
  for (let i = 0; i < fillers; i++) series.push(single(seed, i));
  return series;
}

/** Builds a ladder of strikes. The evening one differs from the daily one by its hour, the third by its source. */
function threshold(
  name: 'daily' | 'evening' | 'binance',
  hour: number,
  { ticker, name: long, priceAt }: Underlying,
): Series {
  return {
    name: `${name}-${ticker}`,
    kind: 'threshold',
    periodMs: DAY_MS,
    phaseMs: hour * HOUR_MS,
    lifetimeMs: 2 * DAY_MS,
    settleDelayMs: 5 * MINUTE_MS,
    build: (_n, _openAt, closeAt) => {
      // Another exchange prints a little above the index, so that some days end differently there.
      const decides = (t: number) => priceAt(t) * (name === 'binance' ? 1.0004 : 1);
      // All series of a day share their strikes, so that they look alike and are not the same.
      const anchor = priceAt(Math.floor(closeAt / DAY_MS) * DAY_MS - 2 * DAY_MS);
      const step = niceStep(anchor * 0.015);
      const middle = Math.round(anchor / step) * step;
      const legs = [-3, -2, -1, 0, 1, 2, 3].map((offset, index): Leg => {
        const strike = Number((middle + offset * step).toPrecision(8));
        return {
          index,
          label: `$${strike.toLocaleString('en-US', { maximumFractionDigits: 6 })}`,
          strike,
          probability: (t) => aboveProbability(decides(t), strike, closeAt - t),
          isTrue: () => decides(closeAt) > strike,
        };
      });
      const kalshiSeries = `KX${ticker}${{ daily: 'D', evening: 'E', binance: 'B' }[name]}`;
      const source = name === 'binance' ? 'Binance' : 'CF Benchmarks';
      return {
        subject: { name: long, ticker, category: 'Crypto', source, kalshiSeries, priceAt },
        legs,
      };
    },
  };
}

interface Exclusive {
  readonly name: string;
  readonly periodMs: number;
  readonly lifetimeMs: number;
  readonly subject: Subject;
  readonly labels: readonly string[];
}

function exclusive(seed: number, { name, periodMs, lifetimeMs, subject, labels }: Exclusive): Series {
  return {
    name,
    kind: 'exclusive',
    periodMs,
    phaseMs: whole(hashName(seed, name), 0, 10, 40) * DAY_MS + 18 * HOUR_MS,
    lifetimeMs,
    settleDelayMs: 30 * MINUTE_MS,
    build: (n, openAt, closeAt) => {
      const key = hashName(seed, `${name} ${n}`);
      const weights = (t: number) =>
        labels.map((_, i) => Math.exp(3 * unit(key, i) + 0.25 * noise(key + 10 * i, t)));
      const share = (t: number, index: number) => {
        const all = weights(t);
        return all[index]! / all.reduce((sum, weight) => sum + weight, 0);
      };
      const winner = weights(closeAt).reduce((best, w, i, all) => (w > all[best]! ? i : best), 0);
      const legs = labels.map(
        (label, index): Leg => ({
          index,
          label,
          strike: null,
          probability: (t) => {
            const done = Math.max(0, Math.min(1, (t - openAt) / (closeAt - openAt))) ** 6;
            return share(t, index) * (1 - done) + (index === winner ? done : 0);
          },
          isTrue: () => index === winner,
        }),
      );
      return { subject, legs };
    },
  };
}

function match(seed: number, index: number): Series {
  const name = `match-${index}`;
  return {
    name,
    kind: 'match',
    periodMs: DAY_MS,
    phaseMs: (18 + index) * HOUR_MS,
    lifetimeMs: 3 * DAY_MS,
    settleDelayMs: 10 * MINUTE_MS,
    build: (n, openAt, closeAt) => {
      const key = hashName(seed, `${name} ${n}`);
      const first = whole(key, 0, 0, TEAMS.length - 1);
      const second = (first + whole(key, 1, 1, TEAMS.length - 1)) % TEAMS.length;
      const probability = drifting(key, openAt, closeAt);
      const truth = () => probability(closeAt) > 0.5;
      const legs: Leg[] = [
        { index: 0, label: TEAMS[first]!, strike: null, probability, isTrue: truth },
        {
          index: 1,
          label: TEAMS[second]!,
          strike: null,
          probability: (t) => 1 - probability(t),
          isTrue: () => !truth(),
        },
      ];
      const subject: Subject = {
        name: `${TEAMS[first]} vs. ${TEAMS[second]}`,
        ticker: '',
        category: 'Sports',
        source: 'Premier Circuit',
        kalshiSeries: `KXCIRCUIT${index}GAME`,
      };
      return { subject, legs };
    },
  };
}

function dates(seed: number, topic: string): Series {
  return {
    name: `by-${topic}`,
    kind: 'dates',
    periodMs: 91 * DAY_MS,
    phaseMs: whole(hashName(seed, topic), 0, 0, 30) * DAY_MS,
    lifetimeMs: 91 * DAY_MS,
    settleDelayMs: HOUR_MS,
    build: (n, openAt, closeAt) => {
      const key = hashName(seed, `${topic} ${n}`);
      const base = drifting(key, openAt, closeAt);
      const legs = [0.4, 0.7, 1].map((part, index): Leg => {
        const date = new Date(openAt + part * (closeAt - openAt));
        return {
          index,
          label: date.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' }),
          strike: null,
          // A later date can only be likelier.
          probability: (t) => base(t) ** (1.6 - 0.6 * part),
          isTrue: () => base(closeAt) > 0.5,
        };
      });
      const number = 100 + (hashName(0, topic) % 900);
      return {
        subject: {
          name: topic,
          ticker: '',
          category: 'World',
          source: 'official announcement',
          kalshiSeries: `KXBY${number}`,
        },
        legs,
      };
    },
  };
}

function single(seed: number, index: number): Series {
  const name = `question-${index}`;
  const key = hashName(seed, name);
  const periodMs = whole(key, 0, 20, 90) * DAY_MS;
  return {
    name,
    kind: 'single',
    periodMs,
    phaseMs: whole(key, 1, 0, 30 * 24) * HOUR_MS,
    lifetimeMs: periodMs,
    settleDelayMs: 20 * MINUTE_MS,
    build: (n, openAt, closeAt) => {
      const own = hashName(seed, `${name} ${n}`);
      const probability = drifting(own, openAt, closeAt);
      const district = index < PLACES.length ? '' : ` District ${Math.floor(index / PLACES.length)}`;
      const place = `${PLACES[index % PLACES.length]}${district}`;
      const leg: Leg = {
        index: 0,
        label: '',
        strike: null,
        probability,
        isTrue: () => probability(closeAt) > 0.5,
      };
      const subject: Subject = {
        name: `${place} ${pick(own, 2, ACTIONS)}`,
        ticker: '',
        category: pick(own, 3, ['Politics', 'Economics', 'Culture', 'World', 'Science']),
        source: `${place} gazette`,
        kalshiSeries: `KXQ${index}`,
      };
      return { subject, legs: [leg] };
    },
  };
}

/** Wanders, and is drawn to the end on whose side it stands as its close comes near. */
function drifting(key: number, openAt: number, closeAt: number): (t: number) => number {
  const start = 4 * (unit(key, 5) - 0.5);
  return (t) => {
    const done = Math.max(0, Math.min(1, (t - openAt) / (closeAt - openAt)));
    const level = start + 0.35 * noise(key, t);
    return logistic(level * (1 + 4 * done ** 8));
  };
}

function niceStep(about: number): number {
  const power = 10 ** Math.floor(Math.log10(about));
  const lead = about / power;
  return (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power;
}
