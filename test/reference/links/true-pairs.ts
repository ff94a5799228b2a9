/**
 * Pairs of listings of Polymarket and Kalshi in the wording that the venues used in 2025 and 2026, with what they are to each
 * other: questions of economics, elections, awards and seasons with the whole of their rules. The wording is the venues'; names,
 * days and numbers are those of a question of each kind. Most sentences stand in the rules of hundreds of markets.
 */

import { epochMs } from '../../../src/domain/index.ts';
import type { Listing } from './near-misses.ts';

export interface LabelledTexts {
  readonly category: string;
  readonly pm: Listing;
  readonly kalshi: Listing;
  readonly label: 'same' | 'opposite' | 'related' | 'none';
}

const PM_FED = (
  m: string,
  day: string,
  mon: string,
) => `The FED interest rates are defined in this market by the upper bound of the target federal funds range. The decisions on the target federal fund range are made by the Federal Open Market Committee (FOMC) meetings.

This market will resolve to the amount of basis points the upper bound of the target federal funds rate is changed by versus the level it was prior to the Federal Reserve's ${m} meeting.

If the target federal funds rate is changed to a level not expressed in the displayed options, the change will be rounded up to the nearest 25 and will resolve to the relevant bracket. (e.g. if there's a cut/increase of 12.5 bps it will be considered to be 25 bps)

The resolution source for this market is the FOMC’s statement after its meeting scheduled for ${day} according to the official calendar: https://www.federalreserve.gov/monetarypolicy/fomccalendars.htm.

The level and change of the target federal funds rate is also published at the official website of the Federal Reserve at https://www.federalreserve.gov/monetarypolicy/openmarket.htm.

This market may resolve as soon as the FOMC’s statement for their ${mon} meeting with relevant data is issued. If no statement is released by the end date of the next scheduled meeting, this market will resolve to the "No change" bracket.`;
const K_FED = (x: string, day: string) =>
  `If the Federal Reserve does a ${x} on ${day}, then the market resolves to Yes.\nThis market is mutually exclusive. Therefore, if the Federal Reserve hikes by 50bps, the 50bps market will resolve to Yes and the 25bps market will resolve to No. Only one bucket, at maximum, can resolve to Yes. Note 4/28/25: For the markets beginning after the May meeting, if a scheduled FOMC meeting is canceled and does not occur on its scheduled date, then the strike for "Fed maintains rate" will resolve to Yes and all others will resolve to No.`;
const PM_U3 = `This market will resolve according to the seasonally adjusted unemployment rate (total unemployed, as a percent of the civilian labor force, official unemployment rate denoted as U-3) reported by the Bureau of Labor Statistics in the Employment Situation Report for July 2026.

The resolution source for this market is the Monthly Employment Situation Report, published by the BLS every month at https://www.bls.gov/bls/news-release/empsit.htm, specifically the U-3 measure in Table A-15 for the month in question.

The relevant data release is scheduled for August 7, 2026, at 8:30 AM ET. This market will resolve as soon as the relevant data is issued. Any revisions to the data after the first release will not count toward this market's resolution.

If no data for the specified month is released by the date the next month's data is scheduled to be released, this market will resolve based on data from the last available month.

Note: the resolution source for this market reports unemployment to one decimal point. Thus, this is the level of precision that will be used when resolving the market.`;
const PM_MOM = `This is a market about the one-month percent change in the seasonally adjusted Consumer Price Index for All Urban Consumers (CPI-U) published by the Bureau of Labor Statistics (BLS).

This market will resolve to the one-month percent change in the seasonally adjusted Consumer Price Index for All Urban Consumers (CPI-U) in July 2026 according to the monthly BLS report.

Note: the resolution source for this market will be the official monthly Consumer Price Index for All Urban Consumers (CPI-U) which BLS reports to one decimal point (e.g. 0.4%). Thus, this is the level of precision that will be used when resolving the market.

If the BLS does not release the relevant figures on the scheduled date, this market may remain open up until the scheduled release time of the next CPI report (https://www.bls.gov/schedule). If the information is not released by that time, this market will resolve according to the figures of the most recent previous month with available data.`;
const PM_YOY = `This is a market about inflation over the 12-month period ending July 2026, before seasonal adjustment, as reported by the Bureau of Labor Statistics.

This market will resolve to the percentage change in the Consumer Price Index for All Urban Consumers (CPI-U) over the 12-month period ending in July 2026 according to the monthly Bureau of Labor Statistics (BLS) report.

Note: the resolution source for this market will be the official monthly BLS CPI news release, which reports inflation over 12-month periods to only one decimal point (e.g., 2.8%).

If the BLS does not release the relevant figures on the scheduled date, this market may remain open up until the scheduled release time of the next CPI report. If the information is not released by that time, this market will resolve according to the figures of the most recent previous month with available data.`;
const K_CPI = `The market will always close at 8:25 AM ET on the scheduled day of the data release (August 12, 2026). Please note: the Expiration Value is the single-decimal value published at the Source Agency. In the case of a delay in data caused by a federal government shutdown impacting the reliability of the Source Agency, the market’s latest Expiration Date will be extended to the sooner of the release of the Underlying or six months after the end of the government shutdown.`;
const PM_CALL =
  'The resolution source for this market is the Associated Press, Fox News, and NBC. This market will resolve once all three sources call the race for the same candidate. If all three sources haven’t called the race for the same candidate by the inauguration date (January 20, 2029) this market will resolve based on who is inaugurated.';
