import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/utils'
import { LRUCache } from 'lru-cache'
import { clock } from '../lib/clock.ts'
import { diskError } from '../lib/disk.ts'
import { AppError } from '../lib/errors.ts'
import type { StoredFile } from './file-store.ts'

/** How long an upload may take from its start; what is not whole by then is removed. */
export const uploadLifetime = 24 * 3_600_000

/** What one person may have under way at once; null is no limit. */
export type UploadLimits = {
  uploadsPerPerson: number | null
  uploadBytesPerPerson: number | null
}

type Unfinished = { userId: string; size: number; received: number }
type UploadRecord = { size: number; metadata: Record<string, string>; creation_date: string }
type Running = { hash: Hash; size: number }

/**
 * Uploads on their way in, `<folder>/<id>` with what is known of each in `<id>.json`. Once the file is kept
 * its bytes go and the record stays for a day, so that who missed the last answer can ask again.
 */
export class IncomingFiles extends DataStore {
  readonly #folder: string
  /** Of uploads that came in without a break; another is read once more at its end. An id and the state of a hash each. */
  readonly #running = new LRUCache<string, Running>({ max: 1000 })
  readonly #limits: () => Promise<UploadLimits>
  /** One upload begins after the other: each counts those before it. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(
    folder: string,
    limits: () => Promise<UploadLimits> = async () => ({
      uploadsPerPerson: null,
      uploadBytesPerPerson: null,
    }),
  ) {
    super()
    this.#folder = folder
    this.#limits = limits
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  }

  override create(upload: Upload): Promise<Upload> {
    const created = this.#turn.then(() => this.#create(upload))
    this.#turn = created.catch(() => undefined)
    return created
  }

  async #create(upload: Upload): Promise<Upload> {
    const { size, metadata, creation_date } = upload
    const options = { mode: 0o600, flag: 'wx' }
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      const others = await this.#unfinished()
      const own = others.filter(({ userId }) => userId === metadata?.['userId'])
      requireAllowed(size ?? 0, own, await this.#limits())
      await this.#requireSpace(size ?? 0, others)
      await writeFile(this.path(upload.id), '', options)
      await writeFile(
        this.#record(upload.id),
        JSON.stringify({ size, metadata, creation_date }),
        options,
      )
    } catch (error) {
      throw diskError(error, this.#folder)
    }
    return upload
  }

  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const found = this.#running.get(id)
    this.#running.delete(id)
    const fresh = offset === 0 ? { hash: createHash('sha256'), size: 0 } : undefined
    const running = found?.size === offset ? found : fresh
    // Not a pipeline: it would end the content with what the disk said, before that is put into words.
    const size = await append(this.path(id), content, offset, running?.hash).catch(
      (error: unknown) => {
        throw diskError(error, this.#folder)
      },
    )
    if (running !== undefined) this.#running.set(id, { hash: running.hash, size })
    return size
  }

  override async getUpload(id: string): Promise<Upload> {
    const record = await this.#read(id)
    const data = await stat(this.path(id)).catch(() => undefined)
    return new Upload({ id, ...record, offset: data?.size ?? record.size })
  }

  /** Whether the bytes have gone, as they do once the file is kept. */
  async isStored(id: string): Promise<boolean> {
    return (await stat(this.path(id)).catch(() => undefined)) === undefined
  }

