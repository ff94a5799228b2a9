import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { toMessage } from '../../domain/index.ts';
import { isFileError } from '../../storage/file-error.ts';
import { Validator } from '../../validator.ts';

const Word = Type.String({ minLength: 1, maxLength: 60 });
const Name = Type.String({ minLength: 1, maxLength: 120 });
const Names = Type.Array(Name, { maxItems: 60 });

const League = Type.Object(
  {
    id: Word,
    sport: Word,
    /** Whether a game may end without a winner. */
    hasDraws: Type.Boolean(),
    /** Whether the teams of a league play in no other, so that a team's name names the league as well. */
    isImpliedByTeam: Type.Boolean(),
    isWomens: Type.Optional(Type.Boolean()),
    names: Names,
    /** Beginnings of the venues' series tickers; one that ends in `$` is a whole ticker. */
    series: Names,
  },
  { additionalProperties: false },
);

const Team = Type.Object(
  {
    id: Word,
    /** A league's id, or `football` for clubs that play in several competitions. */
    league: Word,
    /** Names that stand for this team anywhere. */
    names: Names,
    /** Names that stand for the team only where the league is known: a city, a nickname. */
    short: Names,
  },
  { additionalProperties: false },
);

const Phrase = Type.Object(
  {
    /** The words that the matcher compares, blanks between them. */
    mean: Type.String({ minLength: 1, maxLength: 120 }),
    say: Type.Array(Name, { minItems: 1, maxItems: 60 }),
  },
  { additionalProperties: false },
);

const VocabularyFileSchema = Type.Object(
  {
    about: Type.String(),
    provenance: Type.String({ minLength: 1 }),
    licence: Type.String({ minLength: 1 }),
    leagues: Type.Optional(Type.Array(League, { maxItems: 1_000 })),
    teams: Type.Optional(Type.Array(Team, { maxItems: 20_000 })),
    phrases: Type.Optional(Type.Array(Phrase, { maxItems: 20_000 })),
    /** Spellings of words, one for each. */
    words: Type.Optional(Type.Record(Word, Word)),
    /** Verbs in their plain form: their other regular forms are read as this one. */
    verbs: Type.Optional(Type.Array(Word, { maxItems: 5_000 })),
    /** Words that carry no meaning. */
    fillers: Type.Optional(Type.Array(Word, { maxItems: 1_000 })),
    /** Two-letter codes of the states that have numbered districts. */
    states: Type.Optional(Type.Record(Word, Name)),
  },
  { additionalProperties: false },
);

/** One file of names and wordings, with where they come from. See docs/links.md, "Vocabulary". */
export type VocabularyFile = Static<typeof VocabularyFileSchema>;
export type League = Static<typeof League>;
export type Team = Static<typeof Team>;

const validator = new Validator(VocabularyFileSchema);

/**
 * Reads one file of vocabulary.
 *
 * @throws {Error} that names the file, when its text is not JSON or does not fit.
 */
function parseVocabularyFile(text: string, name: string): VocabularyFile {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} is not JSON: ${toMessage(error)}`);
  }
  if (validator.accepts(content)) return content;
  const [first] = validator.listErrors(content);
  throw new Error(
    `${name} does not match the vocabulary's schema at ${first?.instancePath || '/'}: ${first?.message ?? ''}`.trim(),
  );
}

/** The files that come with the service. */
export function readBuiltInFiles(): VocabularyFile[] {
  const directory = path.join(import.meta.dirname, 'lists');
  return readdirSync(directory)
    .sort()
    .map((name) => parseVocabularyFile(readFileSync(path.join(directory, name), 'utf8'), name));
}

/** The additions of an operator, and those of them that could not be read. */
export interface OperatorFiles {
  readonly files: readonly VocabularyFile[];
  /** One sentence for each file that was left out. */
  readonly errors: readonly string[];
}

/** Reads `*.json` of the operator's folder. A file that does not fit is left out whole and named. */
export async function readOperatorFiles(directory: string): Promise<OperatorFiles> {
  const files: VocabularyFile[] = [];
  const errors: string[] = [];
  for (const name of await namesIn(directory)) {
    try {
      files.push(parseVocabularyFile(await readFile(path.join(directory, name), 'utf8'), name));
    } catch (error) {
      errors.push(toMessage(error));
    }
  }
  return { files, errors };
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).filter((name) => name.endsWith('.json')).sort();
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return [];
    throw error;
  }
}