const pm = (c: string, ...m: string[]) =>
  [`This market will resolve to "Yes" if ${c}. Otherwise, this market will resolve to "No".`, ...m].join(
    '\n\n',
  );
const ks = (c: string, ...m: string[]) => [`If ${c}, then the market resolves to Yes.`, ...m].join('\n');
const pairs: LabelledTexts[] = [];
interface More {
  readonly label?: LabelledTexts['label'];
  readonly pm?: Partial<Listing>;
  readonly ks?: Partial<Listing>;
}
function pair(
  category: string,
  pmTitle: string,
  pmRules: string,
  title: string,
  rules: string,
  more: More = {},
): void {
  pairs.push({
    category,
    pm: { title: pmTitle, rules: pmRules, ...more.pm },
    kalshi: { title, rules, ...more.ks },
    label: more.label ?? 'same',
  });
}
const SEP = 'September 16, 2026';
const fed = (pmt: string, kt: string, x: string, label: LabelledTexts['label'] = 'same') =>
  pair('economics', pmt, PM_FED('September 2026', 'September 15-16, 2026', 'September'), kt, K_FED(x, SEP), {
    label,
    pm: { endDate: '2026-09-16T00:00:00Z', eventTitle: 'Fed decision in September?' },
    ks: {
      endDate: '2026-09-16T18:05:00Z',
      closeTime: '2026-09-16T17:59:00Z',
      eventTitle: 'Fed decision in Sep 2026?',
      eventKey: 'KXFEDDECISION-26SEP',
      terms: { series: 'KXFEDDECISION' },
    },
  });
fed(
  'Will there be no change in Fed interest rates after the September 2026 meeting?',
  'Will the Federal Reserve Hike rates by 0bps at their September 2026 meeting?',
  'Hike of 0bps',
);
fed(
  'Will the Fed increase interest rates by 25 bps after the September 2026 meeting?',
  'Will the Federal Reserve Hike rates by 25bps at their September 2026 meeting?',
  'Hike of 25bps',
);
fed(
  'Will the Fed decrease interest rates by 25 bps after the September 2026 meeting?',
  'Will the Federal Reserve Cut rates by 25bps at their September 2026 meeting?',
  'Cut of 25bps',
);
fed(
  'Will the Fed increase interest rates by 50+ bps after the September 2026 meeting?',
  'Will the Federal Reserve Hike rates by >25bps at their September 2026 meeting?',
  'Hike of >25bps',
);
const econ = (
  pmt: string,
  pmr: string,
  kt: string,
  kr: string,
  series: string,
  label: LabelledTexts['label'] = 'same',
) =>
  pair('economics', pmt, pmr, kt, kr, {
    label,
    pm: { endDate: '2026-08-12T12:00:00Z' },
    ks: {
      endDate: '2026-08-12T14:00:00Z',
      closeTime: '2026-08-12T12:25:00Z',
      eventKey: `${series}-26JUL`,
      terms: { series },
    },
  });
