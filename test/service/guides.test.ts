import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { renderGuide } from '../../src/http/pages/guide-html.ts';
import { startBench } from '../support/service-bench.ts';

const DOCS = path.join(import.meta.dirname, '..', '..', 'docs');
const NAMES = globSync('**/*.md', { cwd: DOCS }).map((file) => file.slice(0, -3).split(path.sep).join('/'));

test('every page of the documentation is served, and every link between them leads to one', async (t) => {
  const { app } = await startBench(t);
  const pages = new Map<string, string>();
  for (const name of NAMES) {
    const address = name === 'README' ? '/docs/guides' : `/docs/guides/${name}`;
    const response = await app.inject(address);
    assert.equal(response.statusCode, 200, address);
    assert.equal(response.headers['content-type'], 'text/html; charset=utf-8');
    assert.match(
      String(response.headers['content-security-policy']),
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    pages.set(address, response.body);
  }
  for (const [address, html] of pages) {
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) {
      if (!href.startsWith('/docs/guides') || href.endsWith('.css')) continue;
      const [page = '', fragment] = href.split('#');
      const target = pages.get(page);
      assert.ok(target !== undefined, `${address} links to ${href}`);
      if (fragment !== undefined)
        assert.ok(target.includes(`id="${fragment}"`), `${address} links to ${href}`);
    }
  }
  assert.equal((await app.inject('/docs/guides.css')).headers['content-type'], 'text/css; charset=utf-8');
});

test('only pages of the folder are guides', async (t) => {
  const { app } = await startBench(t);
  for (const name of ['nope', '../package', '..%2fREADME', 'venues', 'README.md', '%00']) {
    const response = await app.inject(`/docs/guides/${name}`);
    assert.ok([400, 404].includes(response.statusCode), name);
    assert.equal(response.json().ok, false);
  }
});

test('a page runs nothing, no matter what is in it', () => {
  const html = renderGuide(
    'venues/page',
    [
      '# <script>alert(1)</script> & more',
      '<img src=x onerror=alert(1)>',
      '[run](javascript:alert(1)) [up](../api.md#answers) [out](../../src/main.js) [here](#b)',
      '## B',
      '## B',
      '| a |\n| --: |\n| 1 |',
    ].join('\n\n'),
  );
  assert.ok(!/<script(?! type="module" src="\/docs\/guides\.js">)|<img|javascript:/.test(html));
  assert.ok(html.includes('<a href="/docs/guides/api#answers">up</a> out <a href="#b">here</a>'));
  assert.ok(
    html.includes('id="b"') && html.includes('id="b-1"') && html.includes('<td class="right">1</td>'),
  );
});

test('a page of several sections begins with its contents', () => {
  const html = renderGuide('page', '# Page\n\n## One & two\n\n### Part\n\n## Three\n\n#### Deep');
  assert.match(
    html,
    /<summary>Contents<\/summary>\n<ol>\n<li class="depth-2"><a href="#one--two">One &amp; two<\/a><\/li>\n<li class="depth-3"><a href="#part">Part<\/a><\/li>\n<li class="depth-2"><a href="#three">Three<\/a><\/li>\n<\/ol>/,
  );
  assert.doesNotMatch(renderGuide('page', '# Page\n\n## One'), /Contents/);
});
