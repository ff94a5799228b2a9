/**
 * Sentences that are planted into true rules: some change what the market asks, some say nothing. Written as people write rules,
 * without a look at how the matcher reads them.
 */

export type Kind = 'time' | 'part' | 'place' | 'step' | 'counting';

/** A sentence that changes the question, whatever it is about. */
export const RESTRICTING: Readonly<Record<Kind, readonly string[]>> = {
  time: [
    'Events later than noon Eastern Time on the final day are left out.',
    'This has to occur no later than September 17, 2031.',
    'What happens after Labor Day is of no consequence.',
    'The deadline for this market is 5:00 PM ET on the day before.',
    'If this has not happened by March 3, 2019, the market resolves to No.',
    'Reports published over a weekend are ignored.',
    'Only the first ten days of the period are looked at.',
    'It must hold for at least 45 days without interruption.',
    'The state of affairs at midnight UTC decides.',
    'Anything within the opening 20 minutes is disregarded.',
    'The window closes 24 hours ahead of the scheduled start.',
    'Outcomes known prior to the listing of this market are excluded.',
    'The relevant moment is the close of business in London on the preceding Friday.',
    'Developments during a recess are not taken into account.',
  ],
  part: [
    'The score at halftime decides.',
    'This concerns the opening quarter alone.',
    'Just the second leg is considered.',
    'The outcome of the first set is what matters.',
    'Whoever leads after five innings is the winner for this market.',
    'Extra periods do not form part of the contest here.',
    'Only the opening round is covered.',
    'The third map settles it.',
    'The main card is meant, not the prelims.',
    'The result in regulation alone is used, even where play goes on.',
    'Merely the upper chamber is meant.',
    'The television categories are what this is about.',
  ],
  place: [
    'Events outside of Ohio are not covered.',
    'It must take place in Geneva.',
    'The result in Maricopa County decides.',
    'Just appearances at Madison Square Garden qualify.',
    'Ballots cast abroad are left out of the tally.',
    'The figure for the Northeast is the one that is used.',
    'Screenings in North America alone are relevant.',
    'The venue has to be Wembley.',
    'Launches from Vandenberg are not included.',
    'This applies to the territory of Texas exclusively.',
  ],
  step: [
    'A nomination is enough.',
    'A signed letter of intent suffices.',
    'The setting of a date is sufficient for Yes.',
    'The filing of papers is treated as the event itself.',
    'An announcement by either party resolves this market to Yes.',
    'Unless it is ratified, this does not count.',
    'A committee vote is all that is needed.',
    'It is required that the Senate gives its consent as well.',
    'The oath has to be taken for Yes.',
    'A verbal agreement settles the matter.',
    'Being named interim holder of the title qualifies.',
    'Approval in principle is regarded as completion.',
    'Mere rumours confirmed by two outlets are sufficient.',
    'Formal certification must follow, or this resolves to No.',
  ],
  counting: [
    'Two or more of them are needed.',
    'A margin of at least 6 is required.',
    'Abstentions count as No.',
    'Ties count as a win.',
    'Shared honours are treated as a loss.',
    'The figure is rounded down to the nearest hundred.',
    'Coalition partners are added to the total.',
    'Each entity is counted twice.',
    'The runner-up is likewise deemed a winner.',
    'The average of three readings is used.',
    'Own goals are struck from the score.',
    'An outright majority is necessary.',
    'Withdrawn entries reduce the count.',
    'Half of the amount is sufficient.',
    'Write-in candidates are pooled with the party.',
    'It has to be unanimous.',
  ],
};

/** Clauses that narrow the sentence which says when Yes wins. */
export const CLAUSES: readonly string[] = [
  'in front of a crowd of 20,000 or more',
  'at Madison Square Garden',
  'in the opening quarter',
  'by a margin of more than 4 points',
  'without the help of a penalty',
  'for a second time in a row',
  'and is then confirmed by a committee',
  'in the state of Ohio alone',
  'on the first attempt',
  'with an outright majority',
  'no later than noon on that day',
  'while leading at halftime',
  'provided that all votes are counted by midnight',
  'or is named as a finalist',
];

/** Lines of a contest that differ from who wins it, in place of it. */
export const LINES: readonly string[] = [
  'The winner needs a lead of more than 4.5 points.',
  'A handicap of 1.5 goals is applied to the favourite.',
  'The combined score has to exceed 48.5.',
  'Both sides must score.',
  'The first to reach 10 points is the winner here.',
  'A spread of 7.5 applies.',
];

/** Names of sources of prices and values: one is put in the place of another, or named where none was. */
export const SOURCES: readonly string[] = [
  'Coinbase',
  'Kraken',
  'Bitstamp',
  'Bybit',
  'OKX',
  'Pyth',
  'Chainlink',
  'Binance',
  'CF Benchmarks',
];

/** Sentences that name the source of the settlement, with a name in the place of the dots. */
export const SETTLED_BY: readonly string[] = [
  'The settlement value is read at … alone.',
  'The price of … decides.',
  'This market settles to the print of ….',
  'Values shown by … take precedence over all others.',
];

/** Sentences that change nothing. */
export const HARMLESS: readonly string[] = [
  'Please read the full rules carefully.',
  'Trading involves risk.',
  'Kalshi is not affiliated with the organisers in any way.',
  'All trademarks are the property of their respective owners.',
  'The resolution source for this market will be official information from the organisers.',
  'A consensus of credible reporting may also be used.',
  'All times are Eastern Time.',
  'Further information is available on the website.',
  'This market was created by the markets team.',
  'The primary resolution source will be official information, however a consensus of credible reporting may also be used.',
  'Otherwise, this market will resolve to "No".',
  'See the contract terms for details.',
  'Questions can be sent to support.',
  'The organisers publish results on their website.',
  'Traders may contact support with questions.',
];

/** Other words for the same. */
export const SYNONYMS: readonly (readonly [pattern: RegExp, other: string])[] = [
  [/\bthis market will resolve to\b/i, 'the market resolves to'],
  [/\bthe market will resolve to\b/i, 'this market resolves to'],
  [/\bthen the market resolves to Yes\b/, 'then this market will resolve to Yes'],
  [/\bthis game is postponed\b/i, 'the game is postponed'],
  [/\bconsensus of credible reporting\b/i, 'consensus of credible media reports'],
  [/\bwebsite\b/i, 'web site'],
  [/\boriginally scheduled for\b/i, 'scheduled for'],
  [/\bprimary resolution source\b/i, 'resolution source'],
  [/\bcanceled\b/, 'cancelled'],
];
