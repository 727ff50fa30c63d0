import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

/**
 * Lets the heap grow by 30 % between two full collections, which keeps the process small. Call it after the start:
 * code that was cached under other options of V8 is compiled again, so what the start compiled is stored first.
 */
export function limitHeapGrowth(): void {
  flushCompileCache()
  setFlagsFromString('--heap-growing-percent=30')
}
