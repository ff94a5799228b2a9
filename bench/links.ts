/**
 * Measures the matching of links: the first matching of many listings, and one new listing beside them.
 *
 *     node bin/with-node24 bench/links.ts [--markets 50000] [--rounds 7]
 *
 * The listings are made up in the wording of the venues: games, elections, prices, awards, on three venues each, so
 * that four of five have partners. As in the service, each poll passes through the feed first, which marks the markets
 * with equal facts once for the recorder and the links; that time has its own row. Bars, by processor time of the
 * thread: first match 5 s, one new listing 10 ms, no slice above 5 ms.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type BinaryState, epochMs, FACTS } from '../src/domain/index.ts';
import { KnownFacts } from '../src/feed/local/known-facts.ts';
import { LinkIndex } from '../src/links/link-index.ts';
import { sampleMarket } from '../test/support/sample-markets.ts';

const { values } = parseArgs({
  options: { markets: { type: 'string', default: '50000' }, rounds: { type: 'string', default: '7' } },
});
const total = Number(values.markets);
const rounds = Number(values.rounds);
const RULES = `This market will resolve to "Yes" if the event in the title takes place. Otherwise, this market will resolve to "No". ${'The primary resolution source is official information; a consensus of credible reporting may also be used. '.repeat(6)}`;
const DAY_MS = 86_400_000;
const START = Date.parse('2026-12-01T17:00:00Z');
const DAYS = 200;
const COINS = ['Bitcoin', 'Ethereum', 'Solana', 'XRP', 'Dogecoin'];
const STATES = ['Ohio', 'Texas', 'Georgia', 'Nevada', 'Iowa', 'Maine', 'Utah', 'Oregon'];
const CLUBS = ['Arsenal', 'Chelsea', 'Everton', 'Fulham', 'Liverpool', 'Brentford', 'Burnley', 'Tottenham'];

const DATE_FORMAT = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Longest stretches between two turns: by the clock, and of processor time, which other processes do not lengthen. */
let longestCpuMs = 0;
let longestMs = 0;
let threadMs = 0;
let sliceStartedAt = { wall: performance.now(), cpu: threadCpuMs() };

const VENUES = ['pm', 'kalshi', 'limitless'] as const;
type Venue = (typeof VENUES)[number];
const markets = Array.from({ length: total }, (_, position) => buildMarket(position));
const memoryBefore = process.memoryUsage().rss;
const index = new LinkIndex({ curatedPath: null, yieldTurn });
const facts = { pm: new KnownFacts(), kalshi: new KnownFacts(), limitless: new KnownFacts() };
const marking: number[] = [];
await markAll(markets);
marking.length = 0;
const first = await measure(markets);
const { links, groups } = index.status();
console.log(`${total} listings, ${links} links, ${groups} groups`);
console.log(text('first match', [first]));
console.log(`memory        ${((process.memoryUsage().rss - memoryBefore) / 2 ** 20).toFixed(0)} MiB more`);

// One venue has polled: its states are all new, with equal texts; those of the others are the same objects.
const pollRounds: Figures[] = [];
const oneVenue: Figures[] = [];
const allVenues: Figures[] = [];
let list: BinaryState[] = markets;
const nextOfKalshi = Math.ceil(total / VENUES.length) * VENUES.length + VENUES.indexOf('kalshi');
for (let round = 0; round < rounds; round += 1) {
  list = await poll(list, ['kalshi']);
  pollRounds.push(await measure(list));
  list = await poll([...list, buildMarket(nextOfKalshi + round * 6)], ['kalshi']);
  oneVenue.push(await measure(list));
  list = await poll([...list, buildMarket(nextOfKalshi + round * 6 + 3)], VENUES);
  allVenues.push(await measure(list));
}
console.log(text('a poll, nothing new', pollRounds));
console.log(text('one new, its venue polled', oneVenue));
console.log(text('one new, all venues polled', allVenues));
console.log(`marking a poll of a third   ${median(marking).toFixed(1)} ms of processor, by the feed`);

