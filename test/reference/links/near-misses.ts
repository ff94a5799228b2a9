/**
 * Pairs that ask different questions, in the wording of the venues, of kinds that `planted.ts` does not make. They were written
 * before the matcher was looked at. `twin` is the same listing without what makes it another question, where there is one: a
 * pair that is refused for another reason shows there.
 */

import { epochMs, type MarketTerms } from '../../../src/domain/index.ts';

export interface Listing {
  readonly title: string;
  readonly rules: string;
  readonly eventTitle?: string;
  /** The answer that Yes stands for, where the title does not say so. */
  readonly outcomes?: readonly [string, string];
  readonly eventKey?: string;
  readonly closeTime?: string;
  readonly endDate?: string;
  readonly terms?: Partial<MarketTerms>;
}

export interface NearMiss {
  readonly kind: string;
  readonly one: Listing;
  readonly trap: Listing;
  readonly twin?: Listing;
}

const ask = (title: string, rules: string, more: Partial<Listing> = {}): Listing => ({
  title,
  rules,
  ...more,
});

/** Builds the rules of a listing of Polymarket. */
const pm = (condition: string, ...more: string[]): string =>
  [
    `This market will resolve to "Yes" if ${condition}. Otherwise, this market will resolve to "No".`,
    ...more,
  ].join('\n\n');

/** Builds the rules of a listing of Kalshi. */
const ks = (condition: string, ...more: string[]): string =>
  [`If ${condition}, then the market resolves to Yes.`, ...more].join('\n');

const near = (kind: string, one: Listing, trap: Listing, twin?: Listing): NearMiss =>
  twin === undefined ? { kind, one, trap } : { kind, one, trap, twin };

const TIP_OFF = epochMs(Date.UTC(2026, 0, 12, 2));
const GAME = 'Lakers vs. Celtics';
const game = (rules: string): Listing =>
  ask(GAME, rules, {
    outcomes: ['Lakers', 'Celtics'],
    endDate: '2026-01-12T02:00:00Z',
    terms: { startsAt: TIP_OFF },
  });
const LAKERS = game(
  'In the upcoming NBA game, scheduled for January 11 at 9:00PM ET:\nIf the Lakers win, the market will resolve to "Lakers".\nIf the Celtics win, the market will resolve to "Celtics".\nIf the game is postponed, this market will remain open until the game has been completed.',
);
const boston = (rules: string): Listing =>
  ask('Los Angeles L at Boston Winner?', rules, {
    eventTitle: 'Los Angeles L at Boston',
    endDate: '2026-01-12T05:00:00Z',
    terms: { answer: 'Los Angeles L', series: 'KXNBAGAME' },
  });
const AT_BOSTON =
  'Los Angeles L wins the Los Angeles L at Boston professional basketball game originally scheduled for Jan 11, 2026';

const SHUTDOWN = 'Will there be a US government shutdown before 2027?';
const shutdown = ask(SHUTDOWN, pm('the US government shuts down by December 31, 2026, 11:59 PM ET'));
const SHUT = 'the US government shuts down before Jan 1, 2027';

const ceasefire = ask(
  'Russia x Ukraine ceasefire before 2027?',
  pm('there is an official ceasefire agreement between Russia and Ukraine by December 31, 2026, 11:59 PM ET'),
);
const CEASE = 'there is a ceasefire between Russia and Ukraine before Jan 1, 2027';

const resign = ask(
  'Will Emmanuel Macron resign before 2027?',
  pm('Emmanuel Macron resigns as President of France by December 31, 2026, 11:59 PM ET'),
);
const RESIGN = 'Emmanuel Macron resigns as President of France before Jan 1, 2027';

const recession = ask('US recession in 2026?', pm('the US enters a recession in 2026'));
const rate = ask(
  'Will the unemployment rate be above 4.5% in December 2026?',
  pm('the unemployment rate for December 2026 is above 4.5%'),
);
const RATE = 'the unemployment rate is above 4.5% in December 2026';

