import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Bucket } from '../../../../files/bucket.ts'
import { AppError } from '../../../../lib/errors.ts'
import {
  createTemporaryFolder,
  removeTemporaryFolder,
} from '../../../../lib/folders/temporary-folders.ts'
import type { Archives } from './archives.ts'

/** Archives are written to a temporary folder, uploaded, and read again from the bucket. */
export function archivesInBucket(bucket: Bucket): Archives {
  return {
    names: async (folder) => {
      const prefix = `${folder}/`
      return (await bucket.list(prefix)).map((key) => key.slice(prefix.length))
    },
    begin: async (folder, name) => {
      const temporary = await createTemporaryFolder('export')
      const path = join(temporary, name)
      return {
        path,
        publish: () => upload(bucket, `${folder}/${name}`, path),
        discard: () => removeTemporaryFolder(temporary),
      }
    },
    remove: (folder, name) => bucket.remove(`${folder}/${name}`),
  }
}

/** Removes the object again if the bucket returns other bytes. */
async function upload(bucket: Bucket, key: string, path: string): Promise<void> {
  await bucket.put(key, path)
  try {
    const written = await hashOf(createReadStream(path))
    const { size } = await stat(path)
    // A second read tells an object that is damaged from one that was read wrong.
    if ((await hashOf(await bucket.open(key, size))) === written) return
    if ((await hashOf(await bucket.open(key, size))) === written) return
    throw new AppError('INTERNAL', `The bucket returns other bytes for the export ${key}.`)
  } catch (error) {
    await bucket.remove(key).catch(() => undefined)
    throw error
  }
}

async function hashOf(bytes: NodeJS.ReadableStream): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(bytes, hash)
  return hash.digest('hex')
}
