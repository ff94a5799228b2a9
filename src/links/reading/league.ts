import type { BinaryState } from '../../domain/index.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { League } from '../vocabulary/vocabulary-file.ts';
import type { MarketTexts } from './texts.ts';

const OPENING_CHARS = 300;

/** League of clubs that were recognised by their full names while their competition is unknown. */
const SOME_FOOTBALL: League = {
  id: 'football',
  sport: 'football',
  hasDraws: true,
  isImpliedByTeam: false,
  names: [],
  series: [],
};

/**
 * Finds the league or competition of a market: in its texts, else in the venue's metadata, else in the opening of its
 * rules; null when none or more than one is named.
 */
export function readLeague(
  { ref, rules, terms }: BinaryState,
  texts: MarketTexts,
  vocabulary: Vocabulary,
): League | null {
  const asked = named(
    `${texts.title.folded} . ${texts.answer?.folded ?? ''} . ${texts.event.folded}`,
    vocabulary,
  );
  if (asked.size > 1) return asked.has('football') ? theOther(asked, vocabulary) : null;
  const own = [...asked][0];
  if (own !== undefined && own !== 'football') return vocabulary.findLeague(own);

  const listed =
    vocabulary.findSeriesLeague(terms.series ?? null) ??
    vocabulary.findLeague((terms.series ?? '').split('-')[0] ?? '') ??
    vocabulary.findLeague(ref.storeKey.split('-')[0] ?? '');
  if (listed !== null) return listed;
  const [series, ...more] = vocabulary.findLeagues(
    vocabulary.prepare((terms.series ?? '').replaceAll('-', ' ')),
  );
  if (series !== undefined && series !== 'football' && more.length === 0)
    return vocabulary.findLeague(series);

  const opening = vocabulary.prepare((rules ?? '').slice(0, OPENING_CHARS));
  const ruled = named(opening, vocabulary);
  const [only] = ruled;
  if (ruled.size === 1 && only !== undefined && only !== 'football') return vocabulary.findLeague(only);
  return own === 'football' ? SOME_FOOTBALL : null;
}

function named(prepared: string, vocabulary: Vocabulary): ReadonlySet<string> {
  return vocabulary.findLeagues(prepared);
}

/** Chooses the competition when a club and a competition are named. */
function theOther(leagues: ReadonlySet<string>, vocabulary: Vocabulary): League | null {
  const [one, ...more] = [...leagues].filter((league) => league !== 'football');
  return one === undefined || more.length > 0 ? null : vocabulary.findLeague(one);
}
