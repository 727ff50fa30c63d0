import { createHash } from 'node:crypto'
import { startTimeSlice } from '../../../../lib/time-slices.ts'

/** Decoded at once. */
const sliceBytes = 512 * 1024

/** The bytes of a file and the MD5 hash that notes name it by, with pauses for other work. */
export async function decodeData(base64: Buffer): Promise<{ bytes: Buffer; hash: string }> {
  const slice = startTimeSlice()
  const hash = createHash('md5')
  const decoded: Buffer[] = []
  let rest = ''
  for (let at = 0; at < base64.length; at += sliceBytes) {
    if (slice.isOver()) await slice.pause()
    const text = rest + base64.toString('latin1', at, at + sliceBytes).replaceAll(/\s+/g, '')
    const complete = text.length - (text.length % 4)
    rest = text.slice(complete)
    const bytes = Buffer.from(text.slice(0, complete), 'base64')
    hash.update(bytes)
    decoded.push(bytes)
  }
  const last = Buffer.from(rest, 'base64')
  hash.update(last)
  return { bytes: Buffer.concat([...decoded, last]), hash: hash.digest('hex') }
}