/** Lists the markets after a poll of some venues. The new market of a list is of a venue that polls. */
async function poll(before: readonly BinaryState[], venues: readonly Venue[]): Promise<BinaryState[]> {
  const after = before.map((market) => (venues.includes(toVenue(market)) ? renewed(market) : market));
  await markAll(after, venues);
  return after;
}

async function markAll(states: readonly BinaryState[], venues: readonly Venue[] = VENUES): Promise<void> {
  for (const venue of venues) {
    const polled = states.filter((market) => toVenue(market) === venue);
    const before = threadCpuMs();
    await facts[venue].mark({
      venue: polled[0]!.ref.venue,
      receivedAt: epochMs(START),
      markets: polled,
      emptyBooks: 0,
    });
    marking.push(threadCpuMs() - before);
  }
}

interface Figures {
  readonly wallMs: number;
  /** User and system time of the whole process, hence with its garbage collector's threads. */
  readonly cpuMs: number;
  /** Time of matching on the thread of the event loop, without the turns that it gave away, ms. */
  readonly threadMs: number;
  /** Longest time between two turns, by the clock and by the processor time of this thread, ms. */
  readonly sliceMs: number;
  readonly sliceCpuMs: number;
}

async function measure(states: readonly BinaryState[]): Promise<Figures> {
  longestCpuMs = 0;
  longestMs = 0;
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  threadMs = 0;
  sliceStartedAt = { wall: performance.now(), cpu: threadCpuMs() };
  await index.update(states);
  endSlice();
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    wallMs: performance.now() - startedAt,
    cpuMs: (user + system) / 1_000,
    threadMs,
    sliceMs: longestMs,
    sliceCpuMs: longestCpuMs,
  };
}

async function yieldTurn(): Promise<void> {
  endSlice();
  await nextTurn();
  sliceStartedAt = { wall: performance.now(), cpu: threadCpuMs() };
}

function endSlice(): void {
  const cpuMs = threadCpuMs() - sliceStartedAt.cpu;
  threadMs += cpuMs;
  longestCpuMs = Math.max(longestCpuMs, cpuMs);
  longestMs = Math.max(longestMs, performance.now() - sliceStartedAt.wall);
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function toVenue({ ref }: BinaryState): Venue {
  return VENUES.find((venue) => ref.asset.startsWith(`${venue}-`))!;
}

/** A poll builds every state again, with equal texts and without the feed's mark. */
function renewed({ [FACTS]: _, ...market }: BinaryState): BinaryState {
  return { ...market, ticker: { ...market.ticker }, terms: { ...market.terms } };
}

function text(name: string, figures: readonly Figures[]): string {
  const middle = (get: (one: Figures) => number) => median(figures.map(get)).toFixed(1);
  const longest = (get: (one: Figures) => number) => Math.max(...figures.map(get)).toFixed(1);
  const took = `${middle(({ wallMs }) => wallMs)} ms, ${middle(({ cpuMs }) => cpuMs)} ms of processor, ${middle(({ threadMs: own }) => own)} ms of them own`;
  const slice = `${longest(({ sliceMs }) => sliceMs)} ms, ${longest(({ sliceCpuMs }) => sliceCpuMs)} ms of processor`;
  return `${name.padEnd(27)} ${took}; longest slice ${slice}`;
}

/** Three listings in a row ask the same on three venues. */
function buildMarket(position: number): BinaryState {
  const topic = Math.floor(position / 3);
  const venue = VENUES[position % 3] ?? 'pm';
  const day = new Date(START + (Math.floor(topic / 4) % DAYS) * DAY_MS);
  const date = DATE_FORMAT.format(day);
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
      // Each game once on each venue: every day has other pairs of clubs.
      const game = Math.floor(topic / 4 / DAYS);
      const home = CLUBS[game % CLUBS.length] ?? '';
      const away = CLUBS[(game + 1 + (Math.floor(game / CLUBS.length) % 7)) % CLUBS.length] ?? '';
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