econ(
  'Will the July 2026 unemployment rate be ≥4.7%?',
  PM_U3,
  'Will the unemployment rate (U-3) be above 4.6% in July?',
  'If the seasonally adjusted unemployment rate (U-3) reported by the Bureau of Labor Statistics in the Employment Situation Report is above 4.6% in July 2026, then the market resolves to Yes.',
  'KXU3',
);
econ(
  'Will the July 2026 unemployment rate be ≤3.9%?',
  PM_U3,
  'Will the unemployment rate (U-3) be above 3.9% in July?',
  'If the seasonally adjusted unemployment rate (U-3) reported by the Bureau of Labor Statistics in the Employment Situation Report is above 3.9% in July 2026, then the market resolves to Yes.',
  'KXU3',
  'opposite',
);
econ(
  'Will monthly inflation increase by 0.4% or more in July?',
  PM_MOM,
  'Will CPI rise more than 0.3% in July 2026?',
  ks('the Consumer Price Index (CPI) increases by more than 0.3% (single-decimal) in July 2026', K_CPI),
  'KXCPI',
);
econ(
  'Will annual inflation increase by 3.4% or more in July?',
  PM_YOY,
  'Will the rate of CPI inflation be above 3.3% for the year ending in July 2026?',
  ks(
    'the Consumer Price Index (CPI) increases by more than 3.3% in the twelve months ending July 2026 (as represented by the one-decimal place value reported by the Bureau of Labor Statistics)',
    K_CPI,
  ),
  'KXCPIYOY',
);
pair(
  'economics',
  'Will US GDP growth in Q1 2026 be greater than 2.0%?',
  pm(
    'the seasonally adjusted annualized percent change in quarterly U.S. real GDP from the previous quarter is greater than 2.0% in Q1 2026, as reported by the Bureau of Economic Analysis (BEA) in its Advance Estimate',
    'The GDP release will be available at: https://www.bea.gov/data/gdp/gross-domestic-product',
    'Any subsequent revisions or updates to the data will not be considered.',
  ),
  'Will real GDP increase by more than 2.0% in Q1 2026?',
  ks(
    "real GDP (as measured by the BEA's seasonally adjusted and annualized Advance Estimate) increases by more than 2.0% in Q1 2026",
  ),
  {
    pm: { endDate: '2026-04-30T12:00:00Z' },
    ks: { endDate: '2026-04-30T14:00:00Z', closeTime: '2026-04-30T12:25:00Z' },
  },
);
pair(
  'economics',
  'US recession in 2026?',
  pm(
    'the National Bureau of Economic Research (NBER) publicly announces that a recession has occurred in the United States, at any point in 2026, with the announcement made by December 31, 2026, 11:59 PM ET',
  ),
  'Recession this year?',
  ks('there are two consecutive quarters of negative GDP growth in the US in 2026'),
  { label: 'none', pm: { endDate: '2027-01-31T12:00:00Z' }, ks: { closeTime: '2027-01-31T12:00:00Z' } },
);
pair(
  'economics',
  'Will 3 Fed rate cuts happen in 2026?',
  pm(
    "there are exactly 3 cuts of 25 basis points by the Fed's December meeting (including any cuts made during Dec meeting)",
    'This market may resolve to "Yes" immediately after the statement from the Fed\'s December 2026 meeting has been released if there have been exactly 3 rate cuts by then.',
    'The resolution source for this market will be FOMC statements after meetings scheduled in 2026 according to the official calendar: https://www.federalreserve.gov/monetarypolicy/fomccalendars.htm. The level and change of the target federal funds rate is also published at the official website of the Federal Reserve at https://www.federalreserve.gov/monetarypolicy/openmarket.htm.',
  ),
  'Will the Fed cut rates 3 times in 2026?',
  ks('the Federal Reserve cuts rates exactly 3 times in 2026'),
  { pm: { endDate: '2026-12-10T12:00:00Z' }, ks: { closeTime: '2026-12-31T15:00:00Z' } },
);
pair(
  'economics',
  'Fed rate hike in 2026?',
  pm(
    'the upper bound of the target federal funds rate is increased at any point in 2026',
    'This market may not resolve to "No" until the Fed has released its rate changes information following its December meeting.',
    'The primary resolution source for this market will be the official website of the Federal Reserve (https://www.federalreserve.gov/monetarypolicy/openmarket.htm), however a consensus of credible reporting may also be used.',
  ),
  'Will the Fed hike rates in 2026?',
  ks('the Federal Reserve hikes rates in 2026'),
  { pm: { endDate: '2026-12-10T12:00:00Z' }, ks: { closeTime: '2026-12-31T15:00:00Z' } },
);

