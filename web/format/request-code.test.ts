import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCsv, formatPython, formatTypeScript } from './request-code.ts';

test('code names the credential and never shows it; without one there is none', () => {
  const url = "http://127.0.0.1:8080/api/links?q=it's";
  for (const format of [formatPython, formatTypeScript]) {
    assert.match(format({ url, credential: 'CROSSTAPE_KEY' }), /Bearer[\s\S]*CROSSTAPE_KEY/);
    assert.doesNotMatch(format({ url, credential: null }), /Bearer|process\.env|import os/);
    assert.ok(format({ url, credential: null }).includes(`"${url}"`));
  }
});

test('the longest list of an answer is its CSV, with plain numbers', () => {
  const rows = [
    { asset: 'hl-BTC', last: 77_621.5, venue: { id: 1 } },
    { asset: 'a "b", c', last: -0.000012, extra: true },
  ];
  assert.equal(
    formatCsv({ ok: true, few: [{ n: 1 }], nested: { rows } }),
    'asset,last,extra\r\nhl-BTC,77621.5,\r\n"a ""b"", c",-0.000012,true\r\n',
  );
});

test('a title that a spreadsheet would run as a formula is text', () => {
  assert.equal(
    formatCsv([{ title: '=HYPERLINK("x")', change: -1 }]),
    'title,change\r\n"\'=HYPERLINK(""x"")",-1\r\n',
  );
});

test('an answer without a list has a row for each thing that it names, or one for each member', () => {
  const venues = {
    ok: true,
    health: { kalshi: { ageMs: 4, error: null }, limitless: { ageMs: 5, error: 'x' } },
  };
  assert.equal(formatCsv(venues), 'key,ageMs,error\r\nkalshi,4,\r\nlimitless,5,x\r\n');
  assert.equal(
    formatCsv({ ok: true, risk: { sharpe: null, volPct: 4.5 }, tags: ['a'] }),
    'name,value\r\nok,true\r\nrisk.volPct,4.5\r\ntags.0,a\r\n',
  );
  assert.equal(formatCsv(null), null);
});
