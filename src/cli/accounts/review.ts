import { Command, Option } from 'commander';
import type { ReviewCall } from '../../billing/review/review-calls.ts';
import { REVIEW_KINDS, type ReviewKind } from '../../billing/review/review-item.ts';
import { type MicroUsd, toMicroUsd, toUsd } from '../../domain/index.ts';
import { createIntegerParser, parseUsdOrZero } from '../options.ts';
import {
  type AccountOptions,
  callAccounts,
  createAccountCommand,
  formatTable,
  formatTimeCell,
  print,
} from './account-call.ts';

const PATH = '/api/account/review';
const MAX_LISTED = 1_000;

interface ListOptions extends AccountOptions {
  readonly kind?: ReviewKind;
  readonly owner?: string;
  readonly limit: number;
  readonly cursor?: string;
}

interface ListedItem {
  readonly id: string;
  readonly kind: ReviewKind;
  readonly since: number;
  readonly owner: string | null;
  readonly currency: string | null;
  readonly amount: string | null;
  readonly microUsd: MicroUsd | null;
  readonly known: Readonly<Record<string, string | number | null>>;
  readonly calls: readonly ReviewCall[];
}

/** Creates `crosstape review`, which lists and decides items that wait for a person. */
export function createReviewCommand(): Command {
  return new Command('review')
    .description('list what waits for a person, and decide it')
    .addCommand(
      createAccountCommand('list', 'list what waits, oldest first, with the commands that end each item')
        .addOption(new Option('--kind <kind>', 'only items of this kind').choices(REVIEW_KINDS))
        .option('--owner <owner>', 'only items of this owner')
        .option('--limit <n>', 'most of a page', createIntegerParser(1, MAX_LISTED), MAX_LISTED)
        .option('--cursor <cursor>', 'continue where a page ended, as its last line says')
        .action(list),
    )
    .addCommand(
      createAccountCommand('apply', 'do what an item proposes')
        .argument('<id>', 'the item')
        .option('--owner <owner>', 'whom it concerns (default: the owner of the item)')
        .option('--usd <amount>', 'US dollars (default: the amount of the item)', parseUsdOrZero)
        .action(apply),
    )
    .addCommand(
      createAccountCommand('dismiss', 'end an item without any movement of money')
        .argument('<id>', 'the item')
        .requiredOption('--reason <text>', 'kept with the item')
        .action(dismiss),
    );
}

async function list({ kind, owner, limit, cursor, ...options }: ListOptions): Promise<void> {
  const query = new URLSearchParams({ limit: String(limit) });
  for (const [name, value] of Object.entries({ kind, owner, cursor })) {
    if (value !== undefined) query.set(name, value);
  }
  const body = await callAccounts(options, 'GET', `${PATH}?${query}`);
  print(options, body, () => [
    ...(body.items as readonly ListedItem[]).flatMap((item) => describeItem(item)),
    ...describeCounts(body.counts),
    ...(body.nextCursor === null ? [] : [`later items: --cursor ${body.nextCursor}`]),
  ]);
}

function describeItem({ id, kind, since, owner, currency, amount, microUsd, known, calls }: ListedItem) {
  const money = amount === null ? '' : ` ${amount} ${currency}`;
  const value = microUsd === null || currency === 'USD' ? '' : ` (${toUsd(microUsd)} USD)`;
  const facts = Object.entries(known).filter(([, fact]) => fact !== null);
  return [
    `${id}  ${kind}  since ${formatTimeCell(since)}  ${owner ?? '-'}${money}${value}`,
    ...(facts.length === 0 ? [] : [`  ${facts.map(([name, fact]) => `${name} ${fact}`).join(', ')}`]),
    ...calls.map(({ command }) => `  ${command}`),
  ];
}

type Counts = Readonly<
  Record<
    ReviewKind,
    { readonly count: number; readonly microUsd: MicroUsd | null; readonly oldestMs: number }
  >
>;

function describeCounts(counts: Counts): readonly string[] {
  const open = REVIEW_KINDS.filter((kind) => counts[kind].count > 0);
  if (open.length === 0) return ['nothing waits'];
  return formatTable(
    ['kind', 'items', 'usd', 'oldest'],
    open.map((kind) => {
      const { count, microUsd, oldestMs } = counts[kind];
      return [
        kind,
        String(count),
        microUsd === null ? '-' : String(toUsd(microUsd)),
        formatTimeCell(oldestMs),
      ];
    }),
  );
}

interface ApplyOptions extends AccountOptions {
  readonly owner?: string;
  readonly usd?: number;
}

async function apply(id: string, { owner, usd, ...options }: ApplyOptions): Promise<void> {
  const body = await callAccounts(options, 'POST', PATH, {
    id,
    action: 'apply',
    ...(owner === undefined ? {} : { owner }),
    ...(usd === undefined ? {} : { microUsd: usd === 0 ? 0 : toMicroUsd(usd) }),
  });
  print(options, body, () => [describeEnd(id, body)]);
}

async function dismiss(id: string, { reason, ...options }: AccountOptions & { reason: string }) {
  const body = await callAccounts(options, 'POST', PATH, { id, action: 'dismiss', reason });
  print(options, body, () => [describeEnd(id, body)]);
}

/** Members of the answer to a decision that are printed. */
interface DecisionAnswer {
  readonly applied: boolean;
  readonly item: { readonly endedAs: string };
  readonly owner: string | null;
  readonly movedMicroUsd: MicroUsd;
  readonly balanceMicroUsd: MicroUsd;
  readonly owedMicroUsd: MicroUsd;
}

function describeEnd(
  id: string,
  { applied, item, owner, movedMicroUsd, balanceMicroUsd, owedMicroUsd }: DecisionAnswer,
) {
  if (!applied) return `${id} was ${item.endedAs} before: nothing changed`;
  if (owner === null) return `${id} ${item.endedAs}`;
  const owes = owedMicroUsd === 0 ? '' : `, owes ${toUsd(owedMicroUsd)} USD`;
  return `${id} ${item.endedAs}: ${toUsd(movedMicroUsd)} USD to ${owner}; balance ${toUsd(balanceMicroUsd)} USD${owes}`;
}
