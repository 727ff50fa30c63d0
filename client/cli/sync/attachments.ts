import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs'
import { lstat, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { rejectRedirect, toError, unreachable } from '../../answers.ts'
import { QuireError } from '../../errors.ts'
import { uploadFile } from '../../uploads.ts'
import { flushNames } from '../durable.ts'
import { joinNames } from '../join-names.ts'
import { resolve, stateFolder } from './disk.ts'
import { isMarkdown, reasonAgainst } from './paths.ts'
import { type Attachment, putAttachment, type State } from './state.ts'
import type { SyncContext } from './sync-context.ts'

export type RemoteFile = { fileId: string; path: string; sha256: string; size: number }

/** Writes a file that a page links to, if it is not there. A file that was changed in the folder stays. */
export async function pullAttachment(
  context: SyncContext,
  state: State,
  file: RemoteFile,
): Promise<void> {
  const { root, isWindows, warn } = context
  const { path, sha256 } = file
  const reason = reasonAgainst(path, isWindows)
  if (reason !== undefined) return warn(`${path} is not written: ${reason}.`)
  const known = state.attachments.get(path)
  const now = await stateOf(root, path, known)
  if (now !== undefined && known?.fileId === file.fileId) return
  const isChanged = now !== undefined && now.sha256 !== sha256 && now.sha256 !== known?.sha256
  // The next cycle uploads it.
  if (isChanged && known !== undefined) return
  if (isChanged) return warn(`${path} is another file than the one of the page, and stays.`)
  if (now?.sha256 !== sha256) await download(context, file)
  const written = await stateOf(root, path, undefined)
  if (written === undefined) return
  await putAttachment(root, state, path, { ...written, fileId: file.fileId })
}

async function download(
  { root, options, signal, step }: SyncContext,
  { fileId, path, sha256, size }: RemoteFile,
): Promise<void> {
  const url = `${options.baseUrl.replace(/\/+$/, '')}/files/${fileId}`
  const { fetch: send = fetch } = options
  const response = await send(url, {
    headers: { authorization: `Bearer ${options.apiKey ?? ''}` },
    redirect: 'manual',
    signal,
  }).catch((cause: unknown) => {
    throw unreachable(url, cause)
  })
  rejectRedirect(response, 'files.get')
  if (!response.ok) throw await toError(response, 'files.get')
  const target = await resolve(root, path)
  const partial = joinNames(root, stateFolder, `${randomUUID()}.part`)
  const body = response.body === null ? Readable.from([]) : Readable.fromWeb(response.body)
  try {
    const stream = createWriteStream(partial, { flags: 'wx', flush: true })
    await pipeline(body, (parts) => requireSize(parts, { size, path }), stream)
    if ((await digestOf(partial)) !== sha256)
      throw unreachable(url, 'The file did not arrive whole.')
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  await mkdir(dirname(target), { recursive: true })
  step()
  await rename(partial, target)
  await flushNames(target, root)
  step()
}

/** Throws UNEXPECTED_ANSWER as soon as more bytes arrive than the server announced. */
async function* requireSize(
  parts: AsyncIterable<Uint8Array>,
  { size, path }: Pick<RemoteFile, 'size' | 'path'>,
): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const part of parts) {
    length += part.length
    if (length > size)
      throw new QuireError(`${path} is larger than the server announced.`, {
        code: 'UNEXPECTED_ANSWER',
        status: 200,
        operation: 'files.get',
      })
    yield part
  }
}

/** Paths among these that are files of the folder; undefined for none. */
export async function filesAmong(
  root: string,
  paths: readonly string[],
): Promise<string[] | undefined> {
  const found: string[] = []
  for (const path of paths) {
    const file = await resolve(root, path).catch(() => undefined)
    const known = file === undefined ? undefined : await lstat(file).catch(() => undefined)
    if (known?.isFile() === true) found.push(path)
  }
  return found.length === 0 ? undefined : found
}

/** Files among these paths that the folder has, uploaded. */
export async function uploadAll(
  context: SyncContext,
  state: State,
  paths: readonly string[],
): Promise<{ path: string; fileId: string }[]> {
  const uploaded: { path: string; fileId: string }[] = []
  for (const path of paths) {
    if (isMarkdown(path) || reasonAgainst(path, context.isWindows) !== undefined) continue
    const now = await stateOf(context.root, path, undefined)
    if (now === undefined) continue
    uploaded.push({ path, fileId: await upload(context, state, path, now) })
  }
  return uploaded
}

/** Known files that were changed in the folder, uploaded as new ones. */
export async function uploadChanged(
  context: SyncContext,
  state: State,
): Promise<{ path: string; fileId: string }[]> {
  const uploaded: { path: string; fileId: string }[] = []
  for (const [path, known] of state.attachments) {
    const now = await stateOf(context.root, path, known)
    if (now === undefined || now.sha256 === known.sha256) continue
    uploaded.push({ path, fileId: await upload(context, state, path, now) })
  }
  return uploaded
}

type FileState = Omit<Attachment, 'fileId'>

async function upload(
  { root, options, workspaceId, signal, step }: SyncContext,
  state: State,
  path: string,
  now: FileState,
): Promise<string> {
  const known = state.attachments.get(path)
  if (known?.sha256 === now.sha256) return known.fileId
  const contents = await openAsBlob(await resolve(root, path))
  step()
  const name = basename(path)
  const fileId = await uploadFile(options, { workspaceId, name, contents, signal })
  step()
  return fileId
}

/** Undefined where there is no file that can be read. A file of the same size and time is the same. */
export async function stateOf(
  root: string,
  path: string,
  known: Attachment | undefined,
): Promise<FileState | undefined> {
  const file = await resolve(root, path).catch(() => undefined)
  const found = file === undefined ? undefined : await lstat(file).catch(() => undefined)
  if (file === undefined || !found?.isFile()) return undefined
  const { size, mtimeMs } = found
  const isSame = known?.size === size && known.mtimeMs === mtimeMs
  return { size, mtimeMs, sha256: isSame ? known.sha256 : await digestOf(file) }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
