import { readFileSync } from 'node:fs'

type Memory = { buffer: ArrayBuffer; grow: (pages: number) => number }
type Module = { readonly bytes?: never }

/** What is used of the global that Node has and its types leave out. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array<ArrayBuffer>) => Module
  Memory: new (limits: { initial: number; maximum: number }) => Memory
  Instance: new (
    module: Module,
    imports: { env: { memory: Memory } },
  ) => { exports: Record<string, unknown> }
}

export type Run = (rows: number, end: number, size: number, query: number, scores: number) => void

/** Numbers the kernel takes in one step: a row is padded with zeros to a multiple of it. */
export const rowMultiple = 64

export const memoryPage = 65_536
/** 4 GB: what 32-bit addresses reach. */
const maxPages = 65_536

const compiled = new WebAssembly.Module(readFileSync(new URL('./kernel.wasm', import.meta.url)))

/** A memory of its own with the kernel that works on it. */
export function openMemory(): { memory: Memory; run: Run } {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: maxPages })
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } })
  // SAFETY: kernel.wat exports this function of five numbers.
  return { memory, run: exports['run'] as Run }
}
