import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnplainMember, isPlainText, parsePlainJson, toPlainText } from './text.ts';

test('a text is plain without NUL and without half of a surrogate pair', () => {
  for (const text of ['', 'é', '😀', '\u0001', '\uFFFD']) {
    assert.equal(isPlainText(text), true);
    assert.equal(toPlainText(text), text);
  }
  for (const [text, plain] of [
    ['a\0b', 'a\uFFFDb'],
    ['\ud83d', '\uFFFD'],
    ['\ude00x', '\uFFFDx'],
    ['\ude00\ud83d', '\uFFFD\uFFFD'],
    ['😀'.slice(0, 1), '\uFFFD'],
  ] as const) {
    assert.equal(isPlainText(text), false);
    assert.equal(toPlainText(text), plain);
  }
});

test('JSON from outside is plain in every text and name', () => {
  const json = String.raw`{"a\u0000": ["\ud800", {"b": "\uDE00\\u0000", "c": "\ud83d\ude00", "d": 1e2, "e": null}], "__proto__": "\u0000"}`;
  const value = parsePlainJson(json);
  assert.equal(
    JSON.stringify(value),
    JSON.stringify(
      JSON.parse(
        String.raw`{"a\uFFFD": ["\uFFFD", {"b": "\uFFFD\\u0000", "c": "😀", "d": 100, "e": null}], "__proto__": "\uFFFD"}`,
      ),
    ),
  );
  assert.equal(
    parsePlainJson(String.raw`"\\ud83d\ude00"`),
    '\\ud83d\uFFFD',
    'an escaped backslash begins no escape',
  );
  assert.throws(() => parsePlainJson('{'), SyntaxError);
});

test('a member that is not plain is named', () => {
  const find = (json: string) => findUnplainMember(json, JSON.parse(json));
  assert.equal(find(String.raw`{"a": "\u0041", "b": "\ud83d\ude00", "c": "\\u0000"}`), null);
  assert.equal(find(String.raw`{"a": 1, "legs": [{}, {"asset": "\u0000"}]}`), 'legs.1.asset');
  assert.equal(find(String.raw`{"a": {"\ud800": 1}}`), 'a');
  assert.equal(find(String.raw`{"\u0000": 1}`), '');
  assert.equal(find(String.raw`"\u0000"`), '');
});