  path(id: string): string {
    return join(this.#folder, id)
  }

  /** The hash of an upload that is whole. */
  async hash(id: string, size: number): Promise<StoredFile> {
    const running = this.#running.get(id)
    this.#running.delete(id)
    if (running?.size === size) return { sha256: running.hash.digest('hex'), size }
    const hash = createHash('sha256')
    const chunks = createReadStream(this.path(id), { highWaterMark: 1024 * 1024 })
    for await (const chunk of chunks) hash.update(chunk)
    return { sha256: hash.digest('hex'), size }
  }

  /** Lets go of the bytes of an upload that is kept as a file. */
  async removeBytes(id: string): Promise<void> {
    await rm(this.path(id), { force: true })
  }

  override async remove(id: string): Promise<void> {
    this.#running.delete(id)
    await rm(this.path(id), { force: true })
    await rm(this.#record(id), { force: true })
  }

  override getExpiration(): number {
    return uploadLifetime
  }

  /** A record is as old as its upload; bytes without one go a day after the last of them came. */
  override async deleteExpired(): Promise<number> {
    const tooOld = clock.now() - uploadLifetime
    let removed = 0
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const path = join(this.#folder, name)
      const found = await stat(path).catch(() => undefined)
      if (found === undefined || found.mtimeMs > tooOld) continue
      await rm(path, { force: true })
      removed += 1
    }
    return removed
  }

  #record(id: string): string {
    return join(this.#folder, `${id}.json`)
  }

  async #read(id: string): Promise<UploadRecord> {
    const text = await readFile(this.#record(id), 'utf8').catch((error: unknown) => {
      // oxlint-disable-next-line no-throw-literal -- what @tus/server throws itself
      throw isMissing(error) ? ERRORS.FILE_NOT_FOUND : error
    })
    // SAFETY: only create() writes records.
    return JSON.parse(text) as UploadRecord
  }

  /** Every upload whose bytes are here, whoever began it. */
  async #unfinished(): Promise<Unfinished[]> {
    const names = new Set(await readdir(this.#folder))
    const ids = [...names].filter((name) => names.has(`${name}.json`))
    const found = await Promise.all(
      ids.map(async (id) => {
        const [record, data] = await Promise.all([
          this.#read(id).catch(() => undefined),
          stat(this.path(id)).catch(() => undefined),
        ])
        if (record === undefined || data === undefined) return []
        const { size, metadata } = record
        return [{ userId: metadata['userId'] ?? '', size, received: data.size }]
      }),
    )
    return found.flat()
  }

  /** Room for it, and for what the others have announced and not sent yet. */
  async #requireSpace(size: number, others: readonly Unfinished[]): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder)
    const promised = others.reduce((sum, one) => sum + Math.max(0, one.size - one.received), 0)
    if (size + promised <= bavail * bsize) return
    throw new AppError(
      'STORAGE_FULL',
      'The server does not have enough space for this file. Free some space, or upload a smaller file.',
    )
  }
}

/** A first upload is bound by the size of one file alone. */
function requireAllowed(
  size: number,
  own: readonly Unfinished[],
  { uploadsPerPerson, uploadBytesPerPerson }: UploadLimits,
): void {
  if (own.length === 0 && uploadsPerPerson !== 0) return
  if (uploadsPerPerson !== null && own.length >= uploadsPerPerson) {
    throw new AppError(
      'QUOTA_EXCEEDED',
      `You have ${own.length} unfinished uploads, the limit of this server. Finish or cancel one first.`,
    )
  }
  const announced = own.reduce((sum, one) => sum + one.size, size)
  if (uploadBytesPerPerson !== null && announced > uploadBytesPerPerson) {
    throw new AppError(
      'QUOTA_EXCEEDED',
      `Your unfinished uploads would have ${announced} bytes in total; the limit is ${uploadBytesPerPerson}. Finish or cancel one first.`,
    )
  }
}

async function append(
  path: string,
  content: Readable,
  offset: number,
  hash: Hash | undefined,
): Promise<number> {
  let handle: FileHandle | undefined
  let size = offset
  try {
    for await (const chunk of content) {
      // SAFETY: the body of a request.
      const bytes = chunk as Buffer
      if (bytes.length === 0) continue
      handle ??= await open(path, 'r+')
      for (let written = 0; written < bytes.length;) {
        const left = bytes.length - written
        written += (await handle.write(bytes, written, left, size + written)).bytesWritten
      }
      hash?.update(bytes)
      size += bytes.length
    }
    return size
  } finally {
    await handle?.close()
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
