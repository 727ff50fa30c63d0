import type { DetailedError, HttpResponse, PreviousUpload, Upload } from 'tus-js-client'
import { loadErrorTexts } from '../errors.ts'
import { t } from '../messages.ts'
import { randomId } from '../random-id.ts'
import {
  failureMessage,
  isUnreachable,
  refusalOf,
  retryMessage,
  shouldRetry,
  waitToRetry,
} from './upload-retry.ts'

/**
 * `interrupted` is one of an earlier visit: the browser let go of the file, and the person has to name it
 * again before it goes on where it was. `retrying` is one that lost its connection and goes on by itself.
 */
export type UploadState =
  | 'waiting'
  | 'sending'
  | 'retrying'
  | 'paused'
  | 'interrupted'
  | 'failed'
  | 'done'

export type UploadItem = {
  id: string
  workspaceId: string
  name: string
  size: number
  sent: number
  state: UploadState
  /** Why it failed or waits, in words. */
  message?: string | undefined
  fileId?: string | undefined
}

type Running = {
  item: UploadItem
  file?: File
  upload?: Upload
  previous?: PreviousUpload
  /** Attempts since the server last accepted something. */
  attempts?: number
  /** Bytes that the server has. */
  accepted?: number
  stopWaiting?: () => void
}

const endpoint = '/app/uploads'
/** At most this much is lost when a proxy on the way buffers whole requests. */
const partSizeBytes = 16 * 1024 * 1024
/** Between attempts to remove a cancelled upload from the server. */
const removalDelaysMs = [1000, 4000, 15_000, 60_000]
const maxConcurrent = 2

const all = new Map<string, Running>()
const listeners = new Set<() => void>()
let shown: readonly UploadItem[] = []

/** For useSyncExternalStore: every upload of this tab and those left from before. */
export function listUploads(): readonly UploadItem[] {
  return shown
}

