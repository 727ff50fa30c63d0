import { Readable } from 'node:stream'

/** A stream of what is made of a source; whoever stops reading ends the source as well. */
export function following(source: Readable, chunks: AsyncIterable<Uint8Array>): Readable {
  const stream = Readable.from(chunks, { objectMode: false })
  stream.once('close', () => source.destroy())
  return stream
}
