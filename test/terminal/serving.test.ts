import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VENUE_LIST } from '../../src/domain/index.ts';
import { TerminalFiles } from '../../src/http/pages/terminal/terminal-files.ts';
import { TERMINAL_PAGES } from '../../src/http/pages/terminal/terminal-page.ts';
import { startBench } from '../support/service-bench.ts';

const files = TerminalFiles.read();

test('a page may run and load what the service serves, and knows both addresses', async (t) => {
  const { app } = await startBench(t);
  for (const segment of TERMINAL_PAGES.keys()) {
    const { statusCode, headers, body } = await app.inject({
      url: `/${segment}`,
      headers: { host: 'box.local:8080' },
    });
    assert.equal(statusCode, 200, segment);
    assert.equal(headers['cache-control'], 'no-cache');
    assert.match(String(headers['content-type']), /^text\/html/);
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self' http://box.local:8081; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html",
    );
    assert.match(body, /data-server="main" data-other="http:\/\/box\.local:8081" data-admin="token"/);
    assert.doesNotMatch(body, /\sstyle=|<script>|<style/);
    const [, venues = ''] = /data-venues="([^"]+)"/.exec(body) ?? [];
    const named = JSON.parse(venues.replaceAll('&quot;', '"')) as { id: string; title: string }[];
    assert.deepEqual(
      named.map(({ id, title }) => [id, title]),
      Object.entries(VENUE_LIST).map(([id, { title }]) => [id, title]),
    );
  }
});

test('a host that is none gets into neither header nor page', async (t) => {
  const { app } = await startBench(t);
  const { headers, body } = await app.inject({ url: '/', headers: { host: 'a"><script>alert(1)</script>' } });
  assert.doesNotMatch(String(headers['content-security-policy']), /alert/);
  assert.doesNotMatch(body, /alert/);
});

test('a page that has not changed is 304', async (t) => {
  const { app } = await startBench(t);
  const { headers } = await app.inject('/markets');
  const again = await app.inject({ url: '/markets', headers: { 'if-none-match': String(headers.etag) } });
  assert.equal(again.statusCode, 304);
  assert.equal(again.body, '');
});

test('files are forever under their hash, compressed, and unknown under any other', async (t) => {
  const { app } = await startBench(t);
  for (const encoding of ['br', 'gzip', 'zstd']) {
    const { statusCode, headers } = await app.inject({
      url: `${files.base}/web/main.ts`,
      headers: { 'accept-encoding': encoding },
    });
    assert.equal(statusCode, 200);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['content-encoding'], encoding);
    assert.match(String(headers['content-type']), /^text\/javascript/);
  }
  for (const url of [
    '/terminal/other/web/main.ts',
    `${files.base}/web/../package.json`,
    `${files.base}/package.json`,
  ]) {
    assert.equal((await app.inject(url)).statusCode, 404, url);
  }
  const icon = await app.inject('/favicon.ico');
  assert.equal((await app.inject(String(icon.headers.location))).headers['content-type'], 'image/svg+xml');
});

test('every module is erasable, and imports what is served', () => {
  for (const name of files.names.filter((each) => each.endsWith('.ts'))) {
    const text = files.find(name)?.body.toString('utf8') ?? '';
    const bare = [...text.matchAll(/^\s*(?:import|export)\b[^'"();=]*?\bfrom\s*'([^./][^']*)'/gm)];
    assert.deepEqual(
      bare.map(([, specifier]) => specifier),
      [],
      name,
    );
    assert.doesNotThrow(() => files.resolveGraph([name]), name);
  }
});
