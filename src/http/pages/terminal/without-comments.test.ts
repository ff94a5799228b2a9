import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { rounds } from '../../../../test/support/long-tests.ts';
import { removeComments } from './without-comments.ts';

/** Every so many of the modules are compared. */
const STEP = rounds(5, 1);

const ROOT = path.join(import.meta.dirname, '../../../..');

test('comments go, lines stay, and nothing that only looks like one is touched', () => {
  const rows: [script: string, without: string][] = [
    ['a(); // b', 'a();  '],
    ['/** a\n * b */\nc();', '\n\nc();'],
    ['a /* b */ + c', 'a   + c'],
    [`x = 'https://a'; // b`, `x = 'https://a';  `],
    ['x = "/* a */"', 'x = "/* a */"'],
    ["x = 'it\\'s // a'", "x = 'it\\'s // a'"],
    [`x = \`// \${/* a */ y} /* b */\``, `x = \`// \${  y} /* b */\``],
    [`x = \`\${{ a: \`}// \${b}\` }.a} // c\`; // d`, `x = \`\${{ a: \`}// \${b}\` }.a} // c\`;  `],
    ['x = `\\` // a`', 'x = `\\` // a`'],
    ['x.replace(/[\'"/]\\/\\//g, y) // a', 'x.replace(/[\'"/]\\/\\//g, y)  '],
    ["x = a / b; y = 'c' / d // e", "x = a / b; y = 'c' / d  "],
    ["return /\\/\\*'/.test(x)", "return /\\/\\*'/.test(x)"],
  ];
  for (const [script, without] of rows) assert.equal(removeComments(script), without, script);
});

test('modules of the terminal are the same programs without their comments', () => {
  const sources = globSync(['web/**/*.ts', 'client/src/**/*.ts'], { cwd: ROOT });
  assert.ok(sources.length > 80);
  // Both texts are generated again from their syntax trees, which drops comments and spaces.
  const parse = (source: string) => stripTypeScriptTypes(source, { mode: 'transform' });
  for (const file of sources.filter((_, at) => at % STEP === 0)) {
    const source = readFileSync(path.join(ROOT, file), 'utf8');
    const script = stripTypeScriptTypes(source);
    const without = removeComments(script);
    assert.equal(parse(without), parse(script), file);
    assert.equal(without.split('\n').length, script.split('\n').length, file);
    assert.doesNotMatch(without, /^\s*(?:\/\*\*|\*\/)/m, file);
  }
});
