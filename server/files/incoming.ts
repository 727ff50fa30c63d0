import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  type FileHandle,
  open,
  readdir,
  readFile,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/utils'
import { LRUCache } from 'lru-cache'
import { clock, dayMs } from '../lib/clock.ts'
import { diskError, flush, isNoEntry, makeFolder } from '../lib/disk.ts'
import { AppError } from '../lib/errors.ts'
import { DiskFaults } from '../lib/failures/disk-faults.ts'
import type { StoredFile } from './file-store.ts'

/** From the start of an upload; incomplete uploads are removed afterwards. */
export const uploadLifetime = dayMs

/** Limits per person for uploads in progress; null means no limit. */
export type UploadLimits = {
  uploadsPerPerson: number | null
  uploadBytesPerPerson: number | null
}

type Unfinished = { userId: string; size: number; received: number }
type UploadRecord = { size: number; metadata: Record<string, string>; creation_date: string }
type Running = { hash: Hash; size: number }

/**
 * Uploads in progress: `<folder>/<id>`, with metadata in `<id>.json`. When the file is stored, its bytes are
 * removed; the record stays for a day so that a client can retry its last request.
 */
export class IncomingFiles extends DataStore {
  readonly #folder: string
  /** Hash states of uploads received without interruption; others are read again at their end. */
  readonly #running = new LRUCache<string, Running>({ max: 1000 })
  readonly #faults: DiskFaults
  readonly #limits: () => Promise<UploadLimits>
  /** Uploads start one at a time, so that each counts the ones before it. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(
    folder: string,
    limits: () => Promise<UploadLimits> = async () => ({
      uploadsPerPerson: null,
      uploadBytesPerPerson: null,
    }),
    faults = new DiskFaults(),
  ) {
    super()
    this.#folder = folder
    this.#limits = limits
    this.#faults = faults
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
      if (await makeFolder(this.#folder, 0o700)) await flush(dirname(this.#folder))
      const others = await this.#unfinished()
      const own = others.filter(({ userId }) => userId === metadata?.['userId'])
      requireAllowed(size ?? 0, own, await this.#limits())
      await this.#requireSpace(size ?? 0, others)
      const record = JSON.stringify({ size, metadata, creation_date })
      try {
        await writeFile(this.path(upload.id), '', options)
        await writeFile(this.#record(upload.id), record, { ...options, flush: true })
        await flush(this.#folder)
      } catch (error) {
        // The client does not know its address, and it would count as unfinished.
        await this.remove(upload.id).catch(() => undefined)
        throw error
      }
    } catch (error) {
      throw this.faultOf(error)
    }
    return upload
  }

  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const found = this.#running.get(id)
    this.#running.delete(id)
    const fresh = offset === 0 ? { hash: createHash('sha256'), size: 0 } : undefined
    const running = found?.size === offset ? found : fresh
    // Not a pipeline, which would end the content with the raw disk error before it is translated.
    const size = await append(this.path(id), content, offset, running?.hash).catch(
      (error: unknown) => {
        throw this.faultOf(error)
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

  /** Whether the bytes were removed because the file is stored. */
  async isStored(id: string): Promise<boolean> {
    return (await stat(this.path(id)).catch(() => undefined)) === undefined
  }

  path(id: string): string {
    return join(this.#folder, id)
  }

  /** The hash of a complete upload. */
  async hash(id: string, size: number): Promise<StoredFile> {
    const running = this.#running.get(id)
    this.#running.delete(id)
    if (running?.size === size) return { sha256: running.hash.digest('hex'), size }
    const hash = createHash('sha256')
    const chunks = createReadStream(this.path(id), { highWaterMark: 1024 * 1024 })
    for await (const chunk of chunks) hash.update(chunk)
    return { sha256: hash.digest('hex'), size }
  }

  /** Removes the bytes of an upload after its file was stored. If the disk fails, they expire with the upload. */
  async removeBytes(id: string): Promise<void> {
    await rm(this.path(id), { force: true }).catch((error: unknown) => this.faultOf(error))
  }

  override async remove(id: string): Promise<void> {
    this.#running.delete(id)
    await rm(this.path(id), { force: true })
    await rm(this.#record(id), { force: true })
  }

  override getExpiration(): number {
    return uploadLifetime
  }

  /** A record expires with its upload; bytes without a record expire a day after their last write. */
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

  /** The error a caller sees, of whatever failed with an upload. */
  faultOf(error: unknown): unknown {
    return this.#faults.note(diskError(error, this.#folder))
  }

  #record(id: string): string {
    return join(this.#folder, `${id}.json`)
  }

  async #read(id: string): Promise<UploadRecord> {
    const text = await readFile(this.#record(id), 'utf8').catch((error: unknown) => {
      // oxlint-disable-next-line no-throw-literal -- what @tus/server throws itself
      throw isNoEntry(error) ? ERRORS.FILE_NOT_FOUND : error
    })
    // SAFETY: only create() writes records.
    return JSON.parse(text) as UploadRecord
  }

  /** All uploads with bytes on this node, of any person. */
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

  /** Requires space for this upload and for the announced rest of the others. */
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

/** The first upload is limited by the maximum file size only. */
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

/**
 * Flushes what was written before the answer, also after a lost connection: the client continues from there. Bytes
 * that the disk failed to flush are cut off, and sent again.
 */
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
    try {
      await handle?.datasync().catch(async (error: unknown) => {
        await handle?.truncate(offset).catch(() => undefined)
        throw error
      })
    } finally {
      await handle?.close()
    }
  }
}
