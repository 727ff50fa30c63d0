import { damaged } from './format.ts'

/** The longest row of a page is about ten megabytes; anything longer is not a row. */
const maxLineBytes = 64 * 1024 * 1024

/** Splits a stream into lines, without their terminators. */
export async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let start = 0
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      parts.push(bytes.subarray(start, end))
      yield Buffer.concat(parts).toString()
      parts = []
      size = 0
      start = end + 1
    }
    parts.push(bytes.subarray(start))
    size += bytes.length - start
    if (size > maxLineBytes) throw damaged('it has a row that does not end')
  }
  if (size > 0) yield Buffer.concat(parts).toString()
}
