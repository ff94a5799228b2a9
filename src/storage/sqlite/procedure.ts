import type { Statements as AnyStatements } from '../statements.ts';
import { SqliteStatements } from './statements.ts';

export * from '../procedure.ts';

export const Statements = SqliteStatements;
export type Statements = AnyStatements;
