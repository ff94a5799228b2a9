export type Query = Readonly<Record<string, string | undefined>>;
