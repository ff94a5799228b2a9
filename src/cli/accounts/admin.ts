import { Command } from 'commander';
import { createIntegerParser } from '../options.ts';
import {
  type AccountOptions,
  callAccounts,
  createAccountCommand,
  formatTable,
  formatTimeCell,
  print,
} from './account-call.ts';

const MAX_LISTED = 1_000;

interface ActionsOptions extends AccountOptions {
  readonly limit: number;
  readonly cursor?: string;
}

interface ListedAction {
  readonly id: number;
  readonly at: number;
  readonly action: string;
  readonly target: string | null;
  readonly address: string | null;
  readonly detail: string | null;
}

/** Creates `crosstape admin`, which shows the actions of operators. */
export function createAdminCommand(): Command {
  return new Command('admin')
    .description('show what operators did')
    .addCommand(
      createAccountCommand('actions', 'list who did what when, newest first')
        .option('--limit <n>', 'most of a page', createIntegerParser(1, MAX_LISTED), 100)
        .option('--cursor <cursor>', 'continue where a page ended, as its last line says')
        .action(listActions),
    );
}

async function listActions({ limit, cursor, ...options }: ActionsOptions): Promise<void> {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor === undefined ? {} : { cursor }) });
  const body = await callAccounts(options, 'GET', `/api/admin/actions?${query}`);
  print(options, body, () => [
    ...formatTable(
      ['id', 'at', 'from', 'action', 'target', 'detail'],
      (body.actions as readonly ListedAction[]).map(({ id, at, action, target, address, detail }) => [
        String(id),
        formatTimeCell(at),
        address ?? 'command line',
        action,
        target ?? '-',
        detail ?? '',
      ]),
    ),
    ...(body.nextCursor === null ? [] : [`older actions: --cursor ${body.nextCursor}`]),
  ]);
}