pair(
  'elections',
  'Will JD Vance win the 2028 US Presidential Election?',
  `The 2028 US Presidential Election is scheduled to take place on November 7, 2028.\n\nThis market will resolve to the person who wins the 2028 US Presidential Election.\n\n${PM_CALL}`,
  'Will JD Vance win the 2028 presidential election?',
  ks('JD Vance wins the 2028 presidential election'),
  { pm: { endDate: '2028-11-07T00:00:00Z' }, ks: { closeTime: '2029-01-20T15:00:00Z' } },
);
pair(
  'elections',
  'Will J.D. Vance win the 2028 Republican presidential nomination?',
  'This market will resolve to “Yes” if J.D. Vance wins and accepts the 2028 nomination of the Republican Party for U.S. president. Otherwise, this market will resolve to “No”.\n\nThe resolution source for this market will be a consensus of official Republican Party sources.\n\nAny replacement of the Republican nominee before election day will not change the resolution of the market.',
  'Will J.D. Vance be the nominee for the Presidency for the Republican party?',
  ks('J.D. Vance wins and accepts the nomination for the Presidency for the Republican party in 2028'),
  { pm: { endDate: '2028-11-07T00:00:00Z' }, ks: { closeTime: '2028-11-07T15:00:00Z' } },
);
pair(
  'elections',
  'Will Karol Nawrocki win the 2025 Polish presidential election?',
  `Presidential elections will be held in Poland in May, 2025. If no candidate receives a majority in the first round, a second round will be held.\n\nThis market will resolve to “Yes” if Karol Nawrocki wins the 2025 Polish presidential election. Otherwise, this market will resolve to “No”.\n\nThis market includes any potential second round. If the result of this election isn't known by December 31, 2025, 11:59 PM ET, the market will resolve to "Other".\n\nThis market will resolve solely based off the first official announcement of the winner of the election from the Polish government, specifically the National Electoral Commission (Państwowa Komisja Wyborcza, PKW) (https://www.pkw.gov.pl/).`,
  'Will Karol Nawrocki win the 2025 Polish presidential election?',
  ks('Karol Nawrocki wins the 2025 Polish presidential election'),
  { pm: { endDate: '2025-05-18T12:00:00Z' }, ks: { closeTime: '2025-12-31T15:00:00Z' } },
);
pair(
  'elections',
  'Will Person G win the Democratic Primary for Mayor of New York City?',
  pm(
    'Person G wins the 2025 Democratic Primary for Mayor of New York City',
    'If no 2025 Democratic Primary for the Mayor of New York City takes place this market will resolve to “No”.',
    'The resolution source for this market will be the first announcement of the results from the Democratic Primary, however an overwhelming consensus of credible reporting may suffice.',
    'Any replacement of the nominee before election day will not change the resolution of the market.',
  ).replaceAll('Person G', 'Zohran Mamdani'),
  'Will Zohran Mamdani win the Democratic Primary for Mayor of New York City?',
  ks('Zohran Mamdani wins the 2025 Democratic Primary for Mayor of New York City'),
  {
    pm: {
      endDate: '2025-06-24T12:00:00Z',
      title: 'Will Zohran Mamdani win the Democratic Primary for Mayor of New York City?',
    },
    ks: { closeTime: '2025-11-04T15:00:00Z' },
  },
);
pair(
  'elections',
  'Will Ken Paxton win the 2026 Texas Republican Primary?',
  'This market will resolve according to the winner of the Republican Primary for United States Senator from Texas.\n\nIf no 2026 Texas Republican Senate Primary takes place, this market will resolve to "Other".\n\nThis market includes any potential run-off.\n\nThe primary resolution source for this market will be a consensus of credible reporting.',
  'Will Ken Paxton be the Republican nominee for Senate in Texas?',
  ks('Ken Paxton wins the nomination for the Republican party to contest the 2026 Texas Senate seat'),
  { label: 'related', pm: { endDate: '2026-03-03T12:00:00Z' }, ks: { closeTime: '2026-11-03T15:00:00Z' } },
);
pair(
  'elections',
  'Will the Democratic Party control the Senate after the 2026 Midterm elections?',
  `This market will resolve according to the party that controls the Senate following the 2026 U.S. Senate elections scheduled for November 3, 2026.\n\nSenate control is defined as having more than half of the voting Senate members, or half of the voting Senate members and the Vice Presidency.\n\nDetermination of which party controls the Senate after the 2026 US Senate elections will be based on a consensus of credible reporting, or if there is ambiguity, final federal and/or state election authority certification or other final official determination of the 2026 election results.`,
  'Will Democrats win the Senate in 2026?',
  ks('the Democratic party controls the U.S. Senate following the 2026 midterm elections'),
  {
    pm: {
      endDate: '2026-11-03T12:00:00Z',
      outcomes: ['Yes', 'No'],
      eventTitle: 'Which party will win the Senate in 2026?',
    },
    ks: { closeTime: '2027-02-01T15:00:00Z' },
  },
);
pair(
  'elections',
  'Will the Democratic Party control the House after the 2026 Midterm elections?',
  `This market will resolve according to the party that controls the House of Representatives following the 2026 U.S. House elections scheduled for November 3, 2026.\n\nHouse control is defined as having more than half of the voting members of the U.S. House of Representatives.\n\nDetermination of which party controls the House after the 2026 U.S. House elections will be based on a consensus of credible reporting, or if there is ambiguity, final federal and/or state election authority certification or other final official determination of the 2026 election results.`,
  'Will Democrats win the House in 2026?',
  ks('the Democratic party wins control of the House in the 2026 midterm elections'),
  { pm: { endDate: '2026-11-03T12:00:00Z' }, ks: { closeTime: '2027-02-01T15:00:00Z' } },
);
pair(
  'elections',
  'Will the Liberal Party win the most seats in the 2025 Canadian federal election?',
  `This market will resolve to the political party that wins the greatest number of seats in the House of Commons in the next Canadian federal election.\n\nIf the result of the election isn't known by December 31, 2025, 11:59 PM ET, this market will resolve to "Other". In the case of a tie, this market will resolve in favor of the party whose listed abbreviation comes first in alphabetical order.\n\nThis market's resolution will be based solely on the number of seats won by the named party.\n\nThis market will resolve based on the result of the election as indicated by a consensus of credible reporting. If there is ambiguity, this market will resolve based solely on the official results as reported by the Canadian government, specifically Elections Canada (https://www.elections.ca).`,
  'Will the Liberal Party win the most seats in the 2025 Canadian federal election?',
  ks('the Liberal Party wins the most seats in the 2025 Canadian federal election'),
  { pm: { endDate: '2025-04-28T12:00:00Z' }, ks: { closeTime: '2025-12-31T15:00:00Z' } },
);

