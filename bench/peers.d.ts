// What the benchmarks use of the peers that they measure against. The peers are installed in this folder alone
// ("npm install" in bench/), and the types are checked without them.

declare module 'chdb' {
  /** ClickHouse in this process. */
  export class Session {
    constructor(path?: string);
    query(sql: string, format?: string): string;
    cleanup(): void;
  }
}

declare module '@duckdb/node-api' {
  interface Reader {
    // biome-ignore lint/suspicious/noExplicitAny: values of any column type
    getColumns(): any[][];
    // biome-ignore lint/suspicious/noExplicitAny: values of any column type
    getRows(): any[][];
    getRowsJson(): unknown[][];
  }
  interface Connection {
    run(sql: string): Promise<unknown>;
    runAndReadAll(sql: string): Promise<Reader>;
    closeSync(): void;
  }
  /** DuckDB in this process. */
  export class DuckDBInstance {
    static create(path?: string): Promise<DuckDBInstance>;
    connect(): Promise<Connection>;
    closeSync(): void;
  }
}

declare module 'simple-statistics' {
  type OfSample = (sample: readonly number[]) => number;
  type OfTwoSamples = (a: readonly number[], b: readonly number[]) => number;
  type OfNumber = (x: number) => number;
  export const mean: OfSample;
  export const sampleStandardDeviation: OfSample;
  export const sampleSkewness: OfSample;
  export const sampleKurtosis: OfSample;
  export const sampleCorrelation: OfTwoSamples;
  export const sampleRankCorrelation: OfTwoSamples;
  export const quantile: (sample: readonly number[], p: readonly number[]) => number[];
  export const linearRegression: (points: readonly (readonly number[])[]) => { m: number; b: number };
  export const cumulativeStdNormalProbability: OfNumber;
  export const probit: OfNumber;
}