const album = ask(
  'Will Taylor Swift release a new album in 2026?',
  pm('Taylor Swift releases a new album in 2026'),
);
const ALBUM = 'Taylor Swift releases a new album in 2026';

const ipo = ask(
  'Will Stripe IPO before 2027?',
  pm('Stripe completes an IPO by December 31, 2026, 11:59 PM ET'),
);
const IPO = 'Stripe completes an IPO before Jan 1, 2027';

const btc = ask(
  'Will Bitcoin be above $100,000 on December 31, 2026 at 5pm ET?',
  pm('the price of Bitcoin is above $100,000 at 5pm ET on December 31, 2026'),
  { terms: { settlementSource: 'Coinbase' } },
);
const BTC = 'the price of Bitcoin is above $100,000 at 5 PM EST on Dec 31, 2026';
const BTC_TITLE = 'Bitcoin above $100,000 on Dec 31, 2026 at 5pm EST?';
const bitcoin = (rules: string): Listing =>
  ask(BTC_TITLE, rules, { terms: { settlementSource: 'Coinbase' } });

const senate = ask(
  'Will the Republicans win the Senate in 2026?',
  pm('the Republican Party controls the Senate after the 2026 midterm elections'),
);
const governor = ask(
  'Will Jane Doe win the 2026 Ohio governor election?',
  pm('Jane Doe wins the 2026 Ohio gubernatorial election'),
);
const GOVERNOR = 'Jane Doe wins the 2026 Ohio gubernatorial election';
const OHIO = 'Will Jane Doe win the 2026 Ohio governor race?';

const confirmed = ask(
  'Will John Smith be confirmed as Secretary of Defense before 2027?',
  pm('John Smith is confirmed by the US Senate as Secretary of Defense by December 31, 2026, 11:59 PM ET'),
);
const CONFIRMED = 'John Smith is confirmed by the US Senate as Secretary of Defense before Jan 1, 2027';

const oscar = ask(
  'Will "One Battle After Another" win Best Picture at the 2026 Oscars?',
  pm('"One Battle After Another" wins Best Picture at the 98th Academy Awards'),
);
const champion = ask(
  'Will the Buffalo Bills win Super Bowl 2027?',
  pm('the Buffalo Bills win Super Bowl LXI'),
);
const CHAMPION = 'the Buffalo Bills win Super Bowl LXI';

