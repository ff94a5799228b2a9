import { formatTable, formatTimeCell, print } from './account-call.ts';
import { callBot, createKeyedCommand, type KeyedOptions } from './bot-key-call.ts';

/** Members of a status that are printed. */
interface Status {
  readonly system: {
    readonly execMode: string;
    readonly globalHalt: string;
    readonly engineLoop: boolean;
  };
  readonly halt: string;
  readonly closing: { readonly cause: string; readonly sinceMs: number } | null;
  readonly stopped: { readonly lossUsd: number; readonly limitUsd: number; readonly atMs: number } | null;
  readonly config: { readonly enabled: boolean };
  readonly limits: readonly {
    readonly name: string;
    readonly asset: string | null;
    readonly used: number;
    readonly reserved: number;
    readonly left: number;
    readonly limit: number;
  }[];
  readonly purse?: { readonly leftUsd: number; readonly balanceUsd: number };
  readonly positions: readonly {
    readonly venue: string;
    readonly asset: string;
    readonly size: number;
    readonly avgPrice: number | null;
    readonly exitPrice: number | null;
    readonly unrealizedUsd: number | null;
    readonly account: { readonly size: number; readonly checkedAt: number } | null;
    readonly difference: number | null;
    readonly mismatch: boolean;
  }[];
  readonly equity: {
    readonly realizedUsd: number;
    readonly unrealizedUsd: number | null;
    readonly totalUsd: number | null;
  };
  readonly results: { readonly openPositions: number };
  readonly engine: { readonly warnings: readonly string[] };
}

/** Creates `bot status`: activity, positions and gains of the bot, and the remainder of its limits. */
export const createStatusCommand = () =>
  createKeyedCommand(
    'status',
    'what the bot does and holds, its gain, and what is left of its limits',
  ).action(async (options: KeyedOptions) => {
    const body = (await callBot(options, 'GET', '/api/bot/status')) as Status;
    print(options, body, () => describe(body));
  });

function describe(status: Status): string[] {
  const { equity, engine, purse, positions, limits, results } = status;
  const { totalUsd, realizedUsd, unrealizedUsd } = equity;
  return [
    describeState(status),
    `equity ${toCell(totalUsd)} usd: ${realizedUsd} realised, ${toCell(unrealizedUsd)} unrealised`,
    ...(purse === undefined ? [] : [`paper purse: ${purse.leftUsd} of ${purse.balanceUsd} usd are left`]),
    ...engine.warnings.map((warning) => `warning: ${warning}`),
    ...positions.flatMap(describeDifference),
    ...section(
      ['venue', 'asset', 'ours', 'venue holds', 'difference', 'average', 'exit price', 'unrealised usd'],
      positions.map((one) => [
        one.venue,
        one.asset,
        String(one.size),
        toCell(one.account?.size),
        toCell(one.difference),
        toCell(one.avgPrice),
        toCell(one.exitPrice),
        toCell(one.unrealizedUsd),
      ]),
    ),
    ...(results.openPositions > positions.length
      ? [`the ${positions.length} that cost most of ${results.openPositions}`]
      : []),
    ...section(
      ['limit', 'of', 'used', 'reserved', 'left', 'limit'],
      limits.map(({ name, asset, used, reserved, left, limit }) => [
        name,
        asset ?? '-',
        String(used),
        String(reserved),
        String(left),
        String(limit),
      ]),
    ),
  ];
}

function describeState({ system, halt, closing, stopped, config }: Status): string {
  const does = config.enabled
    ? system.engineLoop
      ? 'trades on its own'
      : 'enabled, but the engine of the service is off'
    : 'trades by calls alone';
  return [
    `${system.execMode}: ${does}`,
    halt === 'none' ? '' : `halt ${halt}`,
    system.globalHalt === 'none' ? '' : `the operator has halted ${system.globalHalt}`,
    closing === null
      ? ''
      : `everything is being closed since ${formatTimeCell(closing.sinceMs)} (${closing.cause})`,
    stopped === null
      ? ''
      : `the loss of the day was reached at ${formatTimeCell(stopped.atMs)}: ${stopped.lossUsd} of ${stopped.limitUsd} usd`,
  ]
    .filter((part) => part !== '')
    .join('; ');
}

function describeDifference({
  venue,
  asset,
  difference,
  mismatch,
  account,
}: Status['positions'][number]): string[] {
  if (difference === null || difference === 0) return [];
  const what = mismatch
    ? 'mismatch: nothing is opened there until "bot adopt" or "bot forget"'
    : 'difference: it counts when the next reading finds it too';
  return [
    `${what}; ${asset} at ${venue}, ${difference} that nothing explains, read ${formatTimeCell(account?.checkedAt ?? null)}`,
  ];
}

const section = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0 ? [] : ['', ...formatTable(head, rows)];

const toCell = (value: number | null | undefined): string => (value == null ? '-' : String(value));
