import { LRUCache } from 'lru-cache';
import { removeMarkup } from '../plain-text.ts';
import { beginning, RulesReader, sentence } from '../settling/words.ts';

const DATE = '[A-Z][a-z]+\\.? \\d{1,2}, \\d{4}';
const CLOCK = '\\d{1,2}:\\d{2}';

/** Sentences of the venue's descriptions whose meaning is known, in their recorded wording. */
const AVERAGE_WINDOW = sentence(
  `This market will resolve to "Up" if the Chainlink (?<coin>\\S+) 60-second TWAP on (?<date>${DATE}), at (?<clock>${CLOCK}) UTC is greater than or equal to the Price to Beat captured from the same TWAP on (?<openDate>${DATE}), at (?<openClock>${CLOCK}) UTC\\. Otherwise, this market will resolve to "Down"\\.`,
);
const TOLERANCE = sentence(
  'The report at the exact resolution time is used first\\. If it is unavailable, the first Chainlink observation within the following (?<seconds>\\d{1,4}) seconds will be used\\.',
);
const PRICE_WINDOW = sentence(
  `This market will resolve to "Up" if the Chainlink (?<coin>\\S+) price on (?<times>[^."]+?) UTC is greater than or equal to the price captured on [^."]+? UTC\\. Otherwise, this market will resolve to "Down"\\.`,
);
const CANDLE_WINDOW = beginning(
  'This market will resolve to "Up" if the "Close" price for the Binance 1 minute candle for (?<coin>\\S+) [^.]+? is lower than the final ',
);
const ANY_CANDLE = beginning(
  'This market will immediately resolve to "Yes" if any Binance 1-minute candle for (?<coin>[A-Za-z]+(?: \\([A-Z/]+\\))?)(?= |$)',
);
const CANDLE_WORDS = /Binance 1[ -]minute/;

/** Parts of the known sentences in a description. A sentence that the description does not contain is null. */
type Sentences = ReturnType<typeof readSentences>;

/** Description of a market: its text, and the meaning of its sentences, which are parsed on first use. */
export class MarketDescription {
  /** Rules as plain text; null when the venue publishes none. */
  readonly rules: string | null;
  readonly #html: string;
  #sentences: Sentences | null = null;

  constructor(html: string) {
    this.#html = html;
    this.rules = removeMarkup(html) || null;
  }

  get namesCandles(): boolean {
    return CANDLE_WORDS.test(this.#html);
  }

  get sentences(): Sentences {
    this.#sentences ??= readSentences(this.#html);
    return this.#sentences;
  }
}

function readSentences(html: string) {
  const rules = new RulesReader(html);
  return {
    window: rules.take(AVERAGE_WINDOW),
    price: rules.take(PRICE_WINDOW),
    candle: rules.take(CANDLE_WINDOW),
    touch: rules.take(ANY_CANDLE),
    tolerance: rules.take(TOLERANCE),
    speaksOfTie: rules.speaksOfTie(),
  };
}

/** Maximum size of the cached descriptions, in characters: enough for some thousand markets. */
const MAX_CHARACTERS = 4_000_000;
const known = new LRUCache<string, MarketDescription>({
  maxSize: MAX_CHARACTERS,
  sizeCalculation: (_, html) => html.length + 1,
});

/** Parses a description, or returns it from the cache, because every poll lists the same ones. */
export function readDescription(html: string): MarketDescription {
  const before = known.get(html);
  if (before !== undefined) return before;
  const description = new MarketDescription(html);
  known.set(html, description);
  return description;
}
