import type { Slices } from '../../scheduling/slices.ts';
import { Vocabulary } from './vocabulary.ts';
import { eachBuiltInFile } from './vocabulary-file.ts';

let builtIn: Vocabulary | null = null;

/** Returns the vocabulary that comes with the service. Reads it at the first call. */
export function getBuiltInVocabulary(): Vocabulary {
  builtIn ??= new Vocabulary(eachBuiltInFile());
  return builtIn;
}

/** Returns the vocabulary that comes with the service. Reads it at the first call, in slices. */
export async function loadBuiltInVocabulary(slices: Pick<Slices, 'isDue' | 'pause'>): Promise<Vocabulary> {
  builtIn ??= await Vocabulary.build(eachBuiltInFile(), slices);
  return builtIn;
}