pair(
  'entertainment',
  'Will Brendan Fraser win the Oscar for Best Actor in a Leading Role?',
  'The Academy Awards (also known as the Oscars) are awards given every year by the Academy of Motion Picture Arts and Sciences (AMPAS) to a variety of films and film industry workers for outstanding displays of artistic and technical merit. In 2026 the 98th Academy Awards are set to be given out in a ceremony scheduled for March 15.\n\nThis market will resolve to "Yes" if Brendan Fraser wins the award for Best Actor in a Leading Role at the 98th Academy Awards. Otherwise, this market will resolve to "No".\n\nThe resolution source for this market will be official information from Academy Awards and AMPAS, including data from their website (e.g. https://www.oscars.org/) and the live broadcast of the event, however a consensus of credible reporting may also be used.',
  'Will Brendan Fraser win Best Actor at the Oscars?',
  ks('Brendan Fraser has won Best Actor at the 98th Academy Awards'),
  {
    pm: { endDate: '2026-03-15T12:00:00Z' },
    ks: { closeTime: '2026-03-16T15:00:00Z', eventTitle: 'Oscar for Best Actor?' },
  },
);
pair(
  'entertainment',
  'Will "One Battle After Another" win Best Picture at the 2026 Oscars?',
  'This market will resolve according to the film that wins Best Picture at the 98th Academy Awards, scheduled for March 15, 2026.\n\nIf the 98th Academy Awards are canceled or postponed beyond June 30, 2026, or there is otherwise no winner declared within that timeframe, this market will resolve to "Other".\n\nIf at any point it becomes impossible for the listed film to win (e.g. it is not nominated), this market will resolve immediately to "No".\n\nThe primary resolution source for this market is official information from the Academy; however, a consensus of credible reporting may also be used.',
  'Will One Battle After Another win Best Picture at the Oscars?',
  ks('One Battle After Another has won Best Picture at the 98th Academy Awards'),
  {
    pm: { endDate: '2026-03-15T12:00:00Z', eventTitle: 'Oscars 2026: Best Picture Winner' },
    ks: { closeTime: '2026-03-16T15:00:00Z', eventTitle: 'Oscar for Best Picture?' },
  },
);
pair(
  'entertainment',
  'Will Bad Bunny win Album of the Year at the 68th Grammy Awards?',
  `This market will resolve according to the winner of Album of the Year at the 68th Annual Grammy Awards, scheduled to be held on February 1, 2026.\n\nIf a listed artist is not nominated for the award when nominees are announced, the corresponding market will resolve to "No".\n\nIf the award is not announced by December 31, 2026, 11:59 PM ET, this market will resolve to "Other".\n\nThe primary resolution source will be the Recording Academy (https://www.grammy.com); however, a consensus of credible reporting may also be used.`,
  'Will Bad Bunny win Album of the Year at the 2026 Grammys?',
  ks('Bad Bunny wins Album of the Year at the 68th Grammy Awards'),
  { pm: { endDate: '2026-02-01T12:00:00Z' }, ks: { closeTime: '2026-02-02T15:00:00Z' } },
);
pair(
  'entertainment',
  'Will Avatar 3 be the top grossing movie of 2025?',
  pm(
    'Avatar 3 is the highest grossing movie domestically in 2025',
    "Note: This market is about the movie's domestic calendar gross in 2025; dates outside of 2025 will not count toward this movie's gross.",
    'In the event of an exact tie the film that comes first alphabetically will be considered the winner.',
  ),
  'Will Avatar 3 be the highest grossing movie of 2025?',
  ks('Avatar 3 is the highest grossing movie worldwide in 2025'),
  { label: 'none', pm: { endDate: '2025-12-31T12:00:00Z' }, ks: { closeTime: '2025-12-31T15:00:00Z' } },
);
pair(
  'entertainment',
  'Will Taylor Swift be the top Spotify artist for 2025?',
  pm(
    'Taylor Swift is named the top global artist in Spotify Wrapped 2025',
    'If Spotify Wrapped 2025 is not released by December 31, 2025, 11:59 PM ET, this market will resolve to "No".',
    'The resolution source for this market will be official information from Spotify.',
  ),
  'Top Spotify artist in 2025? Taylor Swift',
  ks('Taylor Swift is the top global artist in Spotify Wrapped 2025'),
  { pm: { endDate: '2025-12-31T12:00:00Z' }, ks: { closeTime: '2025-12-31T15:00:00Z' } },
);

