import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from 'commander';
import { buildProgram } from '../src/cli/command-line.ts';
import { describePath } from '../src/cli/examples.ts';
import { COMMANDS } from '../web/panels/shell/commands.ts';

const listLeaves = (command: Command): readonly Command[] =>
  command.commands.length === 0 ? [command] : (command.commands as readonly Command[]).flatMap(listLeaves);

test('the palette of the terminal has every command of the program, in the words of its help', async () => {
  const program = await buildProgram('');
  assert.deepEqual(
    COMMANDS,
    listLeaves(program).map((command) => [describePath(command), command.description()]),
  );
});
