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
    /** Whether the teams of a league play in no other league, so that the name of a team implies it. */
    isImpliedByTeam: Type.Boolean(),
    isWomens: Type.Optional(Type.Boolean()),
    names: Names,
    /** Prefixes of the venues' series tickers. One that ends in `$` is a whole ticker. */
    series: Names,
  },
  { additionalProperties: false },
);

const Team = Type.Object(
  {
    id: Word,
    /** Id of the team's league, or `football` for clubs that play in several competitions. */
    league: Word,
    /** Names that mean this team in any text. */
    names: Names,
    /** Names that mean this team only when the league is known: a city, a nickname. */
    short: Names,
  },
  { additionalProperties: false },
);

const Phrase = Type.Object(
  {
    /** Words that the matcher compares instead of the phrase, separated by spaces. */
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
    /** Map from a spelling of a word to the word. */
    words: Type.Optional(Type.Record(Word, Word)),
    /** Verbs in their base form. Their other regular forms are read as the base form. */
    verbs: Type.Optional(Type.Array(Word, { maxItems: 5_000 })),
    /** Words without meaning for the comparison. */
    fillers: Type.Optional(Type.Array(Word, { maxItems: 1_000 })),
    /** Two-letter codes of states with numbered districts. */
    states: Type.Optional(Type.Record(Word, Name)),
  },
  { additionalProperties: false },
);

/** One file of names and wordings, with their sources. See docs/links.md, "Vocabulary". */
export type VocabularyFile = Static<typeof VocabularyFileSchema>;
export type League = Static<typeof League>;
export type Team = Static<typeof Team>;

const validator = new Validator(VocabularyFileSchema);

/**
 * Parses one vocabulary file.
 *
 * @throws {Error} that names the file, when its text is not JSON or does not match the schema.
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

/** Folder of the vocabulary files that come with the service. A test holds them to the schema. */
export const BUILT_IN_FOLDER = path.join(import.meta.dirname, 'lists');

/** Reads the vocabulary files that come with the service, one by one. */
export function* eachBuiltInFile(): Generator<VocabularyFile> {
  for (const name of readdirSync(BUILT_IN_FOLDER).sort())
    yield JSON.parse(readFileSync(path.join(BUILT_IN_FOLDER, name), 'utf8')) as VocabularyFile;
}

/** Vocabulary files of the operator, and errors of those that could not be read. */
export interface OperatorFiles {
  readonly files: readonly VocabularyFile[];
  /** One sentence for each rejected file. */
  readonly errors: readonly string[];
}

/**
 * Reads `*.json` in the operator's folder. A file that does not match the schema is rejected as a whole and reported.
 */
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