pair(
  'politics',
  'Will Kevin Hassett be nominated as Fed Chair?',
  pm(
    'Kevin Hassett is formally nominated by Donald Trump to be Chair of the Federal Reserve by December 31, 2026, 11:59 PM ET',
    'The primary resolution source will be official information from the Trump administration, however a consensus of credible reporting may also be used.',
  ),
  'Who will Trump nominate as Fed Chair? Kevin Hassett',
  ks(
    'Kevin Hassett is the first person formally nominated by the President to Fed Chair before Jan 20, 2029',
  ),
  { label: 'related', pm: { endDate: '2026-12-31T12:00:00Z' }, ks: { closeTime: '2029-01-20T15:00:00Z' } },
);
pair(
  'sports season',
  'Will Liverpool win the 2025–26 English Premier League?',
  'This is a polymarket on whether the listed club will win the 2025–26 English Premier League.\n\nThis market will resolve to "Yes" if Liverpool wins the 2025–26 English Premier League season. Otherwise, this market will resolve to "No".\n\nIf at any point it becomes impossible for the listed club to win the league (e.g. they are mathematically eliminated), the market will resolve to "No".\n\nIf the 2025–26 English Premier League season is canceled or not completed by October 1, 2026, this market will resolve to "Other".',
  'Will Liverpool win the Premier League?',
  ks('Liverpool wins the 2025-26 English Premier League'),
  {
    pm: { endDate: '2026-05-25T12:00:00Z', eventTitle: 'English Premier League Winner' },
    ks: {
      closeTime: '2026-06-10T15:00:00Z',
      eventTitle: 'Premier League champion?',
      eventKey: 'KXPREMIERLEAGUE-26',
      terms: { series: 'KXPREMIERLEAGUE' },
    },
  },
);
pair(
  'sports season',
  'Will Nikola Jokic win the 2025–2026 NBA MVP?',
  'This is a market to predict which player will win the 2025–26 NBA MVP award.\n\nIf the listed player is not announced as a finalist for the 2025–26 NBA MVP award, this market will immediately resolve to "No".\n\nIf the award is not announced by December 31, 2026, this market will resolve to "Other".\n\nThe primary resolution source for this market will be official information from the NBA, however a consensus of credible reporting may also be used.',
  'Will Nikola Jokic win the MVP?',
  ks('Nikola Jokic wins the 2025-26 NBA MVP award'),
  {
    pm: { endDate: '2026-06-30T12:00:00Z', eventTitle: 'NBA MVP' },
    ks: {
      closeTime: '2026-07-10T15:00:00Z',
      eventTitle: 'NBA MVP?',
      eventKey: 'KXNBAMVP-26',
      terms: { series: 'KXNBAMVP' },
    },
  },
);
pair(
  'sports season',
  'Will PSG win the 2025–26 Champions League?',
  'This is a polymarket on whether the listed team will win the 2025–26 UEFA Champions League.\n\nIf at any point it becomes impossible for the listed team to win the tournament (e.g. they are mathematically eliminated), the market will resolve to "No".\n\nIf the 2025–26 UEFA Champions League is canceled or not completed by October 1, 2026, this market will resolve to "Other".',
  'Will PSG win the Champions League?',
  ks('PSG wins the 2025-26 UEFA Champions League'),
  {
    pm: { endDate: '2026-05-31T12:00:00Z', eventTitle: 'UEFA Champions League Winner' },
    ks: {
      closeTime: '2026-06-10T15:00:00Z',
      eventTitle: 'Champions League',
      eventKey: 'KXUCL-26',
      terms: { series: 'KXUCL' },
    },
  },
);
pair(
  'sports season',
  "Will Kimi Antonelli be the 2026 F1 Drivers' Champion?",
  'This market will resolve according to the listed driver that finishes 1st in the driver standings for the 2026 F1 season.\n\nThis market will resolve as soon as the official results of the final scheduled race of the 2026 F1 season are known.\n\nIf multiple drivers tie for first place in the drivers standings, this market will resolve according to the tiebreak procedure used by F1 to determine the 2026 F1 Drivers’ champion.\n\nIf at any point it becomes impossible for a listed driver to win the 2026 F1 Drivers Championship based on the rules of F1 (e.g., they are mathematically eliminated from contention), the corresponding market will resolve to “No”.\n\nIf the F1 season is permanently canceled or has not been completed by March 31, 2027, 11:59 PM ET, this market will resolve to “Other”.\n\nThe primary resolution source for this market will be official information from Formula 1.',
  "Will Kimi Antonelli win the F1 Drivers' Championship?",
  ks("Kimi Antonelli wins the 2026 F1 Drivers' Championship"),
  { pm: { endDate: '2026-12-06T12:00:00Z' }, ks: { closeTime: '2026-12-31T15:00:00Z' } },
);
export const TRUE_PAIRS: readonly LabelledTexts[] = pairs;

