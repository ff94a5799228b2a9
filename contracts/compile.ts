/**
 * Compiles the contracts into `contracts/artefacts/`. The same sources give the same bytes on every machine: the
 * compiler is a fixed version of JavaScript, and no hash of comments or paths is part of the code.
 *
 * `node bin/with-node24 contracts/compile.ts [--check]`; with `--check` nothing is written and a difference is exit 1.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';

const HERE = import.meta.dirname;

/** What is compiled; the files stand beside this one, those of tests in a folder of their own. */
const SOURCES = {
  Forwarder: 'Forwarder.sol',
  ForwarderFactory: 'ForwarderFactory.sol',
  TestToken: 'test/TestToken.sol',
} as const;
export type ContractName = keyof typeof SOURCES;

/** Paris has no opcode that one of the chains lacks. */
export const SETTINGS = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'paris',
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
} as const;

/** A compiled contract as it is committed. */
export interface Artefact {
  readonly contract: ContractName;
  /** The compiler with its commit. */
  readonly compiler: string;
  readonly evmVersion: string;
  readonly optimizerRuns: number;
  readonly abi: readonly unknown[];
  /** What deploys it, without constructor arguments: 0x and hex digits. */
  readonly bytecode: string;
  /** What stands on the chain afterwards; immutable values are zero here. */
  readonly deployedBytecode: string;
}

interface Compiler {
  version(): string;
  compile(input: string): string;
}

interface CompilerOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly abi: readonly unknown[];
            readonly evm: {
              readonly bytecode: { readonly object: string };
              readonly deployedBytecode: { readonly object: string };
            };
          }
        >
      >
    >
  >;
}

/** @throws when the compiler is not installed (it is a development dependency) or finds a fault. */
export function compileContracts(): Artefact[] {
  const compiler = createRequire(import.meta.url)('solc') as Compiler;
  const sources = Object.fromEntries(
    Object.values(SOURCES).map((file) => [file, { content: readFileSync(path.join(HERE, file), 'utf8') }]),
  );
  const input = JSON.stringify({ language: 'Solidity', sources, settings: SETTINGS });
  const { errors = [], contracts } = JSON.parse(compiler.compile(input)) as CompilerOutput;
  // A warning is a fault too: the output of a compiler that passes is rarely read.
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));

  return (Object.entries(SOURCES) as [ContractName, string][]).map(([contract, file]) => {
    const output = contracts[file]?.[contract];
    if (output === undefined) throw new Error(`${file} holds no contract ${contract}`);
    return {
      contract,
      compiler: compiler.version(),
      evmVersion: SETTINGS.evmVersion,
      optimizerRuns: SETTINGS.optimizer.runs,
      abi: output.abi,
      bytecode: `0x${output.evm.bytecode.object}`,
      deployedBytecode: `0x${output.evm.deployedBytecode.object}`,
    };
  });
}

/** The committed form of a contract. */
export function readArtefact(contract: ContractName): Artefact {
  return JSON.parse(readFileSync(artefactFile(contract), 'utf8'));
}

function artefactFile(contract: ContractName): string {
  const folder = contract === 'TestToken' ? ['test', 'artefacts'] : ['artefacts'];
  return path.join(HERE, ...folder, `${contract}.json`);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  for (const artefact of compileContracts()) {
    const file = artefactFile(artefact.contract);
    const text = `${JSON.stringify(artefact, null, 2)}\n`;
    if (!values.check) {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    } else if (JSON.stringify(readArtefact(artefact.contract)) !== JSON.stringify(artefact)) {
      console.error(`${path.relative(process.cwd(), file)} differs from what its source compiles to`);
      process.exitCode = 1;
    }
  }
}
