import type { Slices } from '../../scheduling/slices.ts';
import { RecentTexts } from '../recent-texts.ts';
import { FILLERS } from './fillers.ts';
import { findMeaning, type Meanings } from './meanings.ts';
import { fold, PHRASE_MARK, splitTokens } from './text.ts';
import type { League, VocabularyFile } from './vocabulary-file.ts';
import { decodeLetters, districtWord, letters, listForms, singular } from './word-forms.ts';

interface Node {
  readonly next: Map<string, Node>;
  entry: Meanings | null;
}

/** Words of a text in the spelling that is compared. */
export interface WordReading {
  /** Words in the order of the text, without fillers. */
  readonly words: readonly string[];
  /** Leagues that the text names, by name or by a team that plays in no other league. */
  readonly leagues: ReadonlySet<string>;
}

/**
 * Pattern of the characters between two words of a phrase. Letters beyond ASCII match here, although they do not
 * separate words. A phrase with such a letter inside is found and then rejected by its words. Classes of all letters,
 * once for each space of each phrase, would take 60 ms to compile.
 */
const SEPARATOR = "(?:'s)?[^a-z0-9]+";

/** Text that uses every pattern. */
const WARM_UP = 'CA-12 and the 3rd district, 100 of 76ers or more';

/** Longest text whose result is remembered. Longer texts belong to one market only. */
const MAX_KEPT_CHARS = 400;
const NO_LEAGUES: ReadonlySet<string> = new Set();

/** A known phrase that was found in a text. */
interface Phrase {
  readonly words: readonly string[];
  readonly league: string | null;
  /** Number of words in the text that the phrase covers. */
  readonly length: number;
}

/**
 * Names and wordings, compiled for reading. The longest phrase that begins at a word is replaced by its meaning.
 *
 * A rewrite must keep every distinction that changes a market's payout; see docs/links.md, "Vocabulary".
 */
export class Vocabulary {
  readonly #root: Node = newNode();
  /** Results of `prepare`. Labels, events and openings of rules occur in many markets. */
  readonly #prepared = new RecentTexts<string>();
  readonly #leaguesOf = new RecentTexts<ReadonlySet<string>>();
  readonly #spellings = new Map<string, readonly string[]>();
  readonly #fillers = new Set(FILLERS);
  readonly #leagues = new Map<string, League>();
  readonly #stateNames = new Map<string, string>();
  readonly #series: { readonly start: string; readonly isWhole: boolean; readonly league: League }[] = [];
  readonly #digitKeys = new Map<string, number>();
  readonly #digitTokens: (readonly string[])[] = [];
  #digitPattern: RegExp | null = null;
  #districtPattern: RegExp | null = null;

  /** Builds a vocabulary from several files. When two define the same phrase, the later one counts. */
  constructor(files: Iterable<VocabularyFile>) {
    for (const _ of this.#build(files));
  }

  /** Builds a vocabulary as the constructor does, in slices: all at once takes a tenth of a second. */
  static async build(
    files: Iterable<VocabularyFile>,
    slices: Pick<Slices, 'isDue' | 'pause'>,
  ): Promise<Vocabulary> {
    const vocabulary = new Vocabulary([]);
    for (const _ of vocabulary.#build(files)) if (slices.isDue()) await slices.pause();
    return vocabulary;
  }

  /** Yields between steps that take a millisecond at most. */
  *#build(files: Iterable<VocabularyFile>): Generator<void> {
    for (const file of files) yield* this.#add(file);
    this.#series.sort((a, b) => b.start.length - a.start.length);
    const alternatives = [...this.#digitKeys.keys()]
      .sort((a, b) => b.length - a.length)
      .map((key) => key.replaceAll(' ', SEPARATOR));
    if (alternatives.length > 0)
      this.#digitPattern = new RegExp(
        `(?<![\\p{L}\\p{N}.$])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}%]|\\.\\d)`,
        'gu',
      );
    yield;
    if (this.#stateNames.size > 0)
      this.#districtPattern = new RegExp(
        `\\b(${[...this.#stateNames.keys()].join('|')})-0?(\\d{1,2}|al)\\b`,
        'g',
      );
    // Long patterns are compiled at their first use, which takes milliseconds, so they are used here once.
    for (const text of [WARM_UP, WARM_UP, `${WARM_UP}—`, `${WARM_UP}—`]) {
      yield;
      this.prepare(text);
    }
  }

  findLeague(id: string): League | null {
    return this.#leagues.get(id) ?? null;
  }

  /** Finds the league of a venue's series: `KXNBAGAME` is the NBA's. The longest matching prefix counts. */
  findSeriesLeague(series: string | null): League | null {
    if (series === null) return null;
    const upper = series.toUpperCase();
    const found = this.#series.find(({ start, isWhole }) =>
      isWhole ? upper === start : upper.startsWith(start),
    );
    return found?.league ?? null;
  }

  /**
   * Folds a text and replaces its phrases with digits (`S&P 500`, `76ers`, `CA-12`), so that all remaining digits are
   * dates and quantities.
   */
  prepare(text: string): string {
    return text.length > MAX_KEPT_CHARS
      ? this.#prepare(text)
      : this.#prepared.get(text, (one) => this.#prepare(one));
  }

