import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from 'commander';
import { buildProgram } from './command-line.ts';
import { describePath, EXAMPLES } from './examples.ts';

test('every command has examples, which it accepts, and prints them', async () => {
  const leaves = listLeaves(await buildProgram(''));
  assert.deepEqual(Object.keys(EXAMPLES).sort(), leaves.map(describePath).sort());
  for (const [name, examples] of Object.entries(EXAMPLES)) {
    for (const example of examples) {
      // Commander keeps parsed options, so each example gets a program of its own.
      const program = await buildProgram('');
      const leaf = listLeaves(program).find((command) => describePath(command) === name) ?? assert.fail(name);
      let isRun = false;
      leaf.action(() => {
        isRun = true;
      });
      const words = [...example.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
      assert.equal(words[0], 'crosstape');
      await program.parseAsync(
        words.slice(1).filter((_, i, all) => !all.slice(0, i + 1).includes('>')),
        {
          from: 'user',
        },
      );
      assert.ok(isRun, example);
    }
  }
});

test('the help of a command ends with its examples, and with the form of times where it takes one', async () => {
  const [withTime, without] = await Promise.all([readHelp('export'), readHelp('verify')]);
  assert.match(
    withTime,
    /Times: ISO 8601 with its zone \(2026-11-28T12:00:00Z\), .*\n\nExamples:\n {2}crosstape export /s,
  );
  assert.doesNotMatch(without, /Times:/);
  assert.match(without, /Examples:\n {2}crosstape verify /);
});

/** Lists the commands that do something: those without subcommands, and those with both subcommands and options. */
function listLeaves(command: Command): Command[] {
  const below = command.commands.flatMap((one) => listLeaves(one as Command));
  const acts = below.length === 0 || (command.parent !== null && command.options.length > 0);
  return acts ? [command, ...below] : below;
}

async function readHelp(name: string): Promise<string> {
  const program = await buildProgram(name);
  const command = program.commands.find((one) => one.name() === name) ?? assert.fail(name);
  let help = '';
  const writeOut = (text: string) => {
    help += text;
  };
  command.configureOutput({ writeOut }).outputHelp();
  return help;
}
