import { effect, signal } from '@preact/signals-core';
import { type Chart, type ChartOptions, createChart } from '../chart/chart.ts';
import type { ChartHost } from '../chart/chart-host.ts';
import { isDark, settings } from '../state/settings.ts';
import '../chart/chart-host.ts';

/** A chart that lives as long as its element is on the page. */
export interface DrawnChart {
  /** Host of the chart, for `<ct-chart-host .host=${host}>`. */
  readonly host: ChartHost;
  /** null: not on the page. */
  readonly chart: Chart | null;
  /** null: not on the page. */
  readonly element: HTMLElement | null;
}

/**
 * Creates an element that draws a chart.
 *
 * @param options Read when the element comes to the page.
 * @param steps Each runs again when a signal that it reads changes, while the chart is in view.
 */
export function createDrawnChart(
  options: () => Omit<ChartOptions, 'host' | 'isUtc'>,
  steps: readonly ((chart: Chart) => void)[],
): DrawnChart {
  const isInView = signal(true);
  let chart: Chart | null = null;
  let element: HTMLElement | null = null;
  const attach = (host: HTMLElement) => {
    const made = createChart({ ...options(), host, isUtc: settings.peek().zone === 'utc' });
    chart = made;
    element = host;
    const stops = steps.map((step) =>
      effect(() => {
        if (isInView.value) step(made);
      }),
    );
    const stopStyle = effect(() => {
      isDark.value;
      settings.value;
      made.restyle();
    });
    return () => {
      for (const stop of [...stops, stopStyle]) stop();
      made.close();
      chart = null;
      element = null;
    };
  };
  const rest = (isResting: boolean) => {
    isInView.value = !isResting;
  };
  return {
    host: { attach, rest },
    get chart() {
      return chart;
    },
    get element() {
      return element;
    },
  };
}
