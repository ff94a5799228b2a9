import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildRows, type Row } from './poll-of.ts';

/** Addresses of the served venues, as their settings name them. */
export interface ServedLists {
  readonly url: string;
  close(): void;
}

/** Markets of each list. Limitless answers 25 a page and few pages a minute. */
const COUNTS = { hyperliquid: 300, polymarket: 2_000, kalshi: 2_000, limitless: 190 } as const;
const GAMMA_PAGE = 100;
const KALSHI_PAGE = 1_000;
const LIMITLESS_PAGE = 25;

/** Serves the recorded lists of all venues, each row repeated under other names and ids. Nothing moves between two polls. */
export async function serveLists(): Promise<ServedLists> {
  const perps = buildRows('hyperliquid', COUNTS.hyperliquid);
  const gamma = buildRows('polymarket', COUNTS.polymarket).map(nameIds);
  const kalshi = buildRows('kalshi', COUNTS.kalshi);
  const limitless = buildRows('limitless', COUNTS.limitless).map((row, i) => ({ ...row, id: i }));
  const page = (rows: readonly Row[], from: number, size: number) => ({
    part: rows.slice(from, from + size),
    next: from + size < rows.length ? String(from + size) : '',
  });
  const answer = ({ pathname, searchParams }: URL, body: string): unknown => {
    switch (pathname) {
      case '/info':
        return answerQuery(String((JSON.parse(body) as { type: unknown }).type), perps);
      case '/gamma/markets/keyset': {
        const { part, next } = page(gamma, Number(searchParams.get('after_cursor') ?? 0), GAMMA_PAGE);
        return { markets: part, ...(next === '' ? {} : { next_cursor: next }) };
      }
      case '/trade-api/v2/markets': {
        const { part, next } = page(kalshi, Number(searchParams.get('cursor') ?? 0), KALSHI_PAGE);
        return { markets: part, cursor: next };
      }
      case '/trade-api/v2/events':
        return { events: [], cursor: '' };
      case '/limitless/markets/active': {
        const from = (Number(searchParams.get('page')) - 1) * LIMITLESS_PAGE;
        return { data: page(limitless, from, LIMITLESS_PAGE).part, totalMarketsCount: limitless.length };
      }
      default:
        return undefined;
    }
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const found = answer(new URL(request.url ?? '/', 'http://venue'), body);
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? { error: 'not found' }));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Ids of its own for each copy of a recorded row: two markets never share tokens. */
function nameIds(row: Row, i: number): Row {
  const ids = JSON.stringify([String(10 ** 15 + 2 * i), String(10 ** 15 + 2 * i + 1)]);
  return { ...row, conditionId: `0x${String(i).padStart(64, '0')}`, clobTokenIds: ids };
}

function answerQuery(type: string, perps: readonly Row[]): unknown {
  switch (type) {
    case 'metaAndAssetCtxs':
      return [{ universe: perps.map(({ meta }) => meta) }, perps.map(({ context }) => context)];
    case 'perpDexs':
      return [null];
    case 'allMids':
      return Object.fromEntries(
        perps.map(({ meta, context }) => [(meta as Row).name, (context as Row).markPx]),
      );
    case 'outcomeMeta':
      return { outcomes: [], questions: [] };
    case 'outcomeTemplates':
      return [];
    default:
      return undefined;
  }
}
