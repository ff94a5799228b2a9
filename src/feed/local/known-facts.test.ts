import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleMarket } from '../../../test/support/sample-markets.ts';
import { epochMs, FACTS, type MarketState } from '../../domain/index.ts';
import { KnownFacts } from './known-facts.ts';

async function mark(
  facts: KnownFacts,
  markets: readonly MarketState[],
): Promise<readonly (object | undefined)[]> {
  await facts.mark({ venue: 'polymarket', receivedAt: epochMs(1), markets, emptyBooks: 0 });
  return markets.map((market) => market[FACTS]);
}

test('facts are the same object as long as nothing of them changes', async () => {
  const facts = new KnownFacts();
  const say = async (title: string, yesPrice: number) =>
    (await mark(facts, [sampleMarket('pm-a', { title, yesPrice })]))[0];
  const first = await say('Will it rain?', 0.4);
  assert.notEqual(first, undefined);
  assert.equal(await say('Will it rain?', 0.5), first);
  assert.notEqual(await say('Will it snow?', 0.5), first);
});

test('a market that settles, or whose event turns out to be of another kind, gets another mark', async () => {
  const facts = new KnownFacts();
  const say = async (more: object) => {
    const market = sampleMarket('pm-a', { title: 'Will it rain?' });
    return (await mark(facts, [{ ...market, ticker: { ...market.ticker, ...more } }]))[0];
  };
  const first = await say({});
  assert.equal(await say({ status: 'closed' }), first);
  const settled = await say({ status: 'resolved' });
  assert.notEqual(settled, first);
  assert.equal(await say({ status: 'resolved' }), settled);
  const open = await say({});
  assert.notEqual(open, settled);
  const exclusive = await say({ exclusive: true });
  assert.notEqual(exclusive, open);
  assert.notEqual(await say({ exclusive: true, exhaustive: true }), exclusive);
});

test('a market that has left and come back is compared again', async () => {
  const facts = new KnownFacts();
  const [a, b] = [sampleMarket('pm-a', {}), sampleMarket('pm-b', {})];
  const [first] = await mark(facts, [a, b]);
  await mark(facts, [b]);
  assert.notEqual((await mark(facts, [b, sampleMarket('pm-a', {})]))[1], first);
});

test('the order of a list does not matter: what is listed elsewhere, between others or twice keeps its facts', async () => {
  const facts = new KnownFacts();
  const named = (...names: string[]) => names.map((name) => sampleMarket(`pm-${name}`, { title: name }));
  const [a, b, c] = await mark(facts, named('a', 'b', 'c'));
  assert.deepEqual(new Set([a, b, c]).size, 3);
  const [first, otherC, otherA, otherB] = await mark(facts, named('first', 'c', 'a', 'b'));
  for (const [one, two] of [
    [otherA, a],
    [otherB, b],
    [otherC, c],
  ])
    assert.equal(one, two);
  assert.ok(first !== undefined && ![a, b, c].includes(first));
  const twice = await mark(facts, named('b', 'b', 'c', 'a'));
  for (const [i, one] of [b, b, c, a].entries()) assert.equal(twice[i], one);
});

test('what tells facts apart is neither stored nor sent', async () => {
  const market = sampleMarket('pm-a', {});
  const before = JSON.stringify(market);
  await mark(new KnownFacts(), [market]);
  assert.equal(JSON.stringify(market), before);
});

test('a state whose facts are those of the poll before holds what that one holds, and a changed one its own', async () => {
  const facts = new KnownFacts();
  const say = async (title: string) => {
    const market = sampleMarket('pm-a', { title, yesPrice: 0.4 });
    await mark(facts, [market]);
    return market;
  };
  const [first, same, other] = [
    await say('Will it rain?'),
    await say('Will it rain?'),
    await say('Will it snow?'),
  ];
  assert.ok(first.kind === 'binary' && same.kind === 'binary' && other.kind === 'binary');
  assert.equal(same.ref, first.ref);
  assert.equal(same.terms, first.terms);
  assert.equal(same.ticker.outcomes, first.ticker.outcomes);
  assert.notEqual(other.ref, first.ref);
  assert.equal(other.ticker.title, 'Will it snow?');
});

/** Builds a market of the event `E` with this answer. */
const answering = (name: string, answer: string | null, eventKey: string | null = 'E') => {
  const market = sampleMarket(`pm-${name}`, { title: `Will ${name} win?`, eventKey });
  return { ...market, terms: { ...market.terms, answer } };
};
const readNames = (markets: readonly MarketState[]) =>
  markets.map((market) => (market.kind === 'binary' ? market.ticker.yesMeans : null));

test('the sides of an event are named when a market comes, changes or leaves, and its facts are others then', async () => {
  const known = new KnownFacts();
  const see = async (...markets: MarketState[]) => {
    const facts = await mark(known, markets);
    return { facts, names: readNames(markets) };
  };
  const alone = await see(answering('a', 'Duke'));
  assert.deepEqual(alone.names, [null]);
  const joined = await see(answering('a', 'Duke'), answering('b', 'Siena'), answering('c', 'Duke', 'F'));
  assert.deepEqual(joined.names, ['Duke', 'Siena', null]);
  assert.notEqual(joined.facts[0], alone.facts[0]);
  const same = await see(answering('b', 'Siena'), answering('a', 'Duke'), answering('c', 'Duke', 'F'));
  assert.deepEqual(same.names, ['Siena', 'Duke', null]);
  assert.deepEqual(same.facts, [joined.facts[1], joined.facts[0], joined.facts[2]]);
  const moved = await see(answering('a', 'Duke'), answering('b', 'Siena'), answering('c', 'Duke'));
  assert.deepEqual(moved.names, ['Duke, a', 'Siena', 'Duke, c']);
  const left = await see(answering('a', 'Duke'));
  assert.deepEqual(left.names, [null]);
});

test('a market whose event is cut by our limit is named by its answer, one without an event by nothing', async () => {
  const markets = [answering('a', 'Duke'), answering('b', 'Siena', 'F'), answering('c', 'Mars', null)];
  const poll = { venue: 'polymarket', receivedAt: epochMs(1), markets, emptyBooks: 0 } as const;
  await new KnownFacts().mark({ ...poll, isEventCut: (event) => event === 'E' });
  assert.deepEqual(readNames(markets), ['Duke', null, null]);
  await new KnownFacts().mark({ ...poll, isCutAtLimit: true });
  assert.deepEqual(readNames(markets), ['Duke', 'Siena', null]);
});