/** Sentences in the very forms that restrict nothing, which here restrict something. Each is added to one side of a true pair. */
export const TRAPS_IN_FORMS: readonly (readonly [title: RegExp, sentence: string])[] = [
  [/JD Vance/, 'If JD Vance wins the popular vote, this market will resolve to "Yes".'],
  [/JD Vance/, 'If JD Vance is nominated, this market will resolve to "Yes".'],
  [
    /JD Vance/,
    'If it is a mathematical certainty that JD Vance leads, the market will immediately resolve to "Yes".',
  ],
  [
    /JD Vance/,
    'If there is ambiguity, this market will resolve according to the official results of the first round.',
  ],
  [
    /JD Vance/,
    'Likewise, if it becomes impossible for JD Vance to win Ohio, this market will immediately resolve to "No".',
  ],
  [/monthly inflation/, 'The Consumer Price Index is the one of the Cleveland Fed.'],
  [
    /unemployment rate be ≥4.7%/,
    'If no data is available by August 8, 2026, this market will resolve to "No".',
  ],
  [/JD Vance/, 'This is a market on whether JD Vance wins the popular vote.'],
  [/JD Vance/, 'This market will resolve according to the candidate who leads on election night.'],
  [/JD Vance/, 'This market will resolve to Yes once the first source calls the race.'],
  [/JD Vance/, 'This market will resolve once any source calls the race.'],
  [/JD Vance/, 'If the race is not called on election night, this market will resolve to "No".'],
  [/JD Vance/, 'If the race is not called by November 10, 2027, this market will resolve to "No".'],
  [/JD Vance/, 'If the candidate is not inaugurated within a month, this market will resolve to "No".'],
  [/JD Vance/, 'If the certification is not completed in every state, this market will resolve to "No".'],
  [/Nawrocki/, 'This market includes the first round only.'],
  [/Nawrocki/, 'If the listed candidate is not a finalist in Warsaw, this market will resolve to "No".'],
  [/Nawrocki/, 'This market will resolve based on the official results of the first round.'],
  [/Nawrocki/, 'If no candidate receives a majority in the first round, this market will resolve to "No".'],
  [/control the Senate/, 'Senate control is defined as having 60 of the voting Senate members.'],
  [/control the Senate/, 'Senate control is defined as having the Majority Leader.'],
  [/control the House/, 'This market will resolve according to the party that gains seats.'],
  [/Liberal Party/, 'If the result is not final by April 30, 2025, this market will resolve to "No".'],
  [/Best Picture/, 'This market will resolve as soon as the film is announced as a nominee by any guild.'],
  [
    /Best Picture/,
    'If at any point it becomes impossible for the listed film to win a second award, this market will resolve immediately to "No".',
  ],
  [
    /Best Picture/,
    'If the award is postponed beyond March 16, 2026, or is shared by two films, this market will resolve to "No".',
  ],
  [/Album of the Year/, 'This is a market on whether the artist performs at the ceremony.'],
  [
    /Album of the Year/,
    'If the award is not announced during the live broadcast, this market will resolve to "No".',
  ],
  [
    /Liverpool/,
    'If the 2025–26 English Premier League season is not completed by May 1, 2026, this market will resolve to "No".',
  ],
  [
    /Liverpool/,
    'If at any point it becomes impossible for the listed club to win the league and the cup, this market will resolve to "No".',
  ],
  [/PSG/, 'This is a polymarket on whether the listed team will win the first leg.'],
  [/no change in Fed/, 'The FED interest rates are defined in this market by the discount rate.'],
  [
    /no change in Fed/,
    'If the target federal funds rate is changed before the meeting, this market will resolve to "No".',
  ],
  [
    /no change in Fed/,
    'This market will resolve to the amount of basis points the discount rate is changed by versus the level it was prior to the meeting.',
  ],
  [
    /unemployment rate be ≥4.7%/,
    'Note: the resolution source for this market reports unemployment to two decimal points.',
  ],
  [/unemployment rate be ≥4.7%/, 'Revisions will be considered until the next report.'],
  [/unemployment rate be ≥4.7%/, 'This market will resolve according to the broad unemployment rate (U-6).'],
  [/unemployment rate be ≥4.7%/, 'The relevant data release is the one of the ADP report.'],
  [
    /monthly inflation/,
    'This market will resolve according to the change in the index less food and energy.',
  ],
  [/monthly inflation/, 'This is a market about inflation in urban areas of the Midwest (CPI-U).'],
  [
    /annual inflation/,
    'If the information is not released by August 10, 2026, this market will resolve to "No".',
  ],
  [/US GDP growth/, 'This market will resolve according to the third estimate.'],
  [
    /Brendan Fraser/,
    'In 2026 the 98th Academy Awards are set to be given out in two ceremonies, of which only the first matters.',
  ],
];

