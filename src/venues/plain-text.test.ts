import assert from 'node:assert/strict';
import test from 'node:test';
import { removeMarkup } from './plain-text.ts';

test('descriptions lose their markup and keep their words and paragraphs', () => {
  const rows: [html: string, text: string][] = [
    [
      '<p>One <a href="https://x.example" target="_blank">link</a>.</p><p><br></p><p>Two.</p>',
      'One link.\n\nTwo.',
    ],
    ['a&nbsp;&amp;&nbsp;b &lt; c &quot;d&quot; &#39;e&#39; &#x20AC;', 'a & b < c "d" \'e\' €'],
    ['price < 5 and > 3', 'price < 5 and > 3'],
    ['<ul><li>one</li><li>two</li></ul>', 'one\ntwo'],
    ['<script>alert(1)</script>text', 'text'],
    ['&unknown; &#99999999;', '&unknown; &#99999999;'],
    ['', ''],
  ];
  for (const [html, text] of rows) assert.equal(removeMarkup(html), text);
});
