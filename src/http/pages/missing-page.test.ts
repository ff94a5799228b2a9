import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBench } from '../../../test/support/service-bench.ts';
import { renderMissingPage, wantsPage } from './missing-page.ts';

test('a person gets a page with what is spelt most like the address, a program the error of the API', async (t) => {
  const { app } = await startBench(t);
  const asPerson = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const page = await app.inject({ url: '/markts?q=1', headers: asPerson });
  assert.equal(page.statusCode, 404);
  assert.match(page.body, /no page <code>\/markts<\/code>[\s\S]*<li><a href="\/markets">Markets<\/a><\/li>/);
  assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; style-src 'self';/);
  assert.equal(page.headers['x-content-type-options'], 'nosniff');
  assert.equal((await app.inject({ url: '/markts' })).json().error, 'not_found');
  assert.equal((await app.inject({ url: '/api/nope', headers: asPerson })).json().error, 'not_found');
  const posted = await app.inject({ url: '/markts', method: 'POST', headers: asPerson });
  assert.equal(posted.json().error, 'not_found');
});

test('an address is text in its page, and cut', () => {
  const page = renderMissingPage(`/<script>alert(1)</script>${'x'.repeat(500)}`);
  assert.doesNotMatch(page, /<script/);
  assert.ok(page.length < 2_000);
  assert.equal(wantsPage('GET', '/', undefined), false);
});
