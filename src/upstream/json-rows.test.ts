import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Slices } from '../scheduling/slices.ts';
import { JsonRows } from './json-rows.ts';

/** Parses a text in pieces of a given length. */
async function parse(text: string, piece: number): Promise<unknown> {
  const rows = new JsonRows(new Slices());
  for (let from = 0; from < text.length; from += piece) await rows.add(text.slice(from, from + piece));
  return rows.end();
}

const TEXTS = [
  '{"markets":[{"a":[1,2,{"b":"]}"}],"c":"x,\\"[{"},{"a":{}}],"cursor":"a[,]b","n":[]}',
  '[{"a":1},[2,[3]],"four",5,null]',
  ' [ [1,[2,3]] , {"x":[ ]} ] ',
  '{"a":[ ],"b":[1],"a":[2],"c":{"d":[1,2]},"e":"[1]"}',
  '{"__proto__":[1,{"__proto__":2}],"a":"\\\\","b":["\\\\\\"",",","\\u005d"]}',
  '{}',
  '[]',
  '7',
  '"[,]"',
  'null',
  '[[[[1]]]]',
  '{"a":{"b":[{"c":[1,2]},3]}}',
];

test('a text in pieces of any length gives what JSON.parse gives', async () => {
  for (const text of TEXTS) {
    for (const piece of [1, 2, 3, 7, 1_000]) {
      assert.deepEqual(await parse(text, piece), JSON.parse(text), `${text} by ${piece}`);
    }
  }
  const [plain] = (await parse('["a\\u0000\\ud800"]', 4)) as string[];
  assert.equal(plain, 'a\uFFFD\uFFFD');
});

test('what is no JSON is refused as a whole', async () => {
  const whole = TEXTS[0]!;
  const cut = Array.from({ length: whole.length }, (_, i) => whole.slice(0, i));
  const wrong = [
    '[1,]',
    '[,1]',
    '[1 2]',
    '{"a":[1}',
    '{"a":[{]}',
    '[1]]',
    '[1],',
    '{"a":[1] 2}',
    '["\u0001"]',
    'a',
    '[01]',
    '{"a":[1],}',
    '[1',
    '{"a":[1,,2]}',
  ];
  for (const text of [...cut, ...wrong]) {
    assert.throws(() => JSON.parse(text), SyntaxError, text);
    for (const piece of [1, 3, 1_000])
      await assert.rejects(parse(text, piece), SyntaxError, `${text} by ${piece}`);
  }
});

test('a text with random changes is read, or refused, as JSON.parse does', async () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  const marks = '[]{},:"\\ 1a';
  for (let i = 0; i < 3_000; i++) {
    const text = TEXTS[random(TEXTS.length)]!;
    const at = random(text.length);
    const changed = text.slice(0, at) + marks[random(marks.length)] + text.slice(at + random(3));
    let expected: { readonly value: unknown } | null = null;
    try {
      expected = { value: JSON.parse(changed) };
    } catch {
      // The text is no JSON. That the parser refuses it too is checked below.
    }
    const found = await parse(changed, 1 + random(9)).then(
      (value) => ({ value }),
      () => null,
    );
    assert.deepEqual(found, expected, changed);
  }
});

test('a long page gives the event loop its turns while it is parsed', async () => {
  const page = JSON.stringify({
    rows: Array.from({ length: 2_000 }, (_, i) => ({ id: i, text: 'x'.repeat(500) })),
  });
  let now = 0;
  let turns = 0;
  const slices = new Slices({
    sliceMs: 4,
    // One millisecond passes between two checks of the clock.
    now: () => now++,
    yieldTurn: async () => {
      turns++;
    },
  });
  const rows = new JsonRows(slices);
  await rows.add(page);
  assert.equal((rows.end() as { rows: unknown[] }).rows.length, 2_000);
  assert.ok(turns >= 10, `${turns} turns`);
});
