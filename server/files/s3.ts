import { AppError } from '../lib/errors.ts'
import type { FileStore, StoredFile } from './file-store.ts'
import { checkContent, openContent } from './reader.ts'
import { expectDone, listKeys, partSize, partsOfObject, putBytes, putParts } from './s3-objects.ts'
import { type AskS3, createRequests, type S3Options } from './s3-requests.ts'
import { type Content, spool } from './spool.ts'

const keyPattern = /^[\da-f]{2}\/([\da-f]{64})$/

/**
 * Stores contents as `<bucket>/ab/<sha256>` in any S3-compatible service. `isDamaged` tells which existing contents
 * have to be uploaded again.
 */
export async function openS3(
  options: S3Options,
  isDamaged: (sha256: string) => Promise<boolean> = async () => false,
): Promise<FileStore> {
  const ask = createRequests(options)
  await requireBucket(ask, options)
  const partsOf = ({ sha256 }: StoredFile) => partsOfObject(ask, keyOf(sha256))
  // Existing content with the same hash and size is kept.
  const isStored = async ({ sha256, size }: StoredFile) =>
    (await sizeOf(ask, sha256)) === size && !(await isDamaged(sha256))
  return {
    put: async (content) => {
      const spooled = await spool(content, partSize)
      try {
        const { sha256, size } = spooled
        if (!(await isStored(spooled))) await upload(ask, spooled)
        return { sha256, size } satisfies StoredFile
      } finally {
        await spooled.remove()
      }
    },
    adopt: async (path, stored) => {
      if (await isStored(stored)) return
      await upload(ask, { ...stored, kind: 'file', path })
    },
    open: (content, range) => openContent(partsOf(content), content, range),
    check: (content, signal) => checkContent(partsOf(content), content, signal),
    size: (sha256) => sizeOf(ask, sha256),
    remove: (sha256) => removeContent(ask, sha256),
    list: () => listContents(ask),
    requireSame: async () => undefined,
    // If the bucket is unreachable for a moment, the node stays ready to serve pages.
    requireReady: async () => undefined,
  }
}

function keyOf(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256}`
}

async function requireBucket(ask: AskS3, { url }: S3Options): Promise<void> {
  try {
    const query = { 'list-type': '2', 'max-keys': '1' }
    const { status } = await ask({ method: 'GET', key: '', query })
    if (status === 200) return
    throw new AppError('STORE_UNUSABLE', 'the bucket does not exist')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError('STORE_UNUSABLE', `The bucket ${url} cannot be used: ${reason}`, {
      cause: error,
    })
  }
}

async function sizeOf(ask: AskS3, sha256: string): Promise<number | undefined> {
  const { status, headers } = await ask({ method: 'HEAD', key: keyOf(sha256) })
  return status === 404 ? undefined : Number(headers.get('content-length'))
}

async function removeContent(ask: AskS3, sha256: string): Promise<void> {
  const response = await ask({ method: 'DELETE', key: keyOf(sha256) })
  if (response.status !== 404) await expectDone(response)
}

async function upload(ask: AskS3, spooled: Content): Promise<void> {
  const key = keyOf(spooled.sha256)
  if (spooled.kind === 'memory') await putBytes(ask, key, spooled.bytes)
  else await putParts(ask, key, spooled.path)
}

async function* listContents(ask: AskS3): AsyncGenerator<string> {
  for await (const key of listKeys(ask)) {
    const sha256 = keyPattern.exec(key)?.[1]
    if (sha256 !== undefined) yield sha256
  }
}
