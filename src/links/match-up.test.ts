import assert from 'node:assert/strict';
import test from 'node:test';
import { alignSides, readMatchUp } from './match-up.ts';

test('a contest is read from the title or from the event, with the side that Yes pays on', () => {
  const rows: readonly (readonly [string, string, readonly [string, string], 0 | 1 | null | 'no contest'])[] =
    [
      ['Lakers vs. Celtics', '', ['Lakers', 'Celtics'], 0],
      ['Lakers vs. Celtics', '', ['Celtics', 'Lakers'], 1],
      ['George Washington at Utah Valley Winner?', '', ['Utah Valley', 'Utah Valley'], 1],
      ['Will Arsenal win?', 'Arsenal FC vs. Chelsea FC', ['Yes', 'No'], 0],
      ['Will Arsenal FC vs. Chelsea FC end in a draw?', 'Arsenal FC vs. Chelsea FC', ['Yes', 'No'], null],
      ['Arsenal vs Chelsea Winner?', 'Arsenal vs Chelsea', ['Tie', 'Tie'], null],
      ['World Cup Semifinal: England vs Argentina', '', ['England', 'Argentina'], 0],
      ['Lakers vs. Celtics: O/U 220.5', '', ['Over', 'Under'], 'no contest'],
      ['Will Arsenal score first?', 'Arsenal FC vs. Chelsea FC', ['Yes', 'No'], 'no contest'],
      ['Will Arsenal win the league?', 'Premier League', ['Yes', 'No'], 'no contest'],
    ];
  for (const [title, event, outcomes, expected] of rows) {
    const contest = readMatchUp(title, event, outcomes);
    assert.equal(contest === null ? 'no contest' : contest.yes, expected, title);
  }
});

test('sides are matched by city or nickname, in either order, and never half', () => {
  const read = (title: string) => readMatchUp(title, '', title.split(' vs ') as [string, string]);
  const align = (a: string, b: string) => {
    const [one, two] = [read(a), read(b)];
    return one === null || two === null ? 'unread' : alignSides(one, two);
  };
  assert.equal(align('Lakers vs Celtics', 'Los Angeles Lakers vs Boston'), 'straight');
  assert.equal(align('Lakers vs Celtics', 'Boston Celtics vs Los Angeles Lakers'), 'crossed');
  assert.equal(align('Lakers vs Celtics', 'Lakers vs Knicks'), null);
});
