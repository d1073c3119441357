// From the options of `load` to a compiled module, or to an error that says what is wrong.

import type { ErrorCode } from '../types/errors.js';
import { describe, engineError, fail, isEngineError, type EngineError } from '../errors.js';
import { relaxedTrainingWasm, relaxedWasm, strictWasm, trainingWasm } from '../generated/assets.js';
import { locate, readFromDisk, type Asset } from './asset.js';
import { supportsRelaxedSimd } from './relaxed.js';
import { textIn } from './utf8.js';
import type { Address, LoadOptions } from '../types/index.js';

/** Makes an error about an option of `load`, or about the address that it gave. */
type Blame = (code: ErrorCode, found: string, cause?: unknown, expected?: string) => EngineError;

export interface Compiled {
  module: WebAssembly.Module;
  blame: Blame;
}

// prettier-ignore
const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
// prettier-ignore
const usesSimd = Uint8Array.of(
  ...emptyModule,
  1, 5, 1, 0x60, 0, 1, 0x7b, // of one type: () → v128
  3, 2, 1, 0, // and one function of it,
  10, 8, 1, 6, 0, 0x41, 0, 0xfd, 15, 11, // which is i8x16.splat(0)
);

const blaming =
  (argument: keyof LoadOptions | 'WebAssembly', url?: string): Blame =>
  (code, found, cause, expected = 'a WebAssembly module') =>
    engineError({ code, argument, actual: url ? `${url} (${found})` : found, expected }, cause);

const blameMachine = blaming('WebAssembly');

function unsupported(found: string, cause?: unknown): EngineError {
  return blameMachine('unsupported', found, cause, 'WebAssembly with SIMD');
}

type Report = LoadOptions['onProgress'];

export async function compile({
  wasmModule,
  wasmBinary,
  wasmUrl,
  onProgress,
  training,
  simd,
}: LoadOptions): Promise<Compiled> {
  if (typeof WebAssembly === 'undefined') throw unsupported('none');
  if (wasmModule) {
    return { module: wasmModule as WebAssembly.Module, blame: blaming('wasmModule') };
  }
  if (wasmBinary) return compileBytes(wasmBinary, blaming('wasmBinary'));
  if (wasmUrl !== undefined) return compileFrom(wasmUrl, onProgress);
  const relaxed = training ? relaxedTrainingWasm : relaxedWasm;
  if (simd === 'relaxed' && relaxed && supportsRelaxedSimd()) {
    try {
      return await compileAsset(relaxed, onProgress);
    } catch {
      // It may not have been published with the rest; the strict module works as well.
    }
  }
  return compileAsset(training ? trainingWasm : strictWasm, onProgress);
}

/**
 * The engine's error for one of WebAssembly's own. These hardly differ between causes, so modules are tried that compile
 * wherever they are allowed and supported. If both do, `otherwise` is the cause.
 */
export function wasmError(cause: unknown, otherwise: () => EngineError): EngineError {
  const found = String(cause);
  if (!isAllowed()) return blameMachine('policy', found, cause, "script-src 'wasm-unsafe-eval'");
  if (!WebAssembly.validate(usesSimd)) return unsupported('no SIMD', cause);
  if (cause instanceof RangeError) return blameMachine('memory', found, cause, 'enough memory');
  return otherwise();
}

/** Whether the page's content security policy allows WebAssembly. */
function isAllowed(): boolean {
  try {
    return new WebAssembly.Module(emptyModule) !== undefined;
  } catch (error) {
    return error instanceof RangeError;
  }
}

async function compileBytes(
  bytes: ArrayBuffer | Uint8Array,
  blame: Blame,
  type = '',
): Promise<Compiled> {
  try {
    return { module: await WebAssembly.compile(bytes as BufferSource), blame };
  } catch (cause) {
    if (cause instanceof TypeError) {
      throw blame('type', describe(bytes), cause, 'an ArrayBuffer or a Uint8Array');
    }
    throw wasmError(cause, () => blame('not_wasm', type + foundIn(bytes, cause), cause));
  }
}

