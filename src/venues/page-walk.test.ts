import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Intake } from '../upstream/intake.ts';
import { PageWalk } from './page-walk.ts';

type Page = readonly [names: string, next: string | null];

/** Adds pages, each with its rows as letters. @returns null when all were accepted, else the reason of the refusal. */
function walkPages(pages: readonly Page[], lastCount = 0): string | null {
  const intake = new Intake();
  const wire = { name: 'page', endpoint: 'list' };
  const walk = new PageWalk({ upstream: 'venue', wire, cursorMember: '/cursor', intake, lastCount });
  try {
    for (const [names, next] of pages) walk.add({ names: [...names], next });
    return null;
  } catch (error) {
    assert.equal(intake.refusals, 1);
    return (error as Error).message.replace('venue: page: ', '').replace(/ after \d+ rows$/, '');
  }
}

test('pages that lead in a circle, of whatever length, or nowhere, are no list', () => {
  const rows: [name: string, pages: Page[], reason: string | null][] = [
    ['one page', [['abc', null]], null],
    [
      'rows that move between pages',
      [
        ['abc', '1'],
        ['cde', '2'],
        ['efa', null],
      ],
      null,
    ],
    [
      'a last page of rows that were seen',
      [
        ['abc', '1'],
        ['abc', null],
      ],
      null,
    ],
    [
      'a circle of one',
      [
        ['abc', '1'],
        ['def', '1'],
      ],
      'the cursor repeats',
    ],
    [
      'a circle of two',
      [
        ['ab', '1'],
        ['cd', '2'],
        ['ef', '1'],
      ],
      'the cursor repeats',
    ],
    [
      'a circle of three',
      [
        ['ab', '1'],
        ['cd', '2'],
        ['ef', '3'],
        ['gh', '1'],
      ],
      'the cursor repeats',
    ],
    [
      'new cursors, old rows',
      [
        ['ab', '1'],
        ['ba', '2'],
      ],
      'a page comes again',
    ],
    [
      'new cursors, two pages by turns',
      [
        ['ab', '1'],
        ['cd', '2'],
        ['ab', '3'],
      ],
      'a page comes again',
    ],
    [
      'an empty page in the middle',
      [
        ['ab', '1'],
        ['', '2'],
        ['cd', null],
      ],
      'an empty page names a next one',
    ],
    [
      'an empty page first',
      [
        ['', '1'],
        ['ab', null],
      ],
      'an empty page names a next one',
    ],
    [
      'an empty page last',
      [
        ['ab', '1'],
        ['', null],
      ],
      null,
    ],
    ['nothing at all', [['', null]], null],
  ];
  for (const [name, pages, reason] of rows) assert.equal(walkPages(pages), reason, name);
  assert.equal(walkPages([['', null]], 7), 'the list is empty', 'where the last list had rows');
});
