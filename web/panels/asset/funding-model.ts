import { HOUR_MS } from '../../format/time.ts';

/** Height of the drawing; each hour is one wide. */
export const FUNDING_HEIGHT = 96;

export interface FundingDrawing {
  /** Paths of SVG: hours in which longs paid, and those in which shorts did. */
  readonly positive: string;
  readonly negative: string;
  /** Height of the line between them. */
  readonly zero: number;
  readonly hours: number;
  /** Fractions of notional, with their sign. */
  readonly least: number;
  readonly most: number;
}

/** The drawing of hourly payments. An hour without one stays empty. @param fromMs A full hour. */
export function drawFunding(
  payments: readonly { readonly t: number; readonly rate: number }[],
  fromMs: number,
  toMs: number,
): FundingDrawing {
  const hours = Math.max(1, Math.ceil((toMs - fromMs) / HOUR_MS));
  const seen = payments.filter(({ t }) => t >= fromMs && t <= toMs);
  const rates = seen.map(({ rate }) => rate);
  const [least, most] = [Math.min(0, ...rates), Math.max(0, ...rates)];
  const scale = FUNDING_HEIGHT / (most - least || 1);
  const zero = round(most * scale);
  const draw = (isPositive: boolean) =>
    seen
      .filter(({ rate }) => (isPositive ? rate > 0 : rate < 0))
      .map(
        ({ t, rate }) => `M${Math.floor((t - fromMs) / HOUR_MS)} ${zero}v${round(-rate * scale)}h1V${zero}z`,
      )
      .join('');
  return {
    positive: draw(true),
    negative: draw(false),
    zero,
    hours,
    least: rates.length === 0 ? 0 : Math.min(...rates),
    most: rates.length === 0 ? 0 : Math.max(...rates),
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;
