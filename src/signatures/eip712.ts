import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Types of struct members in the typed data of venues. Every type but `string` is encoded as one word. */
export type FieldType = 'address' | 'bytes32' | 'string' | 'uint8' | 'uint64' | 'uint256';

export interface StructType {
  readonly name: string;
  /** Fields in the order of the type, on which the hash depends. */
  readonly fields: readonly (readonly [name: string, type: FieldType])[];
}

/**
 * Value of a field: text for addresses (0x and 40 hex digits), bytes32 and strings; any input of `BigInt` for numbers.
 */
export type FieldValue = string | number | bigint;
export type StructValue = Readonly<Record<string, FieldValue>>;

/** The domain that a signature is bound to. */
export interface TypedDataDomain {
  readonly name: string;
  readonly version: string;
  readonly chainId: number;
  readonly verifyingContract: string;
}

const DOMAIN_TYPE: StructType = {
  name: 'EIP712Domain',
  fields: [
    ['name', 'string'],
    ['version', 'string'],
    ['chainId', 'uint256'],
    ['verifyingContract', 'address'],
  ],
};

/**
 * Computes the digest of typed data that a wallet signs.
 *
 * @throws {RangeError} when a member is missing or does not fit its type.
 * @see https://eips.ethereum.org/EIPS/eip-712
 */
export function computeTypedDataHash(
  domain: TypedDataDomain,
  type: StructType,
  value: StructValue,
): Uint8Array {
  return hashTypedData(hashDomain(domain), hashStruct(type, value));
}

/** Computes the digest from the hashes of domain and struct, for structs that are hashed in a special way. */
export function hashTypedData(separator: Uint8Array, hashOfStruct: Uint8Array): Uint8Array {
  return keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), separator, hashOfStruct));
}

/** Computes the EIP-712 hash of a domain, 32 bytes. */
export function hashDomain(domain: TypedDataDomain): Uint8Array {
  return hashStruct(DOMAIN_TYPE, { ...domain });
}

/**
 * Computes the EIP-712 hash of a struct, 32 bytes. @throws {RangeError} when a member is missing or does not fit its
 * type.
 */
export function hashStruct(type: StructType, value: StructValue): Uint8Array {
  const words = type.fields.map(([name, fieldType]) => {
    const field = value[name];
    if (field === undefined) throw new RangeError(`${type.name}.${name} is missing`);
    return encodeWord(fieldType, field, `${type.name}.${name}`);
  });
  return hashWords(formatType(type), words);
}

/** Computes the hash of a struct from its encoded words. @param type Complete type text, including referenced types. */
export function hashWords(type: string, words: readonly Uint8Array[]): Uint8Array {
  return keccak_256(concatBytes(keccak_256(utf8ToBytes(type)), ...words));
}

/** Formats the type text of a struct: `Order(uint256 salt,address maker)`. */
export function formatType({ name, fields }: StructType): string {
  return `${name}(${fields.map(([field, type]) => `${type} ${field}`).join(',')})`;
}

/** Encodes one member as a word of 32 bytes. @throws {RangeError} when the value does not fit the type. */
export function encodeWord(type: FieldType, value: FieldValue, name = type as string): Uint8Array {
  switch (type) {
    case 'string':
      return keccak_256(utf8ToBytes(String(value)));
    case 'address':
      return concatBytes(new Uint8Array(12), toBytes(value, 20, name));
    case 'bytes32':
      return toBytes(value, 32, name);
    default:
      return uintWord(value, Number(type.slice(4)), name);
  }
}

function uintWord(value: FieldValue, bits: number, name: string): Uint8Array {
  let number: bigint;
  try {
    number = BigInt(value);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    throw new RangeError(`${name} must be a whole number`);
  }
  if (number < 0n || number >= 1n << BigInt(bits)) throw new RangeError(`${name} does not fit ${bits} bits`);
  return hexToBytes(number.toString(16).padStart(64, '0'));
}

function toBytes(value: FieldValue, length: number, name: string): Uint8Array {
  const text = String(value);
  if (!/^0x[0-9a-fA-F]*$/.test(text) || text.length !== 2 + 2 * length) {
    throw new RangeError(`${name} must be 0x and ${2 * length} hex digits`);
  }
  return hexToBytes(text.slice(2));
}
