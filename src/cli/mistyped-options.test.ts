import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from 'commander';
import { buildProgram, runCommandLine } from './command-line.ts';
import { describePath } from './examples.ts';

function listWithBelow(command: Command): Command[] {
  return [command, ...command.commands.flatMap((below) => listWithBelow(below as Command))];
}

/** Calls the program and collects its output and its exit code. */
async function call(t: { mock: typeof test.mock }, args: readonly string[]) {
  let text = '';
  const write = (chunk: string | Uint8Array) => {
    text += String(chunk);
    return true;
  };
  const streams = [process.stdout, process.stderr].map((stream) => t.mock.method(stream, 'write', write));
  const before = process.exitCode;
  try {
    await runCommandLine(args);
    return { text, code: process.exitCode };
  } finally {
    for (const { mock } of streams) mock.restore();
    process.exitCode = before;
  }
}

const program = await buildProgram('');
const commands = program.commands.flatMap((command) => listWithBelow(command as Command));

test('every command names a mistyped option last, below one line that leads to its help', async (t) => {
  assert.ok(commands.length > 50, String(commands.length));
  for (const command of commands) {
    const path = describePath(command).split(' ');
    const own = command.options.flatMap(({ long }) => (long == null ? [] : [`${long}s`]));
    for (const mistyped of ['--nope', ...own.slice(0, 3)]) {
      const { text, code } = await call(t, [...path, mistyped, 'x']);
      const said = `${path.join(' ')} ${mistyped}: ${text}`;
      assert.equal(code, 2, said);
      const [help, ...lines] = text.trimEnd().split('\n');
      assert.equal(help, `"crosstape ${path.join(' ')} --help" lists what can be given.`, said);
      assert.ok(lines.length <= 2, said);
      assert.ok(text.includes(`error: unknown option '${mistyped}'`), said);
      assert.match(lines.at(-1) ?? '', /^error: unknown option|^\(Did you mean /, said);
    }
  }
});

test('every option that takes a time reads it as HTTP does', () => {
  const options = commands.flatMap(({ options: own }) => own).filter(({ flags }) => flags.includes('<time>'));
  assert.ok(options.length > 5, String(options.length));
  for (const { flags, parseArg } of options) {
    assert.ok(parseArg !== undefined, flags);
    assert.equal(parseArg('2026-11-28', undefined), Date.UTC(2026, 10, 28), flags);
    for (const odd of ['1735689603', '11/28/2026', '2026-02-30', '2026-11-28T12:00', '9007199254740993'])
      assert.throws(() => parseArg(odd, undefined), /looks like|must be/, `${flags} ${odd}`);
  }
});