/** Listings of Polymarket that Limitless copies, whose event there holds one half of the question and the market the other. */
export const TITLES_IN_PARTS: readonly {
  readonly whole: Listing;
  /** `other`: what makes it another question. */
  readonly parts: Omit<Listing, 'rules'> & { readonly other: Partial<Listing> };
}[] = [
  {
    whole: {
      title: 'Will Anthropic IPO by December 15, 2026?',
      rules:
        'This market will resolve to "Yes" if Anthropic shares are listed on a public securities exchange and open for trading by 11:59 PM ET on the listed date. Otherwise, this market will resolve to "No."\n\nIf Anthropic is acquired by another company that is already public, this market will immediately resolve to "No."',
      endDate: '2027-07-01T00:00:00Z',
    },
    parts: {
      title: 'December 15, 2026',
      eventTitle: 'Anthropic IPO by __?',
      endDate: '2027-07-01T00:00:00Z',
      other: { title: 'December 31, 2026' },
    },
  },
  {
    whole: {
      title: "Will Kimi Antonelli be the 2026 F1 Drivers' Champion?",
      rules:
        'This market will resolve according to the listed driver that finishes 1st in the driver standings for the 2026 F1 season.\n\nIf multiple drivers tie for first place in the drivers standings, this market will resolve according to the tiebreak procedure used by F1 to determine the 2026 F1 Drivers’ champion.',
      endDate: '2026-12-06T00:00:00Z',
    },
    parts: {
      title: 'Kimi Antonelli',
      eventTitle: "F1 Drivers' Champion",
      endDate: '2027-04-01T00:00:00Z',
      other: { eventTitle: "F1 Constructors' Champion" },
    },
  },
  {
    whole: {
      title: 'Titans vs. Giants',
      rules:
        'In the upcoming NFL game, scheduled for September 27, 2026 at 1:00PM ET:\nIf Titans wins, the market will resolve to "Titans".\nIf Giants wins, the market will resolve to "Giants".\nIf the game is postponed, this market will remain open until the game has been completed.',
      outcomes: ['Titans', 'Giants'],
      endDate: '2026-09-27T17:00:00Z',
      terms: { contestKind: 'moneyline', startsAt: epochMs(Date.UTC(2026, 8, 27, 17)) },
    },
    parts: {
      title: 'Titans vs. Giants',
      outcomes: ['Titans', 'Giants'],
      endDate: '2026-09-28T17:00:00Z',
      other: {
        rules:
          'In the upcoming NFL game, scheduled for September 28, 2026 at 1:00PM ET:\nIf Titans wins, the market will resolve to "Titans".\nIf Giants wins, the market will resolve to "Giants".',
      },
    },
  },
];