export const NEAR_MISSES: readonly NearMiss[] = [
  // A half, a period, a part that only the rules name under a plain title.
  near(
    'part in the rules',
    LAKERS,
    boston(
      ks(
        'Los Angeles L leads at the end of the second quarter of the Los Angeles L at Boston professional basketball game originally scheduled for Jan 11, 2026',
      ),
    ),
    boston(ks(AT_BOSTON)),
  ),
  near(
    'part in the rules',
    LAKERS,
    boston(ks(AT_BOSTON, 'Points scored in overtime do not count.')),
    boston(ks(AT_BOSTON)),
  ),
  near(
    'part in the rules',
    LAKERS,
    boston(ks(AT_BOSTON, 'The score when the third quarter ends is the one that matters.')),
  ),
  near(
    'part in the rules',
    LAKERS,
    boston(ks(AT_BOSTON, 'A level score after 48 minutes resolves this market to No.')),
  ),
  near('part in the rules', LAKERS, boston(ks(`${AT_BOSTON} by six points or more`))),
  near(
    'part in the rules',
    LAKERS,
    boston(ks(AT_BOSTON, 'A lead of fewer than 4 points at the buzzer is treated as a loss.')),
  ),
  near(
    'part in the rules',
    LAKERS,
    boston(
      ks(
        'Los Angeles L scores first in the Los Angeles L at Boston professional basketball game originally scheduled for Jan 11, 2026',
      ),
    ),
  ),
  near('part in the rules', LAKERS, boston(ks(AT_BOSTON, 'Only the opening twelve minutes are considered.'))),
  near(
    'part in the rules',
    champion,
    ask('Will the Buffalo Bills win Super Bowl 2027?', ks(CHAMPION, 'The halftime score decides.')),
    ask('Will the Buffalo Bills win Super Bowl 2027?', ks(CHAMPION)),
  ),
  near(
    'part in the rules',
    ask(
      'Will Max Verstappen win the 2026 Monaco Grand Prix?',
      pm('Max Verstappen wins the 2026 Monaco Grand Prix'),
    ),
    ask(
      'Will Max Verstappen win the 2026 Monaco Grand Prix?',
      ks('Max Verstappen has the fastest time in qualifying of the 2026 Monaco Grand Prix'),
    ),
    ask(
      'Will Max Verstappen win the 2026 Monaco Grand Prix?',
      ks('Max Verstappen wins the 2026 Monaco Grand Prix'),
    ),
  ),
  near(
    'part in the rules',
    ask(
      'Will Scottie Scheffler win the 2026 Masters?',
      pm('Scottie Scheffler wins the 2026 Masters Tournament'),
    ),
    ask(
      'Will Scottie Scheffler win the 2026 Masters?',
      ks('Scottie Scheffler leads the 2026 Masters Tournament after 36 holes'),
    ),
    ask(
      'Will Scottie Scheffler win the 2026 Masters?',
      ks('Scottie Scheffler wins the 2026 Masters Tournament'),
    ),
  ),
  near(
    'part in the rules',
    ask(
      'Will Scottie Scheffler win the 2026 Masters?',
      pm('Scottie Scheffler wins the 2026 Masters Tournament'),
    ),
    ask(
      'Will Scottie Scheffler win the 2026 Masters?',
      ks(
        'Scottie Scheffler wins the 2026 Masters Tournament',
        'A play-off that is needed to find the winner makes this market resolve to No.',
      ),
    ),
  ),

  // The first step for the thing.
  near(
    'first step',
    ipo,
    ask(
      'Will Stripe IPO before 2027?',
      ks('Stripe confidentially submits a draft registration statement before Jan 1, 2027'),
    ),
    ask('Will Stripe IPO before 2027?', ks(IPO)),
  ),
  near(
    'first step',
    ipo,
    ask('Will Stripe IPO before 2027?', ks(IPO, 'The public posting of an S-1 is enough.')),
  ),
  near(
    'first step',
    ipo,
    ask(
      'Will Stripe IPO before 2027?',
      ks(IPO, 'Pricing of the offering qualifies, even if no share has traded yet.'),
    ),
  ),
  near(
    'first step',
    confirmed,
    ask(
      'Will John Smith be confirmed as Secretary of Defense before 2027?',
      ks(
        'John Smith is confirmed by the Senate Armed Services Committee as Secretary of Defense before Jan 1, 2027',
      ),
    ),
    ask('Will John Smith be confirmed as Secretary of Defense before 2027?', ks(CONFIRMED)),
  ),
  near(
    'first step',
    confirmed,
    ask(
      'Will John Smith be confirmed as Secretary of Defense before 2027?',
      ks(CONFIRMED, 'A successful cloture vote is sufficient.'),
    ),
  ),
  near(
    'first step',
    ceasefire,
    ask(
      'Russia x Ukraine ceasefire before 2027?',
      ks(CEASE, 'A date on which talks begin is enough for Yes.'),
    ),
    ask(
      'Russia x Ukraine ceasefire before 2027?',
      ks('there is an official ceasefire agreement between Russia and Ukraine before Jan 1, 2027'),
    ),
  ),
  near(
    'first step',
    album,
    ask('Will Taylor Swift release a new album in 2026?', ks('Taylor Swift announces a new album in 2026')),
    ask('Will Taylor Swift release a new album in 2026?', ks(ALBUM)),
  ),
  near(
    'first step',
    album,
    ask(
      'Will Taylor Swift release a new album in 2026?',
      ks(ALBUM, 'The opening of pre-orders counts as release.'),
    ),
  ),
  near(
    'first step',
    resign,
    ask(
      'Will Emmanuel Macron resign before 2027?',
      ks(RESIGN, 'A stated intention to step down later is treated as resigning.'),
    ),
    ask('Will Emmanuel Macron resign before 2027?', ks(RESIGN)),
  ),
  near(
    'first step',
    ask(
      'Will Jane Doe be impeached before 2027?',
      pm('Jane Doe is impeached by the House of Representatives by December 31, 2026'),
    ),
    ask(
      'Will Jane Doe be impeached before 2027?',
      ks('articles of impeachment against Jane Doe are introduced before Jan 1, 2027'),
    ),
  ),
  near(
    'first step',
    ask('Will GTA VI be released before 2027?', pm('GTA VI is released by December 31, 2026')),
    ask('Will GTA VI be released before 2027?', ks('GTA VI has gone gold before Jan 1, 2027')),
    ask('Will GTA VI be released before 2027?', ks('GTA VI is released before Jan 1, 2027')),
  ),

  // "Not" that an absent vote or an absent event answers too.
  near(
    'absent answers no',
    ask(
      'Will John Smith not be confirmed as Secretary of Defense before 2027?',
      pm('John Smith is not confirmed as Secretary of Defense by December 31, 2026'),
    ),
    ask(
      'Will the Senate reject John Smith as Secretary of Defense before 2027?',
      ks('the Senate rejects John Smith as Secretary of Defense before Jan 1, 2027'),
    ),
  ),
  near(
    'absent answers no',
    ask('Will the jury acquit Jane Doe before 2027?', pm('the jury acquits Jane Doe by December 31, 2026')),
    ask('Will Jane Doe not be convicted before 2027?', ks('Jane Doe is not convicted before Jan 1, 2027')),
  ),
  near(
    'absent answers no',
    ask(
      'Will the Fed not cut rates in December 2026?',
      pm('the Federal Reserve does not cut rates at its December 2026 meeting'),
    ),
    ask(
      'Will the Fed hike rates in December 2026?',
      ks('the Federal Reserve hikes rates at its December 2026 meeting'),
    ),
  ),
  near(
    'absent answers no',
    ask(
      'Will Arsenal not beat Chelsea on January 10, 2026?',
      pm('Arsenal do not beat Chelsea on January 10, 2026'),
    ),
    ask('Will Chelsea beat Arsenal on January 10, 2026?', ks('Chelsea beats Arsenal on Jan 10, 2026')),
  ),
  near(
    'absent answers no',
    ask(
      'Will the bill fail in the House before 2027?',
      pm('the bill fails in the House by December 31, 2026'),
    ),
    ask('Will the bill pass the House before 2027?', ks('the bill passes the House before Jan 1, 2027')),
  ),
  near(
    'absent answers no',
    confirmed,
    ask(
      'Will the Senate vote against John Smith as Secretary of Defense before 2027?',
      ks('the Senate votes against John Smith as Secretary of Defense before Jan 1, 2027'),
    ),
  ),

  // Two works in quotes.
  near(
    'works in quotes',
    oscar,
    ask(
      'Will "One Battle" win Best Picture at the 2026 Oscars?',
      ks('"One Battle" wins Best Picture at the 98th Academy Awards'),
    ),
    ask(
      'Will "One Battle After Another" win Best Picture at the 2026 Oscars?',
      ks('"One Battle After Another" wins Best Picture at the 98th Academy Awards'),
    ),
  ),
  near(
    'works in quotes',
    ask(
      'Will "Wicked: For Good" win Best Song at the 2026 Oscars?',
      pm(
        '"The Girl in the Bubble" from "Wicked: For Good" wins Best Original Song at the 98th Academy Awards',
      ),
    ),
    ask(
      'Will "Wicked: For Good" win Best Song at the 2026 Oscars?',
      ks('"No Place Like Home" from "Wicked: For Good" wins Best Original Song at the 98th Academy Awards'),
    ),
  ),
  near(
    'works in quotes',
    ask(
      'Will "Golden" be #1 on the Billboard Hot 100 on January 10, 2026?',
      pm('"Golden" by HUNTR/X is #1 on the Billboard Hot 100 dated January 10, 2026'),
    ),
    ask(
      'Will "Golden" be #1 on the Billboard Hot 100 on January 10, 2026?',
      ks('"Golden" by Jill Scott is #1 on the Billboard Hot 100 dated Jan 10, 2026'),
    ),
  ),
  near(
    'works in quotes',
    ask(
      'Will "Avatar" gross over $100 million domestically in its opening weekend?',
      pm('"Avatar: Fire and Ash" grosses over $100 million domestically in its opening weekend'),
    ),
    ask(
      'Will "Avatar" gross over $100 million domestically in its opening weekend?',
      ks('"Avatar: The Way of Water" grosses over $100 million domestically in its opening weekend'),
    ),
  ),
  near(
    'works in quotes',
    ask(
      'Will Ariana Grande win for "Yes, And?" at the 2026 Grammys?',
      pm('Ariana Grande wins Song of the Year for "Yes, And?" at the 2026 Grammys'),
    ),
    ask(
      'Will Ariana Grande win for "We Can\'t Be Friends" at the 2026 Grammys?',
      ks('Ariana Grande wins Song of the Year for "We Can\'t Be Friends" at the 2026 Grammys'),
    ),
  ),

  // Another line.
  near(
    'another line',
    rate,
    ask(
      'Will the unemployment rate be above 4.5% in December 2026?',
      ks('the U-6 unemployment rate is above 4.5% in December 2026'),
    ),
    ask('Will the unemployment rate be above 4.5% in December 2026?', ks(RATE)),
  ),
  near(
    'another line',
    rate,
    ask(
      'Will the unemployment rate be above 4.5% in December 2026?',
      ks(RATE, 'The three-month average is used.'),
    ),
  ),
  near(
    'another line',
    rate,
    ask(
      'Will the unemployment rate be above 4.5% in December 2026?',
      ks(RATE, 'The figure is compared at two decimals from the household table.'),
    ),
  ),
  near(
    'another line',
    rate,
    ask(
      'Will the unemployment rate be above 4.5% in December 2026?',
      ks(RATE, 'A value of 4.6% still resolves to No.'),
    ),
  ),
  near(
    'another line',
    btc,
    bitcoin(ks(BTC, 'The mean of the last sixty minutes is taken.')),
    bitcoin(ks(BTC)),
  ),
  near(
    'another line',
    btc,
    bitcoin(ks('the price of Bitcoin is above $100,000 at any moment until 5 PM EST on Dec 31, 2026')),
  ),
  near(
    'another line',
    ask(
      "Will Trump's approval be above 40% on December 31, 2026?",
      pm("Donald Trump's approval rating is above 40% on December 31, 2026"),
    ),
    ask(
      "Will Trump's approval be above 40% on December 31, 2026?",
      ks("Donald Trump's net approval rating is above 40% on Dec 31, 2026"),
    ),
    ask(
      "Will Trump's approval be above 40% on December 31, 2026?",
      ks("Donald Trump's approval rating is above 40% on Dec 31, 2026"),
    ),
  ),
  near(
    'another line',
    recession,
    ask(
      'US recession in 2026?',
      ks('the US enters a recession in 2026', 'Two quarters in a row of falling GDP are what is meant.'),
    ),
    ask('US recession in 2026?', ks('the US enters a recession in 2026')),
  ),

  // Another venue, register or court of settlement.
  near(
    'another source',
    btc,
    ask(BTC_TITLE, ks(BTC, 'The price is read on Kraken.'), { terms: { settlementSource: 'Kraken' } }),
    bitcoin(ks(BTC)),
  ),
  near(
    'another source',
    ask(btc.title, `${btc.rules}\n\nThe resolution source is Binance, BTC/USDT 1m candle "Close".`),
    ask(BTC_TITLE, ks(BTC, 'The price is that of the CF Benchmarks Bitcoin Real-Time Index.')),
  ),
  near(
    'another source',
    ask(
      'Highest temperature in London on January 10, 2026 above 10°C?',
      pm('the highest temperature at London City Airport on January 10, 2026 is above 10°C'),
    ),
    ask(
      'Highest temperature in London on January 10, 2026 above 10°C?',
      ks('the highest temperature at Heathrow on Jan 10, 2026 is above 10°C'),
    ),
  ),
  near(
    'another source',
    governor,
    ask(OHIO, ks(GOVERNOR, 'The projection of Decision Desk HQ on election night is final.')),
    ask(OHIO, ks(GOVERNOR)),
  ),
  near(
    'another source',
    ask(
      'Will Tesla deliver more than 500k cars in Q4 2026?',
      pm('Tesla delivers more than 500,000 cars in Q4 2026'),
    ),
    ask(
      'Will Tesla deliver more than 500k cars in Q4 2026?',
      ks(
        'Tesla delivers more than 500,000 cars in Q4 2026',
        'The number is the one of the China Passenger Car Association.',
      ),
    ),
  ),

  // A deadline or condition in a sentence behind the condition.
  near(
    'deadline behind',
    shutdown,
    ask(SHUTDOWN, ks(SHUT, 'It has to begin on or before October 15, 2026.')),
    ask(SHUTDOWN, ks(SHUT)),
  ),
  near('deadline behind', shutdown, ask(SHUTDOWN, ks(SHUT, 'It needs to last longer than a weekend.'))),
  near(
    'deadline behind',
    shutdown,
    ask(SHUTDOWN, ks(SHUT, 'Lapses that touch a single department are ignored.')),
  ),
  near('deadline behind', shutdown, ask(SHUTDOWN, ks(SHUT, 'Furloughs must have started.'))),
  near(
    'deadline behind',
    ceasefire,
    ask(
      'Russia x Ukraine ceasefire before 2027?',
      ks(
        'there is an official ceasefire agreement between Russia and Ukraine before Jan 1, 2027',
        'It must hold for thirty days.',
      ),
    ),
  ),
  near(
    'deadline behind',
    ceasefire,
    ask(
      'Russia x Ukraine ceasefire before 2027?',
      ks(
        'there is an official ceasefire agreement between Russia and Ukraine before Jan 1, 2027',
        'Truces limited to the Black Sea or to energy sites qualify.',
      ),
    ),
  ),
  near(
    'deadline behind',
    resign,
    ask(
      'Will Emmanuel Macron resign before 2027?',
      ks(RESIGN, 'His last day in the Élysée has to fall within the year.'),
    ),
  ),
  near(
    'deadline behind',
    resign,
    ask(
      'Will Emmanuel Macron resign before 2027?',
      ks(RESIGN, 'Death in office is treated as a resignation.'),
    ),
  ),
  near(
    'deadline behind',
    senate,
    ask(
      'Will the Republicans win the Senate in 2026?',
      ks(
        'the Republican Party controls the Senate after the 2026 midterm elections',
        'A 50-50 chamber counts for the party of the Vice President.',
      ),
    ),
    ask(
      'Will the Republicans win the Senate in 2026?',
      ks('the Republican Party controls the Senate after the 2026 midterm elections'),
    ),
  ),
  near('deadline behind', governor, ask(OHIO, ks(GOVERNOR, 'She has to be sworn in as well.'))),
  near(
    'deadline behind',
    album,
    ask('Will Taylor Swift release a new album in 2026?', ks(ALBUM, 'Re-recordings qualify.')),
  ),
  near(
    'deadline behind',
    album,
    ask(
      'Will Taylor Swift release a new album in 2026?',
      ks(ALBUM, 'A physical edition in shops is needed.'),
    ),
  ),
  near(
    'deadline behind',
    champion,
    ask('Will the Buffalo Bills win Super Bowl 2027?', ks(CHAMPION, 'Josh Allen must start.')),
  ),

  // Another language.
  near(
    'other language',
    recession,
    ask(
      'US recession in 2026?',
      'Dieser Markt wird zu „Ja“ aufgelöst, wenn die USA im zweiten Halbjahr 2026 in eine Rezession geraten.',
    ),
  ),
  near(
    'other language',
    resign,
    ask(
      'Will Emmanuel Macron resign before 2027?',
      'Ce marché sera résolu à « Oui » si Emmanuel Macron démissionne avant le 14 juillet 2026.',
    ),
  ),
  near('other language', shutdown, ask(SHUTDOWN, ks(SHUT, 'El cierre debe durar al menos diez días.'))),
  near('other language', btc, bitcoin(`${ks(BTC)}\n以币安的收盘价为准。`)),
  near(
    'other language',
    recession,
    ask('US recession in 2026?', ks('the US enters a recession in 2026', 'Нужно два квартала подряд.')),
  ),
  near(
    'other language',
    recession,
    ask('US recession in 2026?', ks('the US enters a recession in 2026', '不算。')),
  ),
  near(
    'other language',
    recession,
    ask('US recession in 2026?', ks('the US enters a recession in 2026', 'Ü'.repeat(40))),
  ),

  // 50 kB of rules with one sentence that counts.
  near(
    '50 kB',
    shutdown,
    ask(
      SHUTDOWN,
      ks(
        SHUT,
        'Trading may be halted by the exchange at any time. '.repeat(1000),
        'Only a shutdown of 10 days or more counts.',
      ),
    ),
  ),
  near(
    '50 kB',
    shutdown,
    ask(
      SHUTDOWN,
      `${'Trading may be halted by the exchange at any time. '.repeat(1000)}\n${ks('the US government shuts down before Oct 1, 2026')}`,
    ),
  ),
  near(
    '50 kB',
    recession,
    ask(
      'US recession in 2026?',
      `${ks('the US enters a recession in 2026')}\n${'a '.repeat(25_000)}\nThe decline has to exceed 1%.`,
    ),
  ),

  // No rules, or rules that say nothing, against rules that restrict.
  near('empty', ask(SHUTDOWN, ''), ask(SHUTDOWN, ks(SHUT, 'It needs to last longer than a weekend.'))),
  near(
    'empty',
    ask('US recession in 2026?', ''),
    ask('US recession in 2026?', ks('the US enters a recession in the first half of 2026')),
  ),
  near(
    'empty',
    ask('Will GTA VI be released before 2027?', ' \n '),
    ask('Will GTA VI be released before 2027?', ks('GTA VI is released on PC before Jan 1, 2027')),
  ),
  near(
    'empty',
    ask('Will Stripe IPO before 2027?', 'Rules to be announced.'),
    ask('Will Stripe IPO before 2027?', ks(IPO, 'A direct listing is included.')),
  ),

  // Equal but for one word.
  near(
    'one word',
    senate,
    ask(
      'Will the Republicans win the Senate in 2026?',
      ks('the Republican Party gains the Senate after the 2026 midterm elections'),
    ),
  ),
  near('one word', recession, ask('UK recession in 2026?', ks('the UK enters a recession in 2026'))),
  near('one word', recession, ask('US recession in 2026?', ks('the US exits a recession in 2026'))),
  near(
    'one word',
    recession,
    ask('US recession declared in 2026?', ks('the US recession is declared in 2026')),
  ),
  near(
    'one word',
    ipo,
    ask('Will Stripe direct list before 2027?', ks('Stripe completes a direct listing before Jan 1, 2027')),
  ),
  near(
    'one word',
    governor,
    ask(
      'Will Jane Doe lead the 2026 Ohio governor race?',
      ks('Jane Doe leads the 2026 Ohio gubernatorial election'),
    ),
  ),
  near('one word', governor, ask(OHIO, ks('Jane Doe wins the 2026 Ohio gubernatorial runoff'))),
  near(
    'one word',
    governor,
    ask(
      'Will Jane Doe win the 2026 Ohio lieutenant governor race?',
      ks('Jane Doe wins the 2026 Ohio lieutenant gubernatorial election'),
    ),
  ),
  near(
    'one word',
    btc,
    ask(
      'Bitcoin Cash above $100,000 on Dec 31, 2026 at 5pm EST?',
      ks('the price of Bitcoin Cash is above $100,000 at 5 PM EST on Dec 31, 2026'),
    ),
  ),
  near(
    'one word',
    confirmed,
    ask(
      'Will John Smith be confirmed as Deputy Secretary of Defense before 2027?',
      ks('John Smith is confirmed by the US Senate as Deputy Secretary of Defense before Jan 1, 2027'),
    ),
  ),
  near(
    'one word',
    ask(
      'Will Bad Bunny be the top artist on Spotify in 2026?',
      pm('Bad Bunny is the most streamed artist on Spotify in 2026'),
    ),
    ask(
      'Will Bad Bunny be the top artist on Spotify in 2026?',
      ks('Bad Bunny is the most followed artist on Spotify in 2026'),
    ),
  ),
  near(
    'one word',
    ask(
      'Will X have the best AI model at the end of 2026?',
      pm('X has the best AI model at the end of 2026 by text arena score'),
    ),
    ask(
      'Will X have the best AI model at the end of 2026?',
      ks('X has the best AI model at the end of 2026 by webdev arena score'),
    ),
  ),
];

