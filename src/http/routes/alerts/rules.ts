import { Type } from 'typebox';
import type { Alerts } from '../../../alerts/alerts.ts';
import { ALERT_PHASES } from '../../../alerts/evaluation/decide-phase.ts';
import type { AlertStateRow } from '../../../alerts/rows.ts';
import type { Rule } from '../../../alerts/rule.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';

export interface AlertRuleOptions {
  readonly alerts: Alerts;
  readonly feed: Pick<Feed, 'find'>;
  readonly assets: Pick<AssetFinder, 'resolve'>;
}

const config = { access: 'admin', cacheSeconds: 0, probe: false } as const;
const REFUSALS = ['admin_unauthorized', 'too_many_attempts'] as const;

/** GET /api/alerts/rules: the operator's rules, and the state of each. */
export const registerAlertRules: Registration<AlertRuleOptions> = (app, { alerts, feed, assets }) => {
  app.get(
    '/api/alerts/rules',
    {
      config,
      schema: {
        operationId: 'listAlertRules',
        summary: 'Rules of alerts with their states',
        description:
          'The rules are in `alerts.json` of the data directory, which is read at the start, when it has changed, and on SIGHUP.',
        tags: ['alerts'],
        response: {
          200: s.object('Rules in force.', {
            ok: s.okTrue(),
            readAtMs: s.epochMsField('Time at which the rules in force were read.'),
            problem: s.nullable(
              s.text(
                'Fault of the newer file, whose rules are not in force.',
                'alerts.json line 4: is not JSON',
              ),
              'the file is the one in force',
            ),
            count: s.int('Number of rules.', 1),
            rules: s.array('Rules in the order of the file.', ruleSchema()),
          }),
          ...s.failures(...REFUSALS),
        },
      },
    },
    async () => {
      const { rules } = alerts.config;
      const states = Map.groupBy(await alerts.store.listStates(), ({ rule }) => rule);
      return {
        ok: true as const,
        readAtMs: alerts.readAt,
        problem: alerts.problem,
        count: rules.length,
        rules: await Promise.all(
          rules.map(async (rule) => ({
            ...rule,
            to: [...rule.to],
            problem: await findRuleProblem(rule, feed, assets),
            states: (states.get(rule.id) ?? []).map(toStateBody),
          })),
        ),
      };
    },
  );
};

/** Finds why a rule about an asset cannot fire. */
async function findRuleProblem(
  { when }: Rule,
  feed: AlertRuleOptions['feed'],
  assets: AlertRuleOptions['assets'],
): Promise<'unknown_asset' | 'not_listed' | null> {
  const asset = 'asset' in when ? when.asset : undefined;
  if (asset === undefined || feed.find(asset) !== null) return null;
  return (await assets.resolve(asset)) === null ? 'unknown_asset' : 'not_listed';
}

const toStateBody = ({ subject, phase, since, firedAt }: AlertStateRow) => ({
  subject,
  phase,
  sinceMs: since,
  firedAtMs: firedAt,
});

const ruleSchema = () =>
  s.named(
    'AlertRule',
    s.object('A rule.', {
      id: s.text('Id of the rule.', 'btc-100k'),
      when: Type.Unsafe<Rule['when']>({
        type: 'object',
        description: 'Condition as in the file: its `type`, and the members of this type.',
        required: ['type'],
        properties: { type: { type: 'string', description: 'Type of the condition.', examples: ['cross'] } },
        additionalProperties: true,
        examples: [{ type: 'cross', asset: 'hl-BTC', above: 100_000 }],
      }),
      forMs: s.int('Time in ms for which the condition must hold before the rule fires.', 0),
      cooldownMs: s.int('Minimum time in ms between two firings of one subject.', 300_000),
      tellResolved: s.bool('Whether the end of the condition is told too.', false),
      to: s.array('Ids of the endpoints that are told.', s.text('Id of an endpoint.', 'phone')),
      problem: s.nullable(
        s.choice('Why the rule cannot fire at present.', ['unknown_asset', 'not_listed']),
        'it can',
      ),
      states: s.array(
        'States by subject; empty until something was seen.',
        s.object('A state.', {
          subject: s.text('Anomaly, pair or asset within the rule; empty when the rule has one subject.', ''),
          phase: s.choice('Phase of the rule.', ALERT_PHASES),
          sinceMs: s.epochMsField('Start of the phase.'),
          firedAtMs: s.nullable(s.epochMsField('Time of the last firing.'), 'it has not fired'),
        }),
      ),
    }),
  );
