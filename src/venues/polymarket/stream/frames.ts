import { findJson } from '../../../domain/index.ts';
import { type Intake, refuse } from '../../../upstream/intake.ts';
import {
  LEFT_OUT,
  priceChange,
  type StreamEvent,
  streamFrame,
  streamLevel,
  streamSchemas,
  unreadEvent,
} from '../wire.ts';

export interface FrameOptions {
  /** Counts messages that a schema refused. The rest of their frame is still read. */
  readonly intake: Intake;
  /**
   * Whether a token is the No token of a market. Its events are skipped, except trades, because its book mirrors that
   * of Yes.
   */
  readonly isMirror?: (token: string) => boolean;
  /** Reports that the book of a No token was skipped. */
  readonly onMirroredBook?: (token: string) => void;
  /** Reports a refused message about the books of these tokens; null: it may concern any book of the connection. */
  readonly onRefused?: (tokens: readonly string[] | null) => void;
}

/**
 * Reads one frame of the market stream: an event, an array of events, or plain text (`PONG`, `NO NEW ASSETS`), which
 * has no events. Events of kinds that we do not read are counted and skipped.
 */
export function readFrame(text: string, options: FrameOptions): StreamEvent[] {
  const first = text.trimStart()[0];
  if ((first !== '{' && first !== '[') || (first === '{' && isMirroredText(text, options))) return [];
  const { intake, onRefused } = options;
  const value = findJson(text);
  if (value === undefined) {
    intake.count(
      refuse(streamFrame.name, 'not JSON', { endpoint: streamFrame.endpoint, value: text.slice(0, 80) }),
    );
    onRefused?.(first === '{' ? findTokens(text) : null);
    return [];
  }
  if (!intake.accepts(streamFrame, value)) return [];
  const events: StreamEvent[] = [];
  for (const event of Array.isArray(value) ? value : [value]) {
    const type = getEventType(event);
    if (type === 'book' && isMirroredBook(event, options)) continue;
    const schema = streamSchemas.get(type);
    if (schema === undefined) {
      if (type !== LEFT_OUT) intake.acceptsRow(unreadEvent, type === '' ? event : { event_type: type }, null);
      continue;
    }
    const read = intake.accepts(schema, event) ? readEventRows(event as StreamEvent, options) : null;
    if (read !== null) events.push(read);
    else if (type === 'book' || type === 'price_change') onRefused?.(findTokens(JSON.stringify(event)) ?? []);
  }
  return events;
}

/** Text before the token of an event. In a book or quote it comes before the levels. */
const TOKEN = '"asset_id":"';
const MIRRORED_TYPE = /"event_type":"(book|best_bid_ask|tick_size_change)"/;

/** Whether a text is an event about the book of a No token, which is skipped without parsing it. */
function isMirroredText(text: string, { isMirror, onMirroredBook }: FrameOptions): boolean {
  if (isMirror === undefined) return false;
  const at = text.indexOf(TOKEN);
  if (at === -1) return false;
  const from = at + TOKEN.length;
  const token = text.slice(from, text.indexOf('"', from));
  if (!isMirror(token)) return false;
  const type = MIRRORED_TYPE.exec(text)?.[1];
  // A truncated text is parsed, so that it is refused.
  if (type === undefined || !text.endsWith('}')) return false;
  if (type === 'book') onMirroredBook?.(token);
  return true;
}

function isMirroredBook(event: { readonly asset_id?: unknown }, options: FrameOptions): boolean {
  const { isMirror, onMirroredBook } = options;
  if (isMirror === undefined || !isAbout(event, isMirror)) return false;
  onMirroredBook?.(String(event.asset_id));
  return true;
}

/** Whether an event, or one of its rows, names a token for which `holds` returns true. */
function isAbout(value: unknown, holds: (token: string) => boolean): boolean {
  if (typeof value !== 'object' || value === null || !('asset_id' in value)) return false;
  return typeof value.asset_id === 'string' && holds(value.asset_id);
}

/** Finds the tokens that a refused text names; null when it names none. */
function findTokens(text: string): readonly string[] | null {
  const tokens = Array.from(text.matchAll(/"asset_id": ?"(\d{1,78})"/g), ([, token = '']) => token);
  return tokens.length === 0 ? null : [...new Set(tokens)];
}

/** Returns the event with its valid rows; null when it has rows and none is valid. */
function readEventRows(event: StreamEvent, options: FrameOptions): StreamEvent | null {
  const { intake, onRefused, isMirror } = options;
  if (event.event_type === 'price_change') {
    const rows =
      isMirror === undefined
        ? event.price_changes
        : event.price_changes.filter((row: unknown) => !isAbout(row, isMirror));
    const read = intake.readRows(rows, priceChange);
    if (read.length === rows.length) return { ...event, price_changes: rows };
    if (read.length === 0) return null;
    const odd = new Set<unknown>(rows).difference(new Set<unknown>(read));
    onRefused?.(findTokens(JSON.stringify([...odd])) ?? findTokens(JSON.stringify(rows)) ?? []);
    return { ...event, price_changes: read };
  }
  if (event.event_type !== 'book') return event;
  const name = () => event.asset_id;
  const [bids, asks] = [event.bids, event.asks].map((side) => {
    const read = intake.readRows(side, streamLevel, name);
    return read.length === 0 && side.length > 0 ? null : read;
  });
  if (bids == null || asks == null) return null;
  if (bids.length < event.bids.length || asks.length < event.asks.length) onRefused?.([event.asset_id]);
  return { ...event, bids, asks };
}

function getEventType(event: unknown): string {
  if (typeof event !== 'object' || event === null || !('event_type' in event)) return '';
  return String(event.event_type);
}
