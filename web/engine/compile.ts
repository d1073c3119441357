// From the options of `load` to a compiled module, or to an error that says what is wrong.

import type { ErrorCode } from './error-types.js';
import { describe, engineError, fail, isEngineError, type EngineError } from './errors.js';
import { relaxedWasm } from './generated/relaxed.js';
import type { LoadOptions } from './types.js';

/** Where a module came from, for error messages. */
export interface Source {
  argument: keyof LoadOptions;
  url?: string;
  /** Its content type. */
  type?: string;
}

export interface Compiled {
  module: WebAssembly.Module;
  source: Source;
}

const MODULE = 'a WebAssembly module';

// prettier-ignore
const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
// prettier-ignore
const usesSimd = Uint8Array.of(
  ...emptyModule,
  1, 5, 1, 0x60, 0, 1, 0x7b, // of one type: () → v128
  3, 2, 1, 0, // and one function of it,
  10, 8, 1, 6, 0, 0x41, 0, 0xfd, 15, 11, // which is i8x16.splat(0)
);

export async function compile({ wasmModule, wasmBinary, wasmUrl }: LoadOptions): Promise<Compiled> {
  if (typeof WebAssembly === 'undefined') throw unsupported('none');
  if (wasmModule) {
    // By its name, as a module from another frame is an instance of that frame's class.
    const isModule = Object.prototype.toString.call(wasmModule) === '[object WebAssembly.Module]';
    if (!isModule) fail('type', 'wasmModule', describe(wasmModule), 'a WebAssembly.Module');
    return { module: wasmModule, source: { argument: 'wasmModule' } };
  }
  if (wasmBinary) return compileBytes(wasmBinary, { argument: 'wasmBinary' });
  if (wasmUrl !== undefined) return compileFrom(wasmUrl);
  const relaxed = relaxedWasm?.();
  if (relaxed) {
    try {
      return await compileFrom(relaxed);
    } catch {
      // It may not have been published with the rest; the strict module works as well.
    }
  }
  return compileFrom(new URL('./wasm/attention-playground.wasm', import.meta.url));
}

/**
 * The error that the engine throws for one of WebAssembly's own. These hardly differ between causes, so what is tried
 * here are modules that compile wherever it is supported and allowed.
 */
export function wasmError(
  code: 'not_wasm' | 'mismatch',
  source: Source,
  cause: unknown,
  found = String(cause),
): EngineError {
  if (!isAllowed()) return because('policy', found, "script-src 'wasm-unsafe-eval'", cause);
  if (!WebAssembly.validate(usesSimd)) return unsupported('no SIMD', cause);
  if (cause instanceof RangeError) return because('memory', found, 'enough memory', cause);
  const expected = code === 'mismatch' ? `${MODULE} of this version` : MODULE;
  return sourceError(code, source, found, cause, expected);
}

function unsupported(actual: string, cause?: unknown): EngineError {
  return because('unsupported', actual, 'WebAssembly with SIMD', cause);
}

function because(code: ErrorCode, actual: string, expected: string, cause?: unknown): EngineError {
  return engineError({ code, argument: 'WebAssembly', actual, expected }, cause);
}

function sourceError(
  code: ErrorCode,
  { argument, url, type }: Source,
  found: string,
  cause?: unknown,
  expected = MODULE,
): EngineError {
  const details = type ? `${type}, ${found}` : found;
  const actual = url ? `${url} (${details})` : details;
  return engineError({ code, argument, actual, expected }, cause);
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
  bytes: ArrayBuffer | ArrayBufferView,
  source: Source,
): Promise<Compiled> {
  try {
    return { module: await WebAssembly.compile(bytes as BufferSource), source };
  } catch (cause) {
    if (!(ArrayBuffer.isView(bytes) || bytes instanceof ArrayBuffer)) {
      fail('type', source.argument, describe(bytes), 'an ArrayBuffer or a Uint8Array');
    }
    throw wasmError('not_wasm', source, cause, foundIn(bytes) ?? String(cause));
  }
}

/** The start of bytes that are no module, such as a server's page for unknown addresses. */
function foundIn(bytes: ArrayBuffer | ArrayBufferView): string | undefined {
  const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(bytes)
    ? bytes
    : new Uint8Array(bytes);
  if (byteLength === 0) return 'no bytes';
  const first = new Uint8Array(buffer, byteOffset, Math.min(byteLength, 64));
  if (emptyModule.subarray(0, 4).every((byte, i) => byte === first[i])) return undefined;
  return describe(new TextDecoder().decode(first).replace(/\s+/g, ' '));
}

async function compileFrom(url: string | URL): Promise<Compiled> {
  const source: Source = { argument: 'wasmUrl', url: addressOf(url) };
  // A literal would make bundlers for browsers look for this module.
  const files = 'node:fs/promises';
  const fs = source.url?.startsWith('file:')
    ? globalThis.process?.getBuiltinModule?.(files)
    : undefined;
  if (!fs) return compileFetched(source);
  const { readFile } = fs as typeof import('node:fs/promises');
  const bytes = await readFile(new URL(url)).catch((cause: NodeJS.ErrnoException) => {
    throw sourceError('unavailable', source, cause.code ?? cause.message, cause);
  });
  return compileBytes(bytes, source);
}

/** The whole address; a relative one belongs to the page. */
function addressOf(url: string | URL): string {
  try {
    return new URL(url, globalThis.document?.baseURI ?? globalThis.location?.href).href;
  } catch {
    return fail('type', 'wasmUrl', describe(url), 'an address');
  }
}

async function compileFetched(source: Source): Promise<Compiled> {
  const response = await request(source);
  const type = response.headers.get('content-type') ?? '';
  const answer: Source = { ...source, url: response.url || source.url, type };
  if (!response.ok) throw sourceError('unavailable', source, String(response.status));
  try {
    // A server may not know the type of .wasm files; loading must not fail for that.
    if (!type.startsWith('application/wasm')) {
      return await compileBytes(await response.arrayBuffer(), answer);
    }
    return { module: await WebAssembly.compileStreaming(response), source: answer };
  } catch (cause) {
    if (isEngineError(cause)) throw cause;
    // The connection may end within the file.
    if (cause instanceof TypeError) throw sourceError('network', source, cause.message, cause);
    throw wasmError('not_wasm', answer, cause);
  }
}

/** Fetches; a browser reports a request that the page's content policy forbids only by an event. */
async function request(source: Source): Promise<Response> {
  const url = source.url!;
  let forbidden = false;
  const note = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    forbidden ||= effectiveDirective === 'connect-src' && url.startsWith(blockedURI);
  };
  globalThis.addEventListener?.('securitypolicyviolation', note);
  try {
    return await fetch(url);
  } catch (cause) {
    // The event may come later than the failure.
    await new Promise((resolve) => setTimeout(resolve));
    const { message } = cause as Error;
    if (!forbidden) throw sourceError('network', source, message, cause);
    throw because('policy', `${url} (${message})`, `connect-src ${new URL(url).origin}`, cause);
  } finally {
    globalThis.removeEventListener?.('securitypolicyviolation', note);
  }
}