  #prepare(text: string): string {
    let folded = fold(text);
    if (this.#districtPattern !== null && folded.includes('-')) {
      folded = folded.replace(this.#districtPattern, (_, state: string, number: string) => {
        return ` ${this.#stateNames.get(state)} ${districtWord(number)} `;
      });
    }
    if (folded.includes('district')) {
      folded = folded.replace(
        /\b(\d{1,2})(?:st|nd|rd|th) (?:congressional )?district\b/g,
        (_, number: string) => ` ${districtWord(number)} `,
      );
    }
    if (this.#digitPattern === null || !/\d/.test(folded)) return folded;
    return folded.replace(this.#digitPattern, (phrase) => {
      const key = splitTokens(phrase).join(' ');
      const position = this.#digitKeys.get(key);
      return position === undefined ? phrase : ` ${PHRASE_MARK}${letters(position)} `;
    });
  }

  /** Finds the leagues that a prepared text names. This is faster than reading its words. */
  findLeagues(prepared: string): ReadonlySet<string> {
    return prepared === '' ? NO_LEAGUES : this.#leaguesOf.get(prepared, (one) => this.#listLeagues(one));
  }

  #listLeagues(prepared: string): ReadonlySet<string> {
    const tokens = this.#tokenise(prepared);
    const leagues = new Set<string>();
    for (let position = 0; position < tokens.length; ) {
      const match = this.#findLongest(tokens, position, null);
      if (match !== null && match.league !== null) leagues.add(match.league);
      position += match?.length ?? 1;
    }
    return leagues;
  }

  /**
   * Reads the meaningful words of a prepared text.
   *
   * @param league League whose short team names (`Boston`, `Kings`) count; null: unknown.
   */
  read(prepared: string, league: League | null): WordReading {
    const tokens = this.#tokenise(prepared);
    const words: string[] = [];
    const leagues = new Set<string>();
    for (let position = 0; position < tokens.length; ) {
      const match = this.#findLongest(tokens, position, league);
      if (match !== null) {
        for (const word of match.words) if (!this.#fillers.has(word)) words.push(word);
        if (match.league !== null) leagues.add(match.league);
        position += match.length;
        continue;
      }
      const token = tokens[position] ?? '';
      position += 1;
      if (this.#fillers.has(token)) continue;
      const plain = singular(token);
      for (const word of this.#spellings.get(token) ?? this.#spellings.get(plain) ?? [plain])
        if (!this.#fillers.has(word)) words.push(word);
    }
    return { words, leagues };
  }

  #tokenise(prepared: string): readonly string[] {
    const tokens = splitTokens(prepared);
    return prepared.includes(PHRASE_MARK) ? tokens.flatMap((token) => this.#listUnhidden(token)) : tokens;
  }

  #listUnhidden(token: string): readonly string[] {
    if (!token.startsWith(PHRASE_MARK)) return [token];
    return this.#digitTokens[decodeLetters(token.slice(1))] ?? [];
  }

  #findLongest(tokens: readonly string[], start: number, league: League | null): Phrase | null {
    let node: Node | undefined = this.#root;
    let best: Phrase | null = null;
    for (let position = start; position < tokens.length; position += 1) {
      node = node.next.get(tokens[position] ?? '');
      if (node === undefined) break;
      const meaning = node.entry === null ? null : findMeaning(node.entry, league);
      if (meaning !== null)
        best = { words: meaning.words, league: meaning.league, length: position - start + 1 };
    }
    return best;
  }

  *#add(file: VocabularyFile): Generator<void> {
    for (const league of file.leagues ?? []) {
      yield;
      this.#leagues.set(league.id, league);
      for (const name of league.names) {
        const entry = this.#getEntry(name);
        entry.league = league;
        entry.words = [league.id];
      }
      for (const series of league.series) {
        const isWhole = series.endsWith('$');
        this.#series.push({ start: (isWhole ? series.slice(0, -1) : series).toUpperCase(), isWhole, league });
      }
    }
    for (const team of file.teams ?? []) {
      yield;
      for (const name of team.names) this.#getEntry(name).teams.push({ team, isShort: false });
      for (const name of team.short) this.#getEntry(name).teams.push({ team, isShort: true });
    }
    for (const { mean, say } of file.phrases ?? []) {
      yield;
      const words = mean.split(' ');
      const league = this.#leagues.get(words[0] ?? '') ?? null;
      for (const phrase of say) Object.assign(this.#getEntry(phrase), { words, league });
    }
    for (const verb of file.verbs ?? []) {
      yield;
      for (const form of listForms(fold(verb))) this.#spellings.set(form, [fold(verb)]);
    }
    for (const [word, meaning] of Object.entries(file.words ?? {}))
      this.#spellings.set(fold(word), meaning.split(' '));
    for (const filler of file.fillers ?? []) this.#fillers.add(fold(filler));
    for (const [code, name] of Object.entries(file.states ?? {}))
      this.#stateNames.set(fold(code), fold(name));
  }

  #getEntry(phrase: string): Meanings {
    const folded = fold(phrase);
    const tokens = splitTokens(folded);
    if (/\d/.test(folded)) this.#hide(tokens);
    let node = this.#root;
    for (const token of tokens) {
      const next = node.next.get(token) ?? newNode();
      node.next.set(token, next);
      node = next;
    }
    node.entry ??= { words: null, league: null, teams: [] };
    return node.entry;
  }

  #hide(tokens: readonly string[]): void {
    const key = tokens.join(' ');
    if (this.#digitKeys.has(key)) return;
    this.#digitKeys.set(key, this.#digitTokens.length);
    this.#digitTokens.push(tokens);
  }
}

function newNode(): Node {
  return { next: new Map(), entry: null };
}
