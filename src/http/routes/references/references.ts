import { RELAYS, SOURCE_LIST } from '../../../domain/index.ts';
import { REFERENCE_ANOMALIES } from '../../../references/recording/anomalies.ts';
import type { ReferenceReader } from '../../../references/recording/report.ts';
import type { ReferenceRights } from '../../../references/recording/rights.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { lastReferenceSchema } from '../../shapes/last-reference.ts';
import { relaysField } from '../../shapes/relays.ts';

export interface ReferencesOptions {
  readonly references: ReferenceReader;
  readonly rights: ReferenceRights;
}

/** GET /api/references: series of reference prices, and the relays from which they come. */
export const registerReferences: Registration<ReferencesOptions> = (app, { references, rights }) => {
  app.get(
    '/api/references',
    {
      config: { access: 'free', cacheSeconds: 5 },
      schema: {
        operationId: 'getReferences',
        summary: 'Reference prices and their relays',
        description:
          'Series of the prices that short markets settle by, with what is missing of the last 24 hours, and every relay, those that are off too. Counters are of this run.',
        tags: ['references'],
        response: { 200: referencesSchema },
      },
    },
    async () => {
      const { series, relays, anomalies } = await references.read();
      return {
        ok: true as const,
        series: series.map((one) => (rights.isShown(one.source) ? one : { ...one, last: null })),
        relays,
        anomalies,
      };
    },
  );
};

const count = (description: string) => s.int(description, 0, { minimum: 0 });

const seriesSchema = s.object('One series.', {
  asset: s.assetIdField('ref-twap60-btc'),
  key: s.text('Key of the series in the history.', 'twap60-btc'),
  source: s.choice(
    'Id of the source.',
    SOURCE_LIST.map(({ id }) => id),
  ),
  coin: s.text('Coin.', 'btc'),
  title: s.text('Name of the source.', 'Average of 60 s of Chainlink'),
  everyMs: s.nullable(s.int('Time between two values in ms.', 1_000), 'values come at certain times alone'),
  relays: s.array('Relays that are running and bring it.', s.choice('Id of the relay.', RELAYS)),
  last: s.nullable(lastReferenceSchema(), 'none was stored yet, or its values are withheld'),
  last24h: s.object('The last 24 hours, from the first value on, up to 5 s ago.', {
    seconds: count('Seconds with a value.'),
    missing: s.nullable(count('Seconds without one.'), 'values come at certain times alone'),
    longestHoleMs: s.nullable(
      count('Longest time without a value, ms.'),
      'values come at certain times alone',
    ),
    late: count('Values that came more than 5 s after their moment.'),
    corrections: count('Values that differ from the one that their moment had.'),
    duplicates: count('Values that their moment had already.'),
    refused: s.object('Values that were refused.', {
      future: count('More than 5 s ahead of our clock.'),
      tooOld: count('More than ten minutes old.'),
      invalid: count('No price, or a text and a number that disagree.'),
      sourceChanged: count('Of another source than the series.'),
    }),
  }),
});

const referencesSchema = s.object('Reference prices.', {
  ok: s.okTrue(),
  series: s.array('Series, by source and coin.', seriesSchema),
  relays: relaysField(),
  anomalies: s.array(
    'What is odd about the series just now.',
    s.object('One anomaly.', {
      severity: s.choice('Severity.', ['warning']),
      code: s.choice('Code of the anomaly.', REFERENCE_ANOMALIES),
      venue: s.nullable(s.text('Venue concerned.', 'kalshi'), 'references belong to no venue'),
      message: s.text('What is odd.', 'ref-twap60-btc has had no new second for a minute'),
    }),
  ),
});
