/**
 * Dictionaries for zstd: texts that most markets have in common. Text that was compressed with a dictionary needs the
 * same one to be read, so a dictionary is never changed; a better one gets a new layout number.
 */

/** Dictionary of facts, layout 1. Texts near its end are the cheapest to refer to. */
export const FACTS_DICTIONARY_1 = Buffer.from(
  [
    '{"kind":"hl-pred","title":"above on?","category":"Politics","category":"Elections","category":"Economics"',
    '"category":"Climate and Weather","category":"Entertainment","category":"Financials","category":"Companies"',
    '"settlementSource":"Reuters","settlementSource":"https://www.espn.com/","settlementSource":"ESPN"',
    '"settlementSource":"https://data.chain.link/streams/btc-usd","settlementSource":"National Weather Service"',
    '"settlementSource":"https://www.binance.com/en/trade/BTC_USDT","underlying":"BTC","underlying":"ETH"',
    '"contestKind":"moneyline","contestKind":"spreads","contestKind":"totals","outcomes":["Up","Down"]',
    '"outcomes":["Over","Under"],"event":"Who will win the Republican Democratic presidential election in 2026?"',
    'Bitcoin Ethereum Solana XRP price above below between high low temperature in New York City Chicago London',
    'Fed decision rate cut January February March April May June July August September October November December',
    '"eventSubtitle":"On Nov 22, 2026","category":"Sports","category":"Crypto","mirrorOf":{"venue":"polymarket","key":"',
    '"url":"https://app.hyperliquid.xyz/trade/#"}',
    '"url":"https://limitless.exchange/markets/"}',
    '{"kind":"pm","title":"Will the be by ?","eventKey":"","event":"","category":"","terms":{"answer":"","series":"","startsAt":17',
    '},"endsAt":17,"ids":{"conditionId":[16,32],"yesTokenId":[10,32],"noTokenId":[10,32],"marketId":""},',
    '"url":"https://polymarket.com/event/","rules":[16,16]}',
    '{"kind":"kalshi","title":"Will the be above ?","eventKey":"KX-26NOV22","event":"","category":"","terms":{"direction":"above",',
    '"direction":"below","direction":"between","strike":,"strikeHigh":,"isStrikeIncluded":true,"isStrikeIncluded":false,',
    '"underlying":"KX","settlementSource":"","answer":"","eventSubtitle":"","series":"KX"},"closesAt":17,"endsAt":17,"ids":{"ticker":"KX',
    '"},"url":"https://kalshi.com/markets/kx","rules":[16,16]}',
  ].join(''),
);

/** Dictionary of rules texts, layout 1. */
export const RULES_DICTIONARY_1 = Buffer.from(
  [
    'The primary resolution source for this market will be official information from ; however, a consensus of credible ',
    'reporting will also be used. If the game is postponed, this market will remain open until the game has been ',
    'completed. If the game is canceled entirely, with no make-up game, this market will resolve 50-50. If the match ',
    'ends in a tie, or is not completed by , 2026, 11:59 PM ET. The close price is displayed at the top of the graph ',
    'for the time range. The resolution source for this market is information from Chainlink, specifically the BTC/USD ',
    'data stream available at https://data.chain.link/streams/btc-usd. Please note that this market is about the price ',
    'according to Chainlink data stream, not according to other sources or spot markets. The resolution source for ',
    'this market is Binance, specifically the BTC/USDT "Close" prices currently available at ',
    'https://www.binance.com/en/trade/BTC_USDT with "1m" and "Candles" selected on the top bar. Price precision is ',
    'determined by the number of decimal places in the source. If the reported value falls exactly between two ',
    'brackets, then this market will resolve to the higher range bracket. An announcement alone will not count. ',
    'Otherwise, this market will resolve to "No". In the upcoming game, scheduled for at PM ET: If the win, the ',
    'market will resolve to "Up" if the price at the end of the time range specified in the title is greater than or ',
    'equal to the price at the beginning of that range. Otherwise, it will resolve to "Down". ',
    'For more information, see the rules of the event. The following are the terms of the contract. If is announced ',
    'as the winner of the , then the market resolves to Yes. Outcome verified from . Not all cryptocurrency price data ',
    'is the same. While checking a source like Google or Coinbase may help guide your decision, the price used to ',
    'determine this market is based on the average of the sixty seconds of CF Benchmarks Real-Time Index before the ',
    'close. If the highest temperature recorded at for , 2026 as reported by the National Weather Service, is greater ',
    'than degrees, between degrees, less than degrees, then the market resolves to Yes. Otherwise, the market resolves ',
    'to No. This market will resolve to "Yes" if the by December 31, 2026, 11:59 PM ET. ',
  ].join(''),
);
