import type { DetailedError, HttpResponse, PreviousUpload, Upload } from 'tus-js-client'

/**
 * `interrupted` is one of an earlier visit: the browser let go of the file, and the person has to name it
 * again before it goes on where it was.
 */
export type UploadState = 'waiting' | 'sending' | 'paused' | 'interrupted' | 'failed' | 'done'

export type UploadItem = {
  id: string
  workspaceId: string
  name: string
  size: number
  sent: number
  state: UploadState
  /** Why it failed, in words. */
  message?: string | undefined
  fileId?: string | undefined
}

type Running = { item: UploadItem; file?: File; upload?: Upload; previous?: PreviousUpload }

const endpoint = '/app/uploads'
/** What is lost at most when a proxy on the way keeps whole requests back. */
const partSize = 16 * 1024 * 1024
/** A server that starts again within some minutes is waited for. */
const retryDelays = [500, 1000, 2000, 4000, 8000, ...Array<number>(12).fill(15_000)]
const atOnce = 2

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
    const id = before?.item.id ?? crypto.randomUUID()
    const { name, size } = file
    const item = before?.item ?? { id, workspaceId, name, size, sent: 0, state: 'waiting' as const }
    all.set(id, { ...before, file, item: { ...item, state: 'waiting' } })
    next()
    return id
  })
}

export function pauseUpload(id: string): void {
  void all.get(id)?.upload?.abort()
  change(id, { state: 'paused' })
  next()
}

export function resumeUpload(id: string): void {
  change(id, { state: 'waiting', message: undefined })
  next()
}

/** Gives an upload up, also on the server, and takes it off the list. */
export async function cancelUpload(id: string): Promise<void> {
  const running = all.get(id)
  all.delete(id)
  tell()
  next()
  await running?.upload?.abort(true).catch(() => undefined)
  if (running?.previous !== undefined) await forget(running.previous)
}

export function clearDone(): void {
  for (const [id, { item }] of all) if (item.state === 'done') all.delete(id)
  tell()
}

/** Sends one file and waits for it; for what is dropped into a page. */
export async function uploadFile(
  workspaceId: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<string> {
  const [id = ''] = addUploads(workspaceId, [file])
  return new Promise((resolve, reject) => {
    const stop = watchUploads(() => {
      const item = all.get(id)?.item
      if (item?.state === 'sending') onProgress(item.size === 0 ? 1 : item.sent / item.size)
      if (item !== undefined && item.state !== 'done' && item.state !== 'failed') return
      stop()
      if (item?.fileId === undefined) reject(new Error(item?.message ?? 'The upload was given up.'))
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
  tell()
}

/** The same file again, as far as a browser can tell without reading it. */
function keyOf(workspaceId: string, { name, type, size, lastModified }: File): string {
  return [workspaceId, name, type, size, lastModified].join('|')
}

function next(): void {
  const items = [...all.values()]
  const free = atOnce - items.filter(({ item }) => item.state === 'sending').length
  for (const running of items.filter(({ item }) => item.state === 'waiting').slice(0, free)) {
    change(running.item.id, { state: 'sending' })
    void send(running.item.id)
  }
  tell()
}

async function send(id: string): Promise<void> {
  const running = all.get(id)
  if (running?.file === undefined) return
  const upload = running.upload ?? (await prepare(id, running.file, running.item.workspaceId))
  const now = all.get(id)
  // Paused or given up while the library was loading.
  if (now?.item.state !== 'sending') return
  now.upload = upload
  upload.start()
}

async function prepare(id: string, file: File, workspaceId: string): Promise<Upload> {
  const { Upload } = await import('tus-js-client')
  const key = keyOf(workspaceId, file)
  const upload = new Upload(file, {
    endpoint,
    chunkSize: partSize,
    retryDelays,
    removeFingerprintOnSuccess: true,
    fingerprint: () => Promise.resolve(key),
    metadata: { filename: file.name, filetype: file.type, workspaceId, key },
    onProgress: (sent) => change(id, { sent }),
    onSuccess: ({ lastResponse }) => {
      const fileId = lastResponse.getHeader('Quire-File-Id')
      if (all.has(id)) change(id, { state: 'done', sent: file.size, fileId })
      next()
    },
    onError: (error) => {
      change(id, { state: 'failed', message: sayWhy(error) })
      next()
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
  tell()
}

function tell(): void {
  shown = [...all.values()].map(({ item }) => item)
  for (const listener of listeners) listener()
}

/** The server's own words, where it said any. */
export function sayWhy(error: Error | DetailedError): string {
  const answer = 'originalResponse' in error ? error.originalResponse : null
  return (
    (answer === null ? undefined : messageIn(answer)) ??
    'The server does not answer. The upload goes on where it was as soon as you resume it.'
  )
}

function messageIn(answer: Pick<HttpResponse, 'getBody'>): string | undefined {
  try {
    const body: unknown = JSON.parse(answer.getBody())
    const hasMessage = typeof body === 'object' && body !== null && 'message' in body
    return hasMessage && typeof body.message === 'string' ? body.message : undefined
  } catch {
    return undefined
  }
}
