import type { AlertEventRow } from '../rows.ts';
import type { Endpoint } from '../rule.ts';

/** An event as a receiver gets it. */
export type SentEvent = Pick<
  AlertEventRow,
  'rule' | 'value' | 'threshold' | 'asset' | 'seq' | 'subject' | 't' | 'text'
> & { readonly type: AlertEventRow['type'] | 'alerts.test' };

/** Maximum length of a text in a chat, below the limits of all services. */
const MAX_TEXT = 1_000;

/** Builds the body of a delivery in the format of its endpoint. */
export function buildBody(event: SentEvent, { format, chatId }: Pick<Endpoint, 'format' | 'chatId'>): string {
  return JSON.stringify(toBody(event, format, chatId));
}

function toBody(event: SentEvent, format: Endpoint['format'], chatId: string | null): object {
  const text = toChatText(event);
  switch (format) {
    case 'standard':
      return toStandardBody(event);
    case 'slack':
      // Without escapes, a title could mention a channel or hide a link behind other words.
      return { text: escapeSlack(text), mrkdwn: false, unfurl_links: false, unfurl_media: false };
    case 'discord':
      // 4: no preview of links.
      return { content: escapeMarkdown(text), allowed_mentions: { parse: [] }, flags: 4 };
    case 'telegram':
      // Without a parse mode the text is shown as it is.
      return { chat_id: chatId, text, link_preview_options: { is_disabled: true } };
  }
}

function toStandardBody({ type, t, rule, subject, asset, value, threshold, seq, text }: SentEvent): object {
  const state = type.slice('alerts.'.length);
  return {
    type,
    timestamp: new Date(t).toISOString(),
    data: { rule, subject, state, value, threshold, asset, seq, text: clean(text) },
  };
}

const SIGNS = {
  'alerts.firing': '▲',
  'alerts.resolved': '✓',
  'alerts.suppressed': '…',
  'alerts.test': '·',
} as const satisfies Record<SentEvent['type'], string>;

function toChatText({ type, rule, text }: SentEvent): string {
  const name = rule === null ? '' : `${rule}: `;
  return `${SIGNS[type]} ${name}${clean(text)}`.slice(0, MAX_TEXT);
}

/** Removes characters that break lines, are not shown, or turn the direction of the text. */
function clean(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ');
}

function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Escapes the signs of Discord's Markdown, and the ends of addresses that would become links. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()<@:-]/g, '\\$&').slice(0, 2 * MAX_TEXT - 50);
}
