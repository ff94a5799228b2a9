import { monitorEventLoopDelay } from 'node:perf_hooks';
import { atFirstUse } from '../../../scheduling/at-first-use.ts';
import type { MetricsReader } from '../../access/metrics-reader.ts';
import { rawAnswer } from '../../heavy/raw-answer.ts';
import type { MetricsOptions } from '../../metrics/metrics-registry.ts';
import type { MoneyMetrics, MoneyMetricsOptions } from '../../metrics/money-metrics.ts';
import { Answer } from '../../responses/answer.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';

export interface MetricsRouteOptions extends MetricsOptions {
  /** Sources of the money metrics; null: the server has no accounts. */
  readonly moneyMetrics: (MoneyMetricsOptions & { readonly reader: MetricsReader }) | null;
}

/** Resolution of the event-loop monitor: it sleeps this long, and measures the time until it wakes. */
const DELAY_RESOLUTION_MS = 10;

/** GET /metrics: metrics as Prometheus text. */
export const registerMetrics: Registration<MetricsRouteOptions> = (
  app,
  { moneyMetrics, ...deps },
  { cache, hub },
) => {
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delay.enable();
  app.addHook('onClose', async () => {
    delay.disable();
  });

  const registry = atFirstUse(async () => {
    const { buildMetricsRegistry } = await import('../../metrics/metrics-registry.ts');
    return buildMetricsRegistry({ ...deps, cache, hub, delay, delayResolutionMs: DELAY_RESOLUTION_MS });
  });

  let money: MoneyMetrics | null = null;
  const renderMoney = async (options: MoneyMetricsOptions): Promise<string> => {
    if (money === null) {
      const module = await import('../../metrics/money-metrics.ts');
      money ??= new module.MoneyMetrics(options);
    }
    return money.render();
  };

  app.get(
    '/metrics',
    {
      config: { access: 'free', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'getMetrics',
        summary: 'Counters and gauges for Prometheus',
        description:
          'Metrics in the text format of Prometheus; every name begins with `crosstape_`. Metrics about money require the metrics token (`Authorization: Bearer`). When none is configured, programs on the same machine can read them outside production.',
        tags: ['health'],
        produces: ['text/plain'],
        response: {
          200: rawAnswer(s.text('Prometheus text format.', 'crosstape_feed_age_seconds{venue="kalshi"} 2.1')),
          ...s.failures(),
        },
      },
    },
    async ({ raw, headers, ip }) => {
      const metrics = await registry();
      const parts = [await metrics.metrics()];
      if (moneyMetrics?.reader.mayRead({ headers, ip, httpVersion: raw.httpVersion }) === true)
        parts.push(await renderMoney(moneyMetrics));
      return new Answer(parts.join('\n'), { contentType: metrics.contentType });
    },
  );
};
