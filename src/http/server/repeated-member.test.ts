import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findRepeatedMember } from './repeated-member.ts';

test('a member that stands twice in one object is found, however it is written and nested', () => {
  const rows: [json: string, name: string | null][] = [
    ['{"side":"buy","side":"sell"}', 'side'],
    ['{"side":"buy","\\u0073ide":"sell"}', 'side'],
    ['{"a":{"b":1},"c":[{"d":1,"e":2,"d":3}]}', 'd'],
    ['{"":1,"":2}', ''],
    ['{"a\\"b":1,"a\\"b":2}', 'a"b'],
    ['{"a":{"a":{"a":[{"a":1},{"a":2}]}}}', null],
    ['{"a":"b","b":"a"}', null],
    ['{"a":["b","b","a"],"b":"{\\"a\\":1,\\"a\\":2}"}', null],
    ['["a","a",{"a":1}]', null],
    ['"a"', null],
    ['{}', null],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ];
  for (const [json, name] of rows) {
    JSON.parse(json);
    assert.equal(findRepeatedMember(json), name, json);
  }
});

test('no JSON that was written from a value repeats a member, and one that is put in twice is found', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (value) => {
      const json = JSON.stringify(value);
      assert.equal(findRepeatedMember(json), null);
      const [name] = Object.keys(value) as [string];
      assert.equal(findRepeatedMember(`${json.slice(0, -1)},${JSON.stringify(name)}:null}`), name);
    }),
  );
});