export function watchUploads(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Begins to send files; one that was begun before goes on where it was. Gives their ids here. */
export function addUploads(workspaceId: string, files: readonly File[]): string[] {
  return files.map((file) => {
    const before = [...all.values()].find(
      ({ item, previous }) =>
        item.state === 'interrupted' &&
        item.workspaceId === workspaceId &&
        previous?.metadata['key'] === keyOf(workspaceId, file),
    )
    const id = before?.item.id ?? randomId()
    const { name, size } = file
    const item = before?.item ?? { id, workspaceId, name, size, sent: 0, state: 'waiting' as const }
    all.set(id, { ...before, file, item: { ...item, state: 'waiting' } })
    next()
    return id
  })
}

export function pauseUpload(id: string): void {
  stop(id)
  change(id, { state: 'paused', message: undefined })
  next()
}

export function resumeUpload(id: string): void {
  const running = all.get(id)
  if (running !== undefined) running.attempts = 0
  change(id, { state: 'waiting', message: undefined })
  next()
}

/** Gives an upload up, also on the server, and takes it off the list. */
export async function cancelUpload(id: string): Promise<void> {
  const running = all.get(id)
  running?.stopWaiting?.()
  all.delete(id)
  notify()
  next()
  await running?.upload?.abort(true).catch(() => undefined)
  if (running?.previous !== undefined) await forget(running.previous)
}

export function clearDone(): void {
  for (const [id, { item }] of all) if (item.state === 'done') all.delete(id)
  notify()
}

/** Sends one file and waits for it; for what is dropped into a page. */
export async function uploadFile(
  workspaceId: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<string> {
  const [id = ''] = addUploads(workspaceId, [file])
  return new Promise((resolve, reject) => {
    const stopWatching = watchUploads(() => {
      const item = all.get(id)?.item
      if (item?.state === 'sending') onProgress(item.size === 0 ? 1 : item.sent / item.size)
      if (item !== undefined && item.state !== 'done' && item.state !== 'failed') return
      stopWatching()
      if (item?.fileId === undefined) reject(new Error(item?.message ?? t.uploadCancelled))
      else resolve(item.fileId)
    })
  })
}

/** Puts on the list what a reload or a closed tab has left unfinished. */
export async function findInterrupted(workspaceId: string): Promise<void> {
  const { urlStorage } = (await import('tus-js-client')).defaultOptions
  // Where a browser keeps nothing, what stands for its storage cannot list either.
  if (!('findAllUploads' in urlStorage)) return
  const known = new Set([...all.values()].map(({ upload }) => upload?.url))
  for (const previous of await urlStorage.findAllUploads()) {
    const { metadata, size, uploadUrl } = previous
    const id = previous.urlStorageKey
    if (metadata['workspaceId'] !== workspaceId || all.has(id) || known.has(uploadUrl)) continue
    const name = metadata['filename'] ?? ''
    const item = { id, workspaceId, name, size: size ?? 0, sent: 0, state: 'interrupted' as const }
    all.set(id, { item, previous })
  }
  notify()
}

/** The same file again, as far as a browser can tell without reading it. */
function keyOf(workspaceId: string, { name, type, size, lastModified }: File): string {
  return [workspaceId, name, type, size, lastModified].join('|')
}

const isActive = (item?: UploadItem) => item?.state === 'sending' || item?.state === 'retrying'

function next(): void {
  const items = [...all.values()]
  const free = maxConcurrent - items.filter(({ item }) => isActive(item)).length
  for (const running of items.filter(({ item }) => item.state === 'waiting').slice(0, free)) {
    change(running.item.id, { state: 'sending' })
    void send(running.item.id)
  }
  notify()
}

async function send(id: string): Promise<void> {
  const running = all.get(id)
  if (running?.file === undefined) return
  try {
    const upload = running.upload ?? (await prepare(id, running.file, running.item.workspaceId))
    const now = all.get(id)
    // Paused or given up while the library was loading.
    if (now === undefined || !isActive(now.item)) return
    now.upload = upload
    upload.start()
  } catch (error) {
    // The library did not load.
    if (error instanceof Error) retry(id, error)
  }
}

function retry(id: string, error: Error | DetailedError): void {
  const running = all.get(id)
  if (running === undefined || !isActive(running.item)) return
  const { attempts = 0 } = running
  running.attempts = attempts + 1
  running.stopWaiting = waitToRetry(attempts, () => void send(id))
  change(id, { state: 'retrying', message: retryMessage(error) })
  // A file that was changed or removed looks like a lost connection.
  running.file
    ?.slice(0, 1)
    .arrayBuffer()
    .catch(() => fail(id, t.uploadUnreadable))
}

async function onError(id: string, error: Error | DetailedError): Promise<void> {
  if (refusalOf(error) !== undefined) await loadErrorTexts()
  if (shouldRetry(error, all.get(id)?.attempts ?? 0)) retry(id, error)
  else if (isActive(all.get(id)?.item)) fail(id, failureMessage(error))
}

function fail(id: string, message: string): void {
  stop(id)
  change(id, { state: 'failed', message })
  next()
}

function stop(id: string): void {
  const running = all.get(id)
  running?.stopWaiting?.()
  void running?.upload?.abort()
}

/** Takes note of an answer other than an error. */
function noteAnswer(id: string, answer: HttpResponse): void {
  const running = all.get(id)
  if (running === undefined) return
  const offset = Number(answer.getHeader('Upload-Offset') ?? 0)
  if (offset > (running.accepted ?? 0)) {
    running.accepted = offset
    running.attempts = 0
  }
  if (running.item.state !== 'retrying') return
  change(id, { state: 'sending', sent: offset, message: undefined })
}

async function prepare(id: string, file: File, workspaceId: string): Promise<Upload> {
  const { Upload } = await import('tus-js-client')
  const key = keyOf(workspaceId, file)
  const upload = new Upload(file, {
    endpoint,
    chunkSize: partSizeBytes,
    retryDelays: removalDelaysMs,
    // What is sent is retried here, so that the list shows it.
    onShouldRetry: (error) =>
      error.originalRequest.getMethod() === 'DELETE' && shouldRetry(error, 0),
    removeFingerprintOnSuccess: true,
    fingerprint: () => Promise.resolve(key),
    metadata: { filename: file.name, filetype: file.type, workspaceId, key },
    onAfterResponse: (request, response) => {
      if (isUnreachable(request, response)) throw new TypeError('The server does not answer.')
      if (response.getStatus() < 400) noteAnswer(id, response)
    },
    onProgress: (sent) => change(id, { sent }),
    onSuccess: ({ lastResponse }) => {
      const fileId = lastResponse.getHeader('Quire-File-Id')
      if (all.has(id)) change(id, { state: 'done', sent: file.size, fileId })
      next()
    },
    onError: (error) => {
      void onError(id, error)
    },
  })
  const [previous] = await upload.findPreviousUploads()
  if (previous !== undefined) upload.resumeFromPreviousUpload(previous)
  return upload
}

async function forget({ urlStorageKey, uploadUrl }: PreviousUpload): Promise<void> {
  const { defaultOptions, Upload } = await import('tus-js-client')
  await defaultOptions.urlStorage.removeUpload(urlStorageKey)
  if (uploadUrl !== null) await Upload.terminate(uploadUrl).catch(() => undefined)
}

function change(id: string, fields: Partial<UploadItem>): void {
  const running = all.get(id)
  if (running === undefined) return
  running.item = { ...running.item, ...fields }
  notify()
}

function notify(): void {
  shown = [...all.values()].map(({ item }) => item)
  for (const listener of listeners) listener()
}
