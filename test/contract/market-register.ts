import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  epochMs,
  type LinkSpan,
  NO_NAMES,
  NO_SETTLING,
  NO_TERMS,
  type VenueId,
} from '../../src/domain/index.ts';
import { CursorError } from '../../src/history/contract/cursor.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import type { ListedMarket, RegisteredMarket } from '../../src/history/contract/market-register.ts';
import type { HistoryEngine } from './history-store.ts';

const AT = epochMs(1_763_700_000_000);
const HASH = /^[0-9a-f]{32}$/;

/** Builds a market of a venue of binaries, with the members given. */
function listed(venue: VenueId, storeKey: string, members: Partial<ListedMarket> = {}): ListedMarket {
  const kind = venue === 'polymarket' ? 'pm' : venue === 'limitless' ? 'limitless' : 'kalshi';
  return {
    venue,
    storeKey,
    asset: `${kind}-${storeKey}`,
    kind,
    title: `Will ${storeKey} be?`,
    eventKey: `EVENT-${storeKey}`,
    event: 'What will be?',
    category: null,
    settling: null,
    statedBy: null,
    outcomes: ['Yes', 'No'],
    ...NO_NAMES,
    terms: { ...NO_TERMS, strike: 0.1 + 0.2, answer: 'it', series: 'KX' },
    closesAt: epochMs(AT + 5),
    endsAt: null,
    nativeIds: {},
    url: 'https://example.org/x',
    rules: null,
    ...members,
  };
}

const listing = (changed: readonly ListedMarket[], at: number = AT) => ({
  venue: changed[0]?.venue ?? 'kalshi',
  at: epochMs(at),
  changed,
});

/** Builds what a reader should find of a market. */
const known = ({ rules, ...facts }: ListedMarket, seenFrom = AT, changedAt = seenFrom) => ({
  ...facts,
  seenFrom,
  changedAt,
  hasRules: rules !== null,
});
const shown = (market: RegisteredMarket | null) => {
  if (market === null) return null;
  const { rulesHash, ...rest } = market;
  return { ...rest, hasRules: rulesHash !== null };
};

