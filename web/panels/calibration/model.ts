import type { GetCalibrationAnswer } from '../../../client/src/index.ts';
import { count, fixed } from '../../format/number.ts';

export type Cell = GetCalibrationAnswer['cells'][number];
export type Band = NonNullable<Cell['bands']>[number];

/** A band of price with its figures. */
export type DrawnBand = Band & {
  readonly meanPrice: number;
  readonly share: number;
  readonly shareLow: number;
  readonly shareHigh: number;
};

/** Bands that have samples enough to be drawn. */
export function listDrawn(cell: Cell): DrawnBand[] {
  return (cell.bands ?? []).filter((band): band is DrawnBand => band.share !== null);
}

/** Formats the name of a cell for an address. */
export const toCellName = ({ venue, kind, category }: Cell) => `${venue}/${kind}/${category}`;

/** Chooses the cell that an address names; else the first that has figures. */
export function chooseCell(cells: readonly Cell[], name: string | null): Cell | undefined {
  return cells.find((cell) => toCellName(cell) === name) ?? cells.find(({ enough }) => enough) ?? cells[0];
}

const percent = (value: number) => `${fixed(100 * value, 1)} %`;

/** Describes the scores of a cell, a sentence each. */
export function describeScores(cell: Cell): string[] {
  const { n, clusters, meanPrice, share, brier, brierSe, skill, reliability, reliabilityByChance, logLoss } =
    cell;
  if (meanPrice === null || share === null || brier === null) {
    return [`${count(n)} samples of ${count(clusters)} events are too few: 100 of 30 are needed.`];
  }
  const drawn = listDrawn(cell);
  const failing = drawn.filter(({ holds }) => holds === false).length;
  return [
    `Prices asked for ${percent(meanPrice)} on the mean, and ${percent(share)} came true, of ${count(n)} samples of ${count(clusters)} events.`,
    `${failing} of ${drawn.length} bands fail; of bands that are right one in twenty does by chance.`,
    `Brier score ${fixed(brier, 4)}${brierSe === null ? '' : ` ± ${fixed(brierSe, 4)}`}: 0 is perfect, 0.25 is a coin.`,
    skill === null
      ? 'All came out alike: there is no skill to measure.'
      : `Skill ${percent(skill)}: the part of the uncertainty that prices take away.`,
    `Wrong prices of whole bands cost ${fixed(reliability ?? 0, 4)}; right ones would show ${fixed(reliabilityByChance ?? 0, 4)} by chance.`,
    `Mean surprise ${fixed(logLoss ?? 0, 3)} nats.`,
  ];
}

const REASONS: Readonly<Record<string, string>> = {
  void: 'paid back',
  reopened: 'reopened',
  no_end: 'no end was ever stated',
  not_listed: 'not listed yet at the moment',
  end_moved: 'the end was moved over the moment',
  already_ended: 'decided before the moment',
  gap: 'not recorded at the moment',
  only_backfilled: 'only filled in afterwards',
  no_price: 'without a price',
};

/** Lists the reasons of markets that were left out, the most first. */
export function listLeftOut({ leftOut }: Cell): (readonly [reason: string, count: number])[] {
  return Object.entries(leftOut)
    .map(([reason, markets]) => [REASONS[reason] ?? reason, Number(markets)] as const)
    .sort((a, b) => b[1] - a[1]);
}
