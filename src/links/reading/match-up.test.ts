import assert from 'node:assert/strict';
import test from 'node:test';
import { getBuiltInVocabulary } from '../vocabulary/built-in.ts';
import { alignSides, readMatchUp } from './match-up.ts';
import { isSamePerson } from './sides.ts';

const vocabulary = getBuiltInVocabulary();

function read(
  title: string,
  event: string,
  labels: readonly [string, string],
  { league = null }: { league?: string | null } = {},
) {
  const prepare = (text: string) => vocabulary.prepare(text);
  return readMatchUp(
    {
      title: prepare(title),
      event: prepare(event),
      labels: [prepare(labels[0]), prepare(labels[1])],
    },
    vocabulary,
    league === null ? null : vocabulary.findLeague(league),
  );
}

test('a contest is read from the title or from the event, with the side that Yes pays on', () => {
  const rows: readonly (readonly [string, string, readonly [string, string], 0 | 1 | null | 'no contest'])[] =
    [
      ['Lakers vs. Celtics', '', ['Lakers', 'Celtics'], 0],
      ['Lakers vs. Celtics', '', ['Celtics', 'Lakers'], 1],
      ['George Washington at Utah Valley Winner?', '', ['Utah Valley', 'Utah Valley'], 1],
      ['Will Arsenal win?', 'Arsenal FC vs. Chelsea FC', ['Yes', 'No'], 0],
      ['Will Arsenal beat Chelsea?', '', ['Yes', 'No'], 0],
      ['Will Arsenal FC vs. Chelsea FC end in a draw?', 'Arsenal FC vs. Chelsea FC', ['Yes', 'No'], null],
      ['Arsenal vs Chelsea Winner?', 'Arsenal vs Chelsea', ['Tie', 'Tie'], null],
      ['Premier League: Arsenal vs Chelsea', '', ['Arsenal', 'Chelsea'], 0],
      ['World Cup Semifinal: England vs Argentina', '', ['England', 'Argentina'], 0],
      ['Lakers vs. Celtics (BO3)', '', ['Lakers', 'Celtics'], 0],
    ];
  for (const [title, event, labels, expected] of rows) {
    const contest = read(title, event, labels);
    assert.equal(contest === null ? 'no contest' : contest.yes, expected, title);
  }
});

test('a part of a contest, or a figure of it, is not the contest', () => {
  const sides = ['Lakers', 'Celtics'] as const;
  const rows: readonly (readonly [string, string, readonly [string, string]])[] = [
    ['Lakers vs. Celtics: O/U 220.5', '', ['Over', 'Under']],
    ['Lakers vs. Celtics: 1H Moneyline', 'Lakers vs. Celtics', sides],
    ['First half: Lakers vs. Celtics', '', sides],
    ['First half: Lakers vs. Celtics', 'First half: Lakers vs. Celtics', sides],
    ['Spread: Lakers (-5.5)', 'Lakers vs. Celtics', sides],
    ['Most rebounds: Lakers vs. Celtics', 'Lakers vs. Celtics', sides],
    ['Overtime in Lakers vs. Celtics?', 'Lakers vs. Celtics', ['Yes', 'No']],
    ['Lakers vs. Celtics (Game 2)', '', sides],
    ['Lakers vs. Celtics: Map 1', '', sides],
    ['Map 1: Lakers vs. Celtics', 'Lakers vs. Celtics', sides],
    ['Second place: Lakers vs. Celtics', 'Lakers vs. Celtics', sides],
    ['Lakers vs. Celtics', '', ['Lakers Zanzibar', 'Celtics']],
    ['Draw at halftime?', 'Arsenal FC vs. Chelsea FC', ['Yes', 'No']],
    ['Will Arsenal win the first half?', 'Arsenal FC vs. Chelsea FC', ['Yes', 'No']],
    ['Will Arsenal win by 2 goals?', 'Arsenal FC vs. Chelsea FC', ['Yes', 'No']],
    ['Will Arsenal score first?', 'Arsenal FC vs. Chelsea FC', ['Yes', 'No']],
    ['Will Arsenal win the league?', 'Premier League', ['Yes', 'No']],
    ['Will Arsenal advance?', 'Arsenal FC vs. Chelsea FC', ['Yes', 'No']],
    ['Will Adrien Brody win Best Actor at the Oscars?', '', ['Adrien Brody', 'No']],
  ];
  for (const [title, event, labels] of rows) assert.equal(read(title, event, labels), null, title);
});

test('sides are matched by city or nickname where the league is known, in either order, and never half', () => {
  const game = (title: string, league: string | null = 'nba') =>
    read(title, '', title.split(' vs ') as [string, string], { league });
  const align = (a: string, b: string, league: string | null = 'nba') => {
    const [one, two] = [game(a, league), game(b, league)];
    return one === null || two === null ? 'unread' : alignSides(one, two);
  };
  assert.equal(align('Lakers vs Celtics', 'Los Angeles Lakers vs Boston'), 'straight');
  assert.equal(align('Lakers vs Celtics', 'Boston Celtics vs Los Angeles L'), 'crossed');
  assert.equal(align('Lakers vs Celtics', 'Los Angeles C vs Boston'), null);
  assert.equal(align('Lakers vs Celtics', 'Lakers vs Knicks'), null);
  assert.equal(align('Michigan vs Ohio', 'Michigan State vs Ohio State', null), null);
  assert.equal(align('Barcelona vs Real Madrid', 'Barcelona Femeni vs Real Madrid', 'laliga'), null);
});

test('a family name stands for a person, and no other part of the name does', () => {
  assert.ok(isSamePerson(['jannik', 'sinner'], ['sinner']));
  assert.ok(!isSamePerson(['jannik', 'sinner'], ['jannik']));
  assert.ok(!isSamePerson(['francisco', 'cerundolo'], ['juan', 'cerundolo']));
});