/** Runs the promises of `RegisterReader`, `RegisterWriter`, `LinkSpanReader` and `LinkSpanWriter` against one engine. */
export function testMarketRegister(engine: HistoryEngine): void {
  describe(`market register: ${engine.name}`, () => {
    let store: HistoryStore;
    let next = 0;
    before(async () => {
      store = await engine.open();
    });
    after(() => store.close());
    const fresh = (members: Partial<ListedMarket> = {}) => listed('kalshi', `kx-${next++}`, members);
    const reopen = async () => {
      if (engine.reopen !== undefined) store = await engine.reopen(store);
    };

    test('keeps the names of sides, those that follow from label or answer among them', async () => {
      const terms = { ...NO_TERMS, answer: 'Duke' };
      const named = [
        fresh({ terms, yesMeans: 'Duke', noMeans: null }),
        fresh({ terms, yesMeans: 'Duke, 2027', noMeans: null }),
        fresh({ terms, yesMeans: null, noMeans: null }),
        fresh({ outcomes: ['Up', 'Down'], yesMeans: 'Up', noMeans: 'Down' }),
      ];
      await store.append([], listing(named));
      const found = await store.findMarketMany(named);
      assert.deepEqual(
        found.map((market) => [market?.yesMeans, market?.noMeans]),
        named.map(({ yesMeans, noMeans }) => [yesMeans, noMeans]),
      );
    });

    test('an unknown market, text or link is not known', async () => {
      assert.equal(await store.findMarket({ venue: 'limitless', storeKey: 'nothing' }), null);
      assert.deepEqual(await store.findMarketMany([]), []);
      assert.equal(await store.findRules('00'.repeat(16)), null);
      assert.equal(await store.findRules('no hash'), null);
      assert.deepEqual(await store.listMarkets({ venue: 'limitless', limit: 5 }), {
        markets: [],
        nextCursor: null,
      });
      assert.deepEqual(await store.findLinkSpans('pm-nothing', 5), []);
    });

    test('keeps all that a market says, beside its record or without one', async () => {
      const conditionId = `0x${'0a1b'.repeat(16)}`;
      const yesTokenId = `1${'09'.repeat(38)}`;
      const one = fresh({
        settling: null,
        statedBy: null,
        outcomes: ['Up', 'Down'],
        yesMeans: 'Up, 5 minutes',
        noMeans: 'Down, 5 minutes',
        category: 'Crypto',
        rules: 'Resolves to Up if it is.',
        nativeIds: { conditionId, yesTokenId, noTokenId: '7', ticker: 'KX-0' },
        endsAt: epochMs(AT + 9),
      });
      const perp = {
        ...listed('hyperliquid', 'perp-kpepe', { asset: 'hl-kPEPE', kind: 'hl-perp', title: 'kPEPE' }),
        terms: null,
        settling: null,
        statedBy: null,
        outcomes: null,
        eventKey: null,
        event: null,
        closesAt: null,
        url: null,
      };
      const { venue, storeKey, asset } = one;
      await store.append([{ venue, storeKey, asset, t: AT, p: 0.5, v: null, s: 'poll' }], listing([one]));
      await store.append([], listing([perp]));
      await reopen();
      assert.deepEqual(shown(await store.findMarket(one)), known(one));
      assert.deepEqual(shown(await store.findMarket(perp)), known(perp));
      const nothing = { venue: 'limitless', storeKey: 'nothing' } as const;
      const many = await store.findMarketMany([perp, nothing, one, perp]);
      assert.deepEqual(
        many.map((market) => (market === null ? null : shown(market))),
        [known(perp), null, known(one), known(perp)],
      );
      const { rulesHash } = (await store.findMarket(one))!;
      assert.match(rulesHash ?? '', HASH);
      assert.equal(await store.findRules(rulesHash!), one.rules);
      assert.equal((await store.findLast(one))?.p, 0.5);
    });

    test('keeps any text: long, with NULs, quotes, new lines and unpaired surrogates', async () => {
      const texts = [
        'a'.repeat(500),
        'NUL \0 in it',
        '"quoted", and\r\nlines; =SUM(A1)',
        '\ud800 alone \udfff',
        'ünïcödé 🎲',
        '',
      ];
      const markets = texts.map((title) => fresh({ title, rules: `${title}, says the rules`, event: title }));
      await store.append([], listing(markets));
      await reopen();
      for (const market of markets) {
        const found = await store.findMarket(market);
        assert.deepEqual(shown(found), known(market));
        assert.equal(await store.findRules(found?.rulesHash ?? ''), market.rules);
      }
    });

    test('a market that says the same again keeps its times, one that changes keeps its first sight', async () => {
      const one = fresh({ rules: 'old' });
      await store.append([], listing([one]));
      await store.append([], listing([one], AT + 10));
      assert.deepEqual(shown(await store.findMarket(one)), known(one));
      await reopen();
      await store.append([], listing([one], AT + 20));
      assert.deepEqual(shown(await store.findMarket(one)), known(one));
      const reworded = { ...one, title: 'Reworded' };
      await store.append([], listing([reworded], AT + 30));
      assert.deepEqual(shown(await store.findMarket(one)), known(reworded, AT, epochMs(AT + 30)));
      const hash = (await store.findMarket(one))?.rulesHash;
      await store.append([], listing([{ ...reworded, rules: 'new' }], AT + 40));
      const found = await store.findMarket(one);
      assert.notEqual(found?.rulesHash, hash);
      assert.equal(await store.findRules(found?.rulesHash ?? ''), 'new');
      assert.equal(await store.findRules(hash ?? ''), 'old', 'what a market said before is kept');
    });

    test('terms of settling are kept, and a change of what was stated is dated', async () => {
      const settling = { ...NO_SETTLING, source: 'twap60', coin: 'btc', closeAt: AT + 900_000 };
      const statedBy = { source: 'resolutionSource', coin: 'resolutionSource', closeAt: 'endDate' };
      const one = fresh();
      await store.append([], listing([one]));
      const at = async (members: Partial<ListedMarket>, time: number) => {
        await store.append([], listing([{ ...one, settling, statedBy, ...members }], AT + time));
        return store.findMarket(one);
      };
      const first = await at({}, 10);
      assert.deepEqual([first?.settling, first?.statedBy], [settling, statedBy]);
      assert.equal(first?.settlingChangedAt, undefined, 'what appears is no change');
      const strike = { ...settling, strike: '86513.574462924859113472' };
      const second = await at({ settling: strike }, 20);
      assert.deepEqual([second?.settling, second?.settlingChangedAt], [strike, undefined]);
      const moved = { ...strike, closeAt: AT + 1_800_000 };
      const third = await at({ settling: moved }, 30);
      assert.deepEqual([third?.settling, third?.settlingChangedAt], [moved, AT + 30]);
      assert.equal((await at({ settling: moved }, 40))?.changedAt, AT + 30, 'equal terms write nothing');
      await reopen();
      const fourth = await at({ settling: moved, title: 'Reworded' }, 50);
      assert.deepEqual([fourth?.changedAt, fourth?.settlingChangedAt], [AT + 50, AT + 30]);
      const gone = await at({ settling: null, statedBy: null }, 60);
      assert.deepEqual([gone?.settling, gone?.statedBy, gone?.settlingChangedAt], [null, null, AT + 60]);
      const { rulesHash: _, ...joined } = fourth!;
      await store.putMarkets([{ ...joined, changedAt: epochMs(AT + 70), rules: null }]);
      const last = await store.findMarket(one);
      assert.deepEqual([last?.settling, last?.settlingChangedAt], [moved, AT + 30]);
    });

    test('an event that was not read this time is no change', async () => {
      const one = fresh();
      await store.append([], listing([one]));
      await store.append([], listing([{ ...one, event: null, category: null }], AT + 10));
      assert.deepEqual(shown(await store.findMarket(one)), known(one));
    });

    test('a market that has left stays known, and may come back', async () => {
      const one = fresh({ rules: 'until it ends' });
      await store.append([], listing([one]));
      await store.append([], listing([fresh()], AT + 10));
      await reopen();
      assert.deepEqual(shown(await store.findMarket(one)), known(one));
      await store.append([], listing([one], AT + 20));
      assert.deepEqual(shown(await store.findMarket(one)), known(one));
      const reworded = { ...one, title: 'Once more' };
      await store.append([], listing([reworded], AT + 30));
      await reopen();
      assert.deepEqual(shown(await store.findMarket(one)), known(reworded, AT, epochMs(AT + 30)));
    });

    test('all markets come once, in order, however small the pages are', async () => {
      const odd = ['b', 'a', 'ab', 'a-b', 'ü', '😀', 'z'].map((key) => listed('polymarket', key));
      await store.append([], listing(odd));
      const others = [listed('limitless', 'm')];
      await store.append([], listing(others));
      await reopen();
      const all = await collect((cursor) => store.listMarkets({ limit: 1_000, ...cursor }), 'markets');
      for (const limit of [1, 2, 3]) {
        const paged = await collect((cursor) => store.listMarkets({ limit, ...cursor }), 'markets');
        assert.deepEqual(paged, all);
      }
      const keys = all.map(({ venue, storeKey }) => Buffer.from(`${venue} ${storeKey}`));
      assert.deepEqual(keys, keys.toSorted(Buffer.compare));
      const polymarket = await collect(
        (cursor) => store.listMarkets({ venue: 'polymarket', limit: 2, ...cursor }),
        'markets',
      );
      assert.deepEqual(
        polymarket.map(({ storeKey }) => storeKey),
        ['a', 'a-b', 'ab', 'b', 'z', 'ü', '😀'],
      );
    });

    test('all rules come once, by hash, however alike they are', async () => {
      const texts = Array.from(
        { length: 40 },
        (_, i) => `${'This market resolves to Yes if '.repeat(9)}${i}`,
      );
      await store.append([], listing(texts.map((rules) => fresh({ rules }))));
      await store.append([], listing(texts.map((rules) => fresh({ rules }))));
      await reopen();
      const all = await collect((cursor) => store.listRules({ limit: 7, ...cursor }), 'rules');
      assert.deepEqual(
        all.map(({ hash }) => hash),
        [...new Set(all.map(({ hash }) => hash))].sort(),
      );
      const kept = all.map(({ text }) => text);
      for (const text of texts) assert.equal(kept.filter((one) => one === text).length, 1);
    });

    test('a market of another register joins with its times', async () => {
      const one = fresh({ rules: 'ours' });
      await store.append([], listing([one]));
      const theirs = { ...one, title: 'Theirs, earlier', rules: 'theirs' };
      await store.putMarkets([{ ...theirs, seenFrom: epochMs(AT - 9), changedAt: epochMs(AT - 5) }]);
      assert.deepEqual(shown(await store.findMarket(one)), known(one, epochMs(AT - 9), AT));
      await store.putMarkets([{ ...theirs, seenFrom: epochMs(AT - 2), changedAt: epochMs(AT + 5) }]);
      await reopen();
      assert.deepEqual(shown(await store.findMarket(one)), known(theirs, epochMs(AT - 9), epochMs(AT + 5)));
      const unseen = fresh();
      await store.putMarkets([{ ...unseen, seenFrom: epochMs(1), changedAt: epochMs(2) }]);
      assert.deepEqual(shown(await store.findMarket(unseen)), known(unseen, epochMs(1), epochMs(2)));
    });

    test('a cursor of another list is refused', async () => {
      await assert.rejects(store.listMarkets({ limit: 1, cursor: 'x' }), CursorError);
      await assert.rejects(store.listRules({ limit: 1, cursor: 'x' }), CursorError);
      await assert.rejects(store.listLinkSpans({ limit: 1, cursor: 'x' }), CursorError);
      const { nextCursor } = await store.listMarkets({ limit: 1 });
      await assert.rejects(store.listRules({ limit: 1, cursor: nextCursor! }), CursorError);
    });

    test('spans of links are kept, closed and found from either side', async () => {
      const span = (a: string, b: string, from: number, to: number | null): LinkSpan => ({
        a,
        b,
        relation: 'same',
        confidence: 0.95,
        source: 'matched',
        disputed: false,
        reasons: ['Both ask "it"\n\ud800.'],
        fromMs: epochMs(from),
        toMs: to === null ? null : epochMs(to),
      });
      const first = span('kalshi-l', 'pm-l', 10, null);
      const other = { ...span('limitless-l', 'pm-l', 15, 30), disputed: true, relation: 'opposite' as const };
      await store.putLinkSpans([first, other]);
      assert.deepEqual(await store.listOpenLinkSpans(), [first]);
      const closed = { ...first, toMs: epochMs(20) };
      const again = { ...first, fromMs: epochMs(25), confidence: 0.5 };
      await store.putLinkSpans([closed, again]);
      await reopen();
      assert.deepEqual(await store.listOpenLinkSpans(), [again]);
      assert.deepEqual(await store.findLinkSpans('pm-l', 9), [closed, other, again]);
      assert.deepEqual(await store.findLinkSpans('kalshi-l', 9), [closed, again]);
      assert.deepEqual(await store.findLinkSpans('pm-l', 2), [other, again]);
      const all = await collect((cursor) => store.listLinkSpans({ limit: 1, ...cursor }), 'spans');
      assert.deepEqual(all, [closed, again, other]);
    });
  });
}

type Pages<Member extends string, Item> = { readonly [M in Member]: readonly Item[] } & {
  readonly nextCursor: string | null;
};

/** Collects all members of all pages. */
async function collect<Member extends string, Item>(
  read: (cursor: { cursor?: string }) => Promise<Pages<Member, Item>>,
  member: Member,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: Pages<Member, Item> = await read(cursor === null ? {} : { cursor });
    items.push(...page[member]);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return items;
}
