import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { parseCuratedLinks, readCuratedLinks } from './curated.ts';

test('a curated link needs two assets and a relation; the rest has defaults', () => {
  const { pairs: links, error } = parseCuratedLinks('[{"a":"PM-x","b":"kalshi-Y","relation":"same"}]');
  assert.equal(error, null);
  assert.deepEqual(links, [
    {
      a: 'pm-x',
      b: 'kalshi-y',
      relation: 'same',
      confidence: 1,
      reasons: ['Curated by hand.'],
      source: 'curated',
      differences: [],
    },
  ]);
});

test('a broken curated file gives no links and says why', () => {
  const rows: readonly (readonly [string, RegExp])[] = [
    ['{', /not JSON/],
    ['{}', /does not fit/],
    ['[{"a":"pm-x","relation":"same"}]', /does not fit/],
    ['[{"a":"pm-x","b":"kalshi-y","relation":"equal"}]', /does not fit/],
    ['[{"a":"pm-x","b":"kalshi-y","relation":"same","confidence":2}]', /does not fit/],
    ['[{"a":"pm-x","b":"kalshi-y","relation":"same","sure":true}]', /does not fit/],
    ['[{"a":"pm-x","b":"nowhere-y","relation":"same"}]', /entry 0: not an asset id/],
    ['[{"a":"pm-x","b":"pm-X","relation":"same"}]', /itself/],
  ];
  for (const [text, reason] of rows) {
    const { pairs: links, error } = parseCuratedLinks(text);
    assert.deepEqual(links, [], text);
    assert.match(error ?? '', reason, text);
  }
});

test('a curated file that does not exist holds no links', async () => {
  const read = await readCuratedLinks(path.join(import.meta.dirname, 'nowhere', 'links.json'));
  assert.deepEqual(read, { pairs: [], error: null });
});