/** Long rules that both venues state alike, and words of them that one may have in another way. */
export const ONE_WORD_APART: readonly {
  readonly title: string;
  readonly rules: string;
  readonly words: readonly (readonly [word: string, other: string])[];
}[] = [
  {
    title: 'Will there be a ceasefire between Russia and Ukraine before 2027?',
    rules: pm(
      'there is an official ceasefire agreement between Russia and Ukraine by December 31, 2026, 11:59 PM ET',
      'The agreement has to be general and mutual. A truce at sea will not qualify. It has to hold for a week. Both armies have to confirm that they received the order. The signature of the president is needed on each side.',
    ),
    words: [
      ['general', 'regional'],
      ['mutual', 'unilateral'],
      ['at sea', 'on land'],
      ['a week', 'a month'],
      ['Both', 'Neither'],
      ['armies', 'governments'],
      ['confirm', 'deny'],
      ['order', 'payment'],
      ['signature', 'statement'],
      ['president', 'parliament'],
      ['will not qualify', 'will qualify'],
    ],
  },
  {
    title: 'Will Jane Doe win the 2026 Ohio governor election?',
    rules: pm(
      'Jane Doe wins the 2026 Ohio gubernatorial election',
      'She has to be on the ballot of the first county that reports. A recount does not matter. Votes by mail are counted. The certificate of the secretary of state decides.',
    ),
    words: [
      ['first', 'last'],
      ['county', 'city'],
      ['reports', 'closes'],
      ['recount', 'runoff'],
      ['by mail', 'abroad'],
      ['are counted', 'are not counted'],
      ['certificate', 'projection'],
      ['secretary', 'supreme court'],
    ],
  },
  {
    title: 'Will "Golden" be number one on the Billboard chart of January 10, 2026?',
    rules: pm(
      '"Golden" is number one on the Billboard Hot 100 dated January 10, 2026',
      'The resolution source for this market is Billboard, specifically the position in the column "This Week". Remixes are part of the song. The chart for streaming is used if the other is late.',
    ),
    words: [
      ['position', 'peak'],
      ['"This Week"', '"Last Week"'],
      ['Remixes', 'Covers'],
      ['streaming', 'radio'],
      ['are part', 'are no part'],
    ],
  },
];
