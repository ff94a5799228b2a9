import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Interface, type InterfaceAbi } from 'ethers';
import { type ContractName, readArtefact } from '../../contracts/compile.ts';
import type { PrintedTransaction } from '../../contracts/transactions.ts';

/** Path of the binary of the local node; null: it cannot be installed on this platform. */
function evmNodeBinary(): string | null {
  const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch as string] ?? process.arch;
  const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  try {
    // The launcher of the package leaves its node behind when it is killed, so the binary itself is started.
    const manifest = createRequire(import.meta.url).resolve(
      `@foundry-rs/anvil-${process.platform}-${architecture}/package.json`,
    );
    const binary = path.join(path.dirname(manifest), 'bin', name);
    return existsSync(binary) ? binary : null;
  } catch {
    return null;
  }
}

/** Value of `skip` in `test(name, { skip }, ...)`: false, or why there is no local node. */
export const noEvmNode: false | string =
  evmNodeBinary() === null ? '@foundry-rs/anvil has no binary for this platform' : false;

export interface EvmReceipt {
  readonly status: string;
  readonly transactionHash: string;
  readonly blockNumber: string;
  readonly contractAddress: string | null;
  readonly logs: readonly { readonly logIndex: string }[];
}

/** A chain of one's own: blocks are mined when transactions come, or when a test says so. */
export class EvmNode {
  readonly url: string;
  readonly #process: ChildProcess | null;
  #id = 0;

  private constructor(url: string, child: ChildProcess | null) {
    this.url = url;
    this.#process = child;
  }

  /** Opens a node that was started elsewhere. */
  static at(url: string): EvmNode {
    return new EvmNode(url, null);
  }

  /**
   * Starts a node. The finalized block is two behind the newest; blocks are a second apart.
   *
   * @param options.port 0: a free one.
   * @param options.blockEveryS Absent: a block is mined when a transaction comes.
   */
  static async start({
    chainId = 31_337,
    port = 0,
    blockEveryS,
  }: {
    readonly chainId?: number;
    readonly port?: number;
    readonly blockEveryS?: number;
  } = {}): Promise<EvmNode> {
    const binary = evmNodeBinary();
    if (binary === null) throw new Error('there is no local node for this platform');
    const blockTime = blockEveryS === undefined ? [] : ['--block-time', `${blockEveryS}`];
    const child = spawn(
      binary,
      [
        '--port',
        `${port}`,
        ...blockTime,
        '--chain-id',
        `${chainId}`,
        '--slots-in-an-epoch',
        '1',
        '--accounts',
        '5',
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    child.stderr.resume();
    const lines = createInterface({ input: child.stdout });
    for await (const line of lines) {
      const address = /Listening on ([\d.]+:\d+)/.exec(line)?.[1];
      if (address === undefined) continue;
      // What it prints later must not fill its pipe.
      child.stdout.resume();
      const node = new EvmNode(`http://${address}`, child);
      if (blockEveryS === undefined) await node.rpc('anvil_setBlockTimestampInterval', [1]);
      return node;
    }
    throw new Error('the local node ended before it listened');
  }

  // biome-ignore lint/suspicious/noExplicitAny: each test knows what its method answers.
  async rpc(method: string, params: readonly unknown[] = []): Promise<any> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++this.#id, method, params }),
    });
    const { result, error } = (await response.json()) as { result: unknown; error?: { message: string } };
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  /** Addresses that the node signs for. */
  accounts(): Promise<string[]> {
    return this.rpc('eth_accounts');
  }

  async send(from: string, transaction: PrintedTransaction): Promise<EvmReceipt> {
    const { to, ...rest } = transaction;
    const hash = await this.rpc('eth_sendTransaction', [
      { from, ...rest, ...(to === null ? {} : { to }), gas: '0x1000000' },
    ]);
    for (;;) {
      const receipt = await this.rpc('eth_getTransactionReceipt', [hash]);
      if (receipt !== null) return receipt;
      await sleep(100);
    }
  }

  async deploy(from: string, contract: ContractName, args: readonly unknown[]): Promise<EvmContract> {
    const { abi, bytecode } = readArtefact(contract);
    const data = bytecode + new Interface(abi as InterfaceAbi).encodeDeploy(args).slice(2);
    const { contractAddress } = await this.send(from, { to: null, value: '0x0', data });
    return new EvmContract(this, contract, contractAddress as string);
  }

  mine(blocks: number): Promise<void> {
    return this.rpc('anvil_mine', [`0x${blocks.toString(16)}`]);
  }

  async height(): Promise<number> {
    return Number(await this.rpc('eth_blockNumber'));
  }

  async stop(): Promise<void> {
    if (this.#process === null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }
}

/** A contract that stands on the local chain. */
export class EvmContract {
  readonly address: string;
  readonly #node: EvmNode;
  readonly #interface: Interface;

  constructor(node: EvmNode, contract: ContractName, address: string) {
    this.address = address;
    this.#node = node;
    this.#interface = new Interface(readArtefact(contract).abi as InterfaceAbi);
  }

  data(method: string, args: readonly unknown[]): string {
    return this.#interface.encodeFunctionData(method, args);
  }

  send(from: string, method: string, ...args: unknown[]): Promise<EvmReceipt> {
    return this.#node.send(from, { to: this.address, value: '0x0', data: this.data(method, args) });
  }

  // biome-ignore lint/suspicious/noExplicitAny: each test knows what its method answers.
  async call(method: string, ...args: unknown[]): Promise<any> {
    const data = await this.#node.rpc('eth_call', [
      { to: this.address, data: this.data(method, args) },
      'latest',
    ]);
    return this.#interface.decodeFunctionResult(method, data)[0];
  }
}
