import { Type } from 'typebox';
import type { LinkSpan } from '../../../../domain/index.ts';
import type { RegisteredMarket } from '../../../../history/contract/market-register.ts';
import { NULL_WHEN } from '../../../schemas/null-when.ts';
import * as s from '../../../schemas/schema.ts';
import { sideFields } from '../../../shapes/side-fields.ts';

/** Maximum number of spans of one market in a response. */
export const MAX_SHOWN_SPANS = 50;

/** Builds the schema of a market from the register. */
export const registeredMarketSchema = (description: string) =>
  s.named(
    'RegisteredMarket',
    s.object(description, {
      title: s.text('Question of a binary market, or coin of a perpetual.', 'Will it rain?'),
      eventKey: s.nullable(
        s.text("Venue's id of the event that the market belongs to.", 'KXRAIN-26NOV22'),
        'the market belongs to no event',
      ),
      event: s.nullable(s.text('Title of the event.', 'Weather on 22 November'), NULL_WHEN.notSaid),
      category: s.nullable(
        s.text("Venue's category of the market.", 'Climate and Weather'),
        NULL_WHEN.notSaid,
      ),
      answer: s.nullable(
        s.text('Outcome within the event that Yes stands for.', 'Boston'),
        NULL_WHEN.notSaid,
      ),
      ...sideFields(),
      settlementSource: s.nullable(s.text('Source that decides the market.', 'ESPN'), NULL_WHEN.notSaid),
      strike: s.nullable(s.num('Threshold that the question names.', 100_000), NULL_WHEN.notSaid),
      closesAt: s.nullable(s.epochMsField('When trading ends.'), NULL_WHEN.notSaid),
      endsAt: s.nullable(s.epochMsField('When the question is due to be decided.'), NULL_WHEN.notSaid),
      nativeIds: s.array(
        "The venue's own ids of the market.",
        s.object('One id with its kind.', {
          name: s.text("Kind of the id, in the venue's words.", 'conditionId'),
          id: s.text('Value of the id.', '0x9c1a'),
        }),
      ),
      url: s.nullable(
        s.text("Page of the market on the venue's site.", 'https://kalshi.com/'),
        NULL_WHEN.notSaid,
      ),
      rulesHash: s.nullable(
        s.text('Hash of the rules text, 32 hexadecimal digits.', '0'.repeat(32)),
        NULL_WHEN.notPublished,
      ),
      seenFrom: s.epochMsField('When this service first saw the market.'),
      changedAt: s.epochMsField('Time of the last change to these facts.'),
      links: s.array(
        `Links of the market to other markets over time, oldest first; at most the newest ${MAX_SHOWN_SPANS}.`,
        s.object('One span of time in which the link was held unchanged.', {
          a: s.assetIdField('kalshi-kxrain'),
          b: s.assetIdField('pm-will-it-rain'),
          relation: s.text('Relation of a to b.', 'same'),
          confidence: s.num('Confidence of the link, 0 to 1.', 0.95),
          source: s.text(
            'Source of the link: `curated` by a person, `matched` by this service, or `mirrored` when one venue copied the market of the other.',
            'matched',
          ),
          disputed: s.bool('Whether diverging prices disputed the link in this span.', false),
          reasons: s.array('Reasons for the link, one sentence each.', Type.String()),
          fromMs: s.epochMsField('Start of the span.'),
          toMs: s.nullable(s.epochMsField('End of the span.'), 'the link is still held'),
        }),
      ),
    }),
  );

/** Converts a market from the register to its body in responses, with its links. */
export function toMarketBody(market: RegisteredMarket, links: readonly LinkSpan[]) {
  const { title, eventKey, event, category, terms, closesAt, endsAt, nativeIds, url } = market;
  const { rulesHash, seenFrom, changedAt } = market;
  return {
    title,
    eventKey,
    event,
    category,
    answer: terms?.answer ?? null,
    yesMeans: market.yesMeans,
    noMeans: market.noMeans,
    settlementSource: terms?.settlementSource ?? null,
    strike: terms?.strike ?? null,
    closesAt,
    endsAt,
    nativeIds: Object.entries(nativeIds).map(([name, id]) => ({ name, id })),
    url,
    rulesHash,
    seenFrom,
    changedAt,
    links: links.map((span) => ({ ...span, reasons: [...span.reasons] })),
  };
}
