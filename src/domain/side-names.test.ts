import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { rounds } from '../../test/support/long-tests.ts';
import { seededRandom } from '../../test/support/random.ts';
import { normaliseMarket } from '../venues/kalshi/normalise.ts';
import { eventRow, marketRow } from '../venues/kalshi/wire.ts';
import { nameSides, nameSidesAlone, type SideFacts } from './side-names.ts';

/** Builds a market of the event `Siena at Duke`. */
const market = (asset: string, facts: Partial<SideFacts> = {}): SideFacts => ({
  asset,
  title: 'Siena at Duke Winner?',
  eventTitle: 'Siena at Duke',
  outcomes: ['Yes', 'No'],
  answer: null,
  ...facts,
});
const yesNames = (members: readonly SideFacts[], isWhole = true) =>
  nameSides(members, isWhole).map(({ yesMeans }) => yesMeans);

describe('nameSides', () => {
  it('names the recorded markets of a game by their teams, which both titles hold', () => {
    const fixture = path.join(import.meta.dirname, '../venues/kalshi/fixtures/event-game.json');
    const { event, markets } = JSON.parse(readFileSync(fixture, 'utf8'));
    assert.ok(eventRow.accepts(event));
    const facts = markets.map((row: unknown): SideFacts => {
      assert.ok(marketRow.accepts(row));
      const { ticker, terms } = normaliseMarket(row, event);
      return { ...ticker, answer: terms.answer };
    });
    assert.deepEqual(new Set(facts.map(({ title }: SideFacts) => title)), new Set(['Siena at Duke Winner?']));
    assert.deepEqual(new Set(yesNames(facts)), new Set(['Siena', 'Duke']));
  });

  it('takes answers as they are, however one stands within another or within the title', () => {
    const answers = ['North', 'No change', '1', 'Dec 1', 'Dec 11', 'Duke', 'Duke Energy'];
    assert.deepEqual(yesNames(answers.map((answer, i) => market(`k-${i}`, { answer }))), answers);
  });

  it('names nothing of a market that is alone in its event, with Yes and No', () => {
    const alone = market('k-a', { answer: 'Mars' });
    assert.deepEqual(nameSides([alone], true), [{ yesMeans: null, noMeans: null }]);
    assert.deepEqual(yesNames([market('k-a')], false), [null]);
  });

  it('names a market by its answer where the list of its event may be cut short', () => {
    const alone = market('k-a', { answer: 'Mars' });
    assert.deepEqual(yesNames([alone], false), ['Mars']);
    assert.deepEqual(nameSidesAlone(alone), { yesMeans: 'Mars', noMeans: null });
  });

  it('names both sides where the venue labels them, in full where it says so', () => {
    const labelled = market('p-a', { outcomes: ['Up', 'Down'] });
    assert.deepEqual(nameSides([labelled], true), [{ yesMeans: 'Up', noMeans: 'Down' }]);
    const contest = market('h-a', { outcomes: ['WAS', 'IND'], sides: ['Washington', 'Indianapolis'] });
    assert.deepEqual(nameSidesAlone(contest), { yesMeans: 'Washington', noMeans: 'Indianapolis' });
    assert.deepEqual(yesNames([market('p-a', { outcomes: ['Same', 'same'] })]), [null]);
  });

  it('adds the answer to labels that several markets have', () => {
    const totals = ['O/U 2.5', 'O/U 3.5'].map((answer, i) =>
      market(`p-${i}`, { outcomes: ['Over', 'Under'], answer }),
    );
    const winner = market('p-w', { outcomes: ['Siena', 'Duke'] });
    assert.deepEqual(nameSides([...totals, winner], true), [
      { yesMeans: 'Over, O/U 2.5', noMeans: 'Under, O/U 2.5' },
      { yesMeans: 'Over, O/U 3.5', noMeans: 'Under, O/U 3.5' },
      { yesMeans: 'Siena', noMeans: 'Duke' },
    ]);
  });

  it('adds to equal answers the words of the titles in which the markets differ', () => {
    const names = yesNames(
      ['2027', '2028'].map((year) =>
        market(`k-${year}`, {
          answer: 'Above 5%',
          title: `Unemployment in ${year}? Above 5%`,
          eventTitle: null,
        }),
      ),
    );
    assert.deepEqual(names, ['Above 5%, 2027', 'Above 5%, 2028']);
  });

  it('adds the asset id to markets that nothing else tells apart', () => {
    assert.deepEqual(yesNames([market('k-a', { answer: 'Duke' }), market('k-b', { answer: ' DUKE ' })]), [
      'Duke (k-a)',
      'DUKE (k-b)',
    ]);
    const bare = ['k-a', 'k-b'].map((asset) => market(asset, { title: '', eventTitle: '' }));
    assert.equal(new Set(yesNames(bare)).size, 2);
  });

  it('reads the title where there is no answer, less what the title of the event says', () => {
    const read = (eventTitle: string | null, ...titles: string[]) =>
      yesNames(titles.map((title, i) => market(`h-${i}`, { title, eventTitle })));
    assert.deepEqual(read('Fed decision', 'Fed decision: Increase', 'Fed decision: No change'), [
      'Increase',
      'No change',
    ]);
    assert.deepEqual(
      read('BTC price range at 06:00 UTC', 'BTC above 7 at 06:00 UTC', 'BTC below 6 at 06:00 UTC'),
      ['above 7', 'below 6'],
    );
    assert.deepEqual(read('What price will Bitcoin hit?', '↑ 92,000', '↓ 81,000'), ['↑ 92,000', '↓ 81,000']);
    assert.deepEqual(read(null, 'Will it rain?', 'Will it snow?'), ['Will it rain?', 'Will it snow?']);
    assert.deepEqual(read('Rain?', 'Rain?', 'Snow?'), ['Rain?', 'Snow?']);
  });

  it('keeps names apart that look like the longer names of others', () => {
    const answers = ['A', 'A', 'A (k-0)', 'A (k-1)', 'A (k-0) (k-2)'];
    const names = yesNames(answers.map((answer, i) => market(`k-${i}`, { answer })));
    assert.equal(new Set(names).size, answers.length);
  });

  it('names 300 outcomes of few words apart, whatever their order', () => {
    const random = seededRandom(47);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
    const words = ['Yes', 'No', 'Duke', 'duke', 'North', '1', 'Dec 1', 'A (k-1)', ''];
    for (let round = 0; round < rounds(20, 400); round++) {
      const count = pick([1, 2, 7, 300]);
      const members = Array.from({ length: count }, (_, i) =>
        market(`k-${i}`, {
          answer: pick([null, ...words]),
          title: `${pick(words)} ${pick(words)} ${pick(words)}`,
          eventTitle: pick([null, 'Duke', 'North Duke']),
          outcomes: pick([
            ['Yes', 'No'],
            ['Up', 'Down'],
            ['Duke', 'North'],
          ] as const),
        }),
      );
      const names = yesNames(members);
      assert.equal(new Set(names.map((name) => name?.toLowerCase())).size, count, `round ${round}`);
      const shuffled = members.map((member) => ({ member, at: random() })).sort((a, b) => a.at - b.at);
      const again = yesNames(shuffled.map(({ member }) => member));
      for (const [i, { member }] of shuffled.entries())
        assert.equal(again[i], names[members.indexOf(member)], `round ${round}`);
    }
  });
});
