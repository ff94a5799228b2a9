/**
 * How long links take: the first matching of many listings, and one new listing beside them.
 *
 *     node bin/with-node24 bench/links.ts [--markets 50000] [--rounds 7]
 *
 * The listings are made up in the wording of the venues: games, elections, prices, awards, on three venues each, so
 * that about a third of them has partners. Bars: first match 10 s, one new listing 20 ms, no slice above 10 ms.
 */
import { parseArgs } from 'node:util';
import { type BinaryState, epochMs } from '../src/domain/index.ts';
import { LinkIndex } from '../src/links/link-index.ts';
import { sampleMarket } from '../src/links/sample-markets.ts';

const { values } = parseArgs({
  options: { markets: { type: 'string', default: '50000' }, rounds: { type: 'string', default: '7' } },
});
const total = Number(values.markets);
const rounds = Number(values.rounds);
const RULES = `This market will resolve to "Yes" if the event in the title takes place. Otherwise, this market will resolve to "No". ${'The primary resolution source is official information; a consensus of credible reporting may also be used. '.repeat(6)}`;
const DAY_MS = 86_400_000;
const START = Date.parse('2026-12-01T17:00:00Z');
const COINS = ['Bitcoin', 'Ethereum', 'Solana', 'XRP', 'Dogecoin'];
const STATES = ['Ohio', 'Texas', 'Georgia', 'Nevada', 'Iowa', 'Maine', 'Utah', 'Oregon'];
const CLUBS = ['Arsenal', 'Chelsea', 'Everton', 'Fulham', 'Liverpool', 'Brentford', 'Burnley', 'Tottenham'];

const markets = Array.from({ length: total }, (_, position) => marketOf(position));
const memoryBefore = process.memoryUsage().rss;
const index = new LinkIndex({ curatedPath: null });
const startedAt = performance.now();
await index.update(markets);
const firstMs = performance.now() - startedAt;
const first = index.status();
console.log(`${total} listings, ${first.links} links, ${first.groups} groups`);
console.log(
  `first match   ${firstMs.toFixed(0)} ms (work ${first.lastMatchMs?.toFixed(0)} ms), longest slice ${first.longestSliceMs?.toFixed(1)} ms`,
);
console.log(`memory        ${((process.memoryUsage().rss - memoryBefore) / 2 ** 20).toFixed(0)} MiB more`);

const took: number[] = [];
const slices: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  // A poll makes every state anew, with equal texts.
  const list = markets.map((market) => ({ ...market, ticker: { ...market.ticker } }));
  list.push(marketOf(total + round));
  const from = performance.now();
  await index.update(list);
  took.push(performance.now() - from);
  slices.push(index.status().longestSliceMs ?? 0);
}
console.log(
  `one new       ${median(took).toFixed(1)} ms (median of ${rounds}), longest slice ${Math.max(...slices).toFixed(1)} ms`,
);

/** Three listings in a row ask the same on three venues. */
function marketOf(position: number): BinaryState {
  const topic = Math.floor(position / 3);
  const venue = (['pm', 'kalshi', 'limitless'] as const)[position % 3] ?? 'pm';
  const day = new Date(START + (topic % 200) * DAY_MS);
  const date = day.toLocaleDateString('en-US', {
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const asset = `${venue}-bench-${position}`;
  const endDate = day.toISOString();
  const more = { endDate, closeTime: endDate, eventKey: `event-${topic}` };
  switch (topic % 4) {
    case 0: {
      const coin = COINS[topic % COINS.length];
      const title = `Will the price of ${coin} be above $${(1_000 + topic).toLocaleString('en-US')} on ${date} at 5pm UTC?`;
      return sampleMarket(asset, { title, ...more, rules: `The resolution source is Binance. ${RULES}` });
    }
    case 1: {
      const title = `Will candidate ${name(topic)} win the ${2028 + (topic % 8) * 2} ${STATES[topic % STATES.length]} Senate race?`;
      return sampleMarket(asset, { title, ...more, rules: RULES });
    }
    case 2: {
      const [home = '', away = ''] = [
        CLUBS[topic % CLUBS.length],
        CLUBS[(topic + 1 + (topic % 5)) % CLUBS.length],
      ];
      return sampleMarket(asset, {
        title: `${home} vs ${away}`,
        outcomes: [home, away],
        ...more,
        terms: { startsAt: epochMs(day.getTime()) },
      });
    }
    default:
      return sampleMarket(asset, {
        title: `Will ${name(topic)} release a new album by ${date}?`,
        ...more,
        rules: RULES,
      });
  }
}

function name(seed: number): string {
  const syllables = ['ka', 'lo', 'mi', 'ra', 'te', 'vu', 'no', 'shi', 'ber', 'dan'];
  const part = (value: number) =>
    `${syllables[value % 10]}${syllables[Math.floor(value / 10) % 10]}${syllables[Math.floor(value / 100) % 10]}`;
  return `${part(seed * 7)} ${part(seed * 13 + 5)}${syllables[Math.floor(seed / 1_000) % 10]}`;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