/** The start of bytes that are no module, such as a server's page for unknown addresses; else what is wrong in them. */
function foundIn(bytes: ArrayBuffer | Uint8Array, cause: unknown): string {
  const start = textIn(new Uint8Array(bytes.slice(0, 64)));
  return start.startsWith('\0asm') ? String(cause) : describe(start.replace(/\s+/g, ' '));
}

async function compileAsset(of: () => Asset, report: Report): Promise<Compiled> {
  const asset = locate(of, 'wasmUrl', 'wasmUrl, wasmModule or wasmBinary');
  if (!(asset instanceof Promise)) return compileFrom(asset, report);
  const bytes = await asset;
  report?.({ loaded: bytes.length, total: bytes.length });
  return compileBytes(bytes, blaming('wasmBinary'));
}

async function compileFrom(given: Address, report: Report): Promise<Compiled> {
  const url = addressOf(given, 'wasmUrl');
  const blame = blaming('wasmUrl', url);
  const bytes = await readFromDisk(url, blame);
  if (!bytes) return compileFetched(url, blame, report);
  report?.({ loaded: bytes.length, total: bytes.length });
  return compileBytes(bytes, blame);
}

/** An address as text. */
export const textOf = (url: Address): string => (typeof url === 'string' ? url : url.href);

/** The whole address; a relative one belongs to the page. `argument` names it in the error if it is not an address. */
export function addressOf(given: Address, argument: string): string {
  const url = textOf(given);
  try {
    return new URL(url, globalThis.document?.baseURI ?? globalThis.location?.href).href;
  } catch {
    return fail('type', argument, describe(url), 'an address');
  }
}

async function compileFetched(url: string, blame: Blame, report: Report): Promise<Compiled> {
  const fetched = await request(url, blame);
  if (!fetched.ok) throw blame('unavailable', String(fetched.status));
  const response = report ? reported(fetched, report) : fetched;
  const type = response.headers.get('content-type') ?? '';
  try {
    // A server may not know the type of .wasm files; loading must not fail for that.
    if (!type.startsWith('application/wasm')) {
      return await compileBytes(await response.arrayBuffer(), blame, type && `${type}, `);
    }
    return { module: await WebAssembly.compileStreaming(response), blame };
  } catch (cause) {
    if (isEngineError(cause)) throw cause;
    // The connection may end within the file.
    if (cause instanceof TypeError) throw blame('network', cause.message, cause);
    throw wasmError(cause, () => blame('not_wasm', `${type}, ${String(cause)}`, cause));
  }
}

/** Fetches; a browser reports a request that the page's content policy forbids only by an event. */
async function request(url: string, blame: Blame): Promise<Response> {
  let forbidden = false;
  const note = ({ blockedURI }: SecurityPolicyViolationEvent): void => {
    forbidden ||= url.startsWith(blockedURI);
  };
  globalThis.addEventListener?.('securitypolicyviolation', note);
  try {
    return await fetch(url);
  } catch (cause) {
    // The event may come later than the failure.
    await new Promise((resolve) => setTimeout(resolve));
    const { message } = cause as Error;
    if (!forbidden) throw blame('network', message, cause);
    throw blame('policy', message, cause, `connect-src ${new URL(url).origin}`);
  } finally {
    globalThis.removeEventListener?.('securitypolicyviolation', note);
  }
}

/** The same response, which reports each piece that arrives. */
function reported({ body, headers }: Response, report: NonNullable<Report>): Response {
  const length = headers.has('content-encoding') ? 0 : Number(headers.get('content-length'));
  let loaded = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, pieces) {
      loaded += piece.byteLength;
      report(length >= loaded ? { loaded, total: length } : { loaded });
      pieces.enqueue(piece);
    },
  });
  return new Response(body?.pipeThrough(count), { headers });
}
