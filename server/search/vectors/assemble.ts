/** Just enough of the binary format of WebAssembly (core specification, chapter 5) for one small kernel. */

export type Code = readonly (number | Code)[]

export const i32 = 0x7f
export const v128 = 0x7b

export const loop = (...body: Code): Code => [0x03, 0x40, body, 0x0b]
export const branchIf = (depth: number): Code => [0x0d, depth]
export const get = (local: number): Code => [0x20, local]
export const set = (local: number): Code => [0x21, local]
export const tee = (local: number): Code => [0x22, local]
export const constant = (value: number): Code => [0x41, signed(value)]
export const lessUnsigned: Code = [0x49]
export const add: Code = [0x6a]
export const zeroVector: Code = [0xfd, unsigned(12), Array.from({ length: 16 }, () => 0)]

/** Loads 8 bytes and widens each with its sign to 16 bits. */
export const load8x8 = (offset = 0): Code => [0xfd, unsigned(1), 0, unsigned(offset)]
export const loadVector = (offset = 0): Code => [0xfd, unsigned(0), 0, unsigned(offset)]
export const storeVector: Code = [0xfd, unsigned(11), 0, 0]
/** Multiplies 8 pairs of 16 bits and adds neighbours: 4 sums of 32 bits. */
export const dot16: Code = [0xfd, unsigned(186)]
export const addLanes: Code = [0xfd, unsigned(174)]
/** Picks 16 bytes out of two vectors. */
export const shuffle = (...lanes: readonly number[]): Code => [0xfd, unsigned(13), lanes]

/** A module that imports its memory as `env.memory` and exports one function of i32 parameters as `run`. */
export function assemble(parameters: number, locals: Code, body: Code): Uint8Array<ArrayBuffer> {
  const type = [0x60, vector(Array.from({ length: parameters }, () => i32)), vector([])]
  const memory = [text('env'), text('memory'), 0x02, 0x00, unsigned(1)]
  const code = flatten([locals, body, 0x0b])
  return Uint8Array.from(
    flatten([
      [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      section(1, [1, type]),
      section(2, [1, memory]),
      section(3, [1, 0]),
      section(7, [1, text('run'), 0x00, 0x00]),
      section(10, [1, unsigned(code.length), code]),
    ]),
  )
}

function section(id: number, content: Code): Code {
  const bytes = flatten(content)
  return [id, unsigned(bytes.length), bytes]
}

function vector(items: Code): Code {
  return [unsigned(items.length), items]
}

function text(characters: string): Code {
  return vector([...Buffer.from(characters)])
}

function flatten(code: Code): number[] {
  return code.flatMap((part) => (typeof part === 'number' ? [part] : flatten(part)))
}

/** LEB128 */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
}

function signed(value: number): number[] {
  const byte = value & 0x7f
  const rest = value >> 7
  const isLast = (rest === 0 && (byte & 0x40) === 0) || (rest === -1 && (byte & 0x40) !== 0)
  return isLast ? [byte] : [byte | 0x80, ...signed(rest)]
}
