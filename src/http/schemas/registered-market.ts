import { Type } from 'typebox';
import type { LinkSpan } from '../../domain/index.ts';
import type { RegisteredMarket } from '../../history/market-register.ts';
import { NULL_WHEN } from './null-when.ts';
import * as s from './schema.ts';

/** Spans of one market that an answer shows. */
export const MAX_SHOWN_SPANS = 50;

/** A registered market, as answers show it. */
export const registeredMarketSchema = (description: string) =>
  s.named(
    'RegisteredMarket',
    s.object(description, {
      title: s.text('The question of a binary market, the coin of a perpetual.', 'Will it rain?'),
      eventKey: s.nullable(s.text("The venue's id of the event.", 'KXRAIN-26NOV22'), 'it has no event'),
      event: s.nullable(s.text('Title of the event.', 'Weather on 22 November'), NULL_WHEN.notSaid),
      category: s.nullable(s.text('Category.', 'Climate and Weather'), NULL_WHEN.notSaid),
      answer: s.nullable(s.text('What Yes stands for within the event.', 'Boston'), NULL_WHEN.notSaid),
      settlementSource: s.nullable(s.text('What decides the market.', 'ESPN'), NULL_WHEN.notSaid),
      strike: s.nullable(s.num('Threshold of the question.', 100_000), NULL_WHEN.notSaid),
      closesAt: s.nullable(s.epochMsField('End of trading.'), NULL_WHEN.notSaid),
      endsAt: s.nullable(s.epochMsField('When the question was due to be decided.'), NULL_WHEN.notSaid),
      nativeIds: s.array(
        "The venue's own ids of the market.",
        s.object('One id.', {
          name: s.text('Kind of the id.', 'conditionId'),
          id: s.text('The id.', '0x9c1a'),
        }),
      ),
      url: s.nullable(
        s.text("Page of the market on the venue's site.", 'https://kalshi.com/'),
        NULL_WHEN.notSaid,
      ),
      rulesHash: s.nullable(
        s.text('Name of the rules text: 32 hexadecimal digits.', '0'.repeat(32)),
        NULL_WHEN.notPublished,
      ),
      seenFrom: s.epochMsField('When the market was first listed here.'),
      changedAt: s.epochMsField('When the registered facts last changed.'),
      links: s.array(
        `Which links were held when, oldest first; the newest ${MAX_SHOWN_SPANS}.`,
        s.object('One span of time.', {
          a: s.assetIdField('kalshi-kxrain'),
          b: s.assetIdField('pm-will-it-rain'),
          relation: s.text('Relation of a to b.', 'same'),
          confidence: s.num('0 to 1.', 0.95),
          source: s.text('Who said so.', 'matched'),
          disputed: s.bool('Whether prices disputed the link.', false),
          reasons: s.array('Why.', Type.String()),
          fromMs: s.epochMsField('Start of the span.'),
          toMs: s.nullable(s.epochMsField('End of the span.'), 'it is held still'),
        }),
      ),
    }),
  );

export function toMarketBody(market: RegisteredMarket, links: readonly LinkSpan[]) {
  const { title, eventKey, event, category, terms, closesAt, endsAt, nativeIds, url } = market;
  const { rulesHash, seenFrom, changedAt } = market;
  return {
    title,
    eventKey,
    event,
    category,
    answer: terms?.answer ?? null,
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
