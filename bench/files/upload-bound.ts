import { mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../support/children.ts'
import { unique } from '../support/load-connection.ts'
import { median } from '../support/measure.ts'
import { makeUpload } from '../support/work.ts'

/** Milliseconds that the parts of an upload take which no server can leave out, each alone. */
export type UploadBound = { parse: number; decode: number; write: number }

const repeats = 40

export async function measureUploadBound(): Promise<UploadBound> {
  const contentBase64 = makeUpload().replace(unique, '00000000')
  const body = JSON.stringify({ contentBase64 })
  const bytes = Buffer.from(contentBase64, 'base64')
  const folder = join(makeFolder(), 'bytes')
  mkdirSync(folder)
  return {
    parse: await time(() => JSON.parse(body)),
    decode: await time(() => Uint8Array.fromBase64(contentBase64)),
    write: await time((count) => writeDurably(join(folder, String(count)), bytes)),
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx')
  await handle.writeFile(bytes)
  await handle.datasync()
  await handle.close()
}

async function time(work: (count: number) => unknown): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < repeats; count += 1) {
    const start = performance.now()
    await work(count)
    times.push(performance.now() - start)
  }
  return median(times)
}
