import { AlertStore } from '../../alerts/alert-store.ts';
import { Alerts } from '../../alerts/alerts.ts';
import { Deliverer } from '../../alerts/delivery/deliverer.ts';
import { Sender } from '../../alerts/delivery/send.ts';
import { Evaluator } from '../../alerts/evaluation/evaluator.ts';
import { prepareAlertQueries } from '../../alerts/sql/alerts.ts';
import { cryptoRandom, SECOND_MS } from '../../domain/index.ts';
import type { AnomalySources } from '../../health/anomalies/read-anomalies.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';
import { USER_AGENT } from '../../version.ts';
import type { Foundation } from '../foundation.ts';
import type { WorkChooser } from '../processes/leased-work.ts';
import { FileChanges } from './file-changes.ts';
import { findChangeTime, readAlerts } from './read-alerts.ts';
import { openAlertSources, type SourceParts } from './sources.ts';

/** Interval at which the time of the file is read. */
const LOOK_EVERY_MS = 5 * SECOND_MS;

/** Opens the operator's alerts as this process knows them. */
export function openAlerts({ alertConfig, config, database, clock }: Foundation): Alerts {
  return new Alerts({
    initial: alertConfig,
    read: () => readAlerts(config),
    store: new AlertStore({
      database,
      queries: database.buildQueries(prepareAlertQueries),
      clock,
      random: cryptoRandom,
    }),
    sender: openSender(config, clock),
    clock,
  });
}

const openSender = ({ alerts }: Foundation['config'], clock: Foundation['clock']) =>
  new Sender({ clock, userAgent: USER_AGENT, allowsPrivate: alerts.allowPrivateWebhooks });

/**
 * Evaluates the rules and delivers events in one process of the installation. Each process reads the file again when it has
 * changed, and on SIGHUP.
 *
 * @param lifecycle Receives the end of the work.
 */
export async function keepAlerts(
  alerts: Alerts,
  parts: SourceParts,
  anomalies: AnomalySources,
  chooser: WorkChooser,
  lifecycle: AsyncDisposableStack,
): Promise<void> {
  const { config, clock, random, feed, history, log } = parts;
  const { store } = alerts;
  const sources = openAlertSources(parts, anomalies);
  const deliverer = new Deliverer({
    store,
    sender: openSender(config, clock),
    findConfig: () => alerts.config,
    clock,
    random,
    onError: (error) => log.error({ err: error }, 'alerts could not be delivered; they are tried again'),
  });
  let evaluator: Evaluator | null = null;
  const changes = new FileChanges(() => findChangeTime(config), performance.timeOrigin);
  const reload = () => {
    changes.noteRead();
    const outcome = alerts.reload();
    if (outcome.status === 'faulty') {
      log.error(`${outcome.problem}; the rules of before stay in force`);
      return;
    }
    const { rules, endpoints } = outcome.config;
    log.info({ rules: rules.length, endpoints: endpoints.length }, 'alerts.json was read again');
    void evaluator?.setRules(rules);
  };
  const look = new PeriodicTask({
    everyMs: LOOK_EVERY_MS,
    run: () => {
      if (changes.look()) reload();
    },
    onError: (error) => log.error({ err: error }, 'alerts.json could not be looked at'),
  });
  look.start();
  lifecycle.defer(() => look.stop());
  process.on('SIGHUP', reload);
  lifecycle.defer(() => void process.off('SIGHUP', reload));
  await chooser.keep(
    {
      name: 'alerts',
      start: async () => {
        const started = new Evaluator({
          store,
          feed,
          history,
          sources,
          clock,
          onEvents: () => deliverer.wake(),
          onError: (error, rule) => log.error({ err: error, rule }, 'an alert could not be evaluated'),
        });
        evaluator = started;
        await started.setRules(alerts.config.rules);
        started.start();
        deliverer.start();
      },
      stop: async () => {
        await evaluator?.stop();
        evaluator = null;
        await deliverer.stop();
      },
    },
    lifecycle,
  );
}
