import type { Readable } from 'node:stream'
import type { FileStore } from '../files/file-store.ts'
import { decodeBase64, decodedSize } from '../lib/base64.ts'
import { clock } from '../lib/clock.ts'
import { AppError, invalidInput } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import { imageTypes } from '../lib/vocabulary.ts'
import { damagedContents, files, members, type Reader, type Transaction } from '../store/index.ts'
import { openContent } from './contents.ts'
import type { Context } from './context.ts'
import { emit } from './events.ts'
import { requirePage } from './page-tree.ts'
import type { PageAddress } from './page-tree.ts'
import { requireFileRoom } from './quotas.ts'
import { ownContent } from './unowned-contents.ts'

/** Decoded bytes of one upload through the API: 1 MiB. */
export const largestUpload = 1_048_576

/** What a page takes: any file, or only images. */
export type Kind = 'file' | 'image'

export type Upload = PageAddress & { fileName: string; mimeType: string; contentBase64: string }
export type Attachment = PageAddress & { fileId: string }

/** Stores a file and attaches it to a page. */
export async function uploadFile(context: Context, upload: Upload, kind: Kind): Promise<string> {
  const { workspaceId, pageId, fileName, mimeType } = upload
  await requirePage(context.store, workspaceId, pageId)
  const bytes = decode(upload.contentBase64)
  const content = [bytes]
  requireKind(kind, mimeType)
  await requireFileRoom(context, workspaceId, bytes.length)
  const file = { workspaceId, name: fileName, mimeType, content }
  return addFile(context, file, (transaction, fileId) =>
    attach(transaction, context, { workspaceId, pageId, fileId }),
  )
}

/** Tells of a file whose bytes are kept already; `storedAt` is before they were. */
export async function insertFile(
  transaction: Transaction,
  { caller }: Pick<Context, 'caller'>,
  { storedAt, ...file }: Omit<files.FileRow, 'createdAt' | 'createdBy'> & { storedAt: number },
): Promise<void> {
  const { workspaceId, id, name, mimeType, size, sha256 } = file
  await ownContent(transaction, sha256, storedAt)
  const created = { createdAt: clock.now(), createdBy: caller.userId }
  await files.insert(transaction, { ...file, ...created })
  // The bytes were put anew just now.
  await damagedContents.clear(transaction, file.sha256)
  const told = { type: 'file.uploaded', fileId: id, name, mimeType, size } as const
  await emit(transaction, workspaceId, caller, told)
}

export type NewFile = {
  workspaceId: string
  name: string
  mimeType: string
  content: Parameters<FileStore['put']>[0]
}

/** Keeps a file of a workspace: its bytes are durable before the row that names them is written. */
export async function addFile(
  { store, files: bytes, caller }: Context,
  { workspaceId, name, mimeType, content }: NewFile,
  then: (transaction: Transaction, fileId: string) => Promise<void>,
): Promise<string> {
  const storedAt = clock.now()
  const stored = { storedAt, ...(await bytes.put(content)) }
  const id = newId()
  await store.transactIn({ workspaceId }, async (transaction) => {
    await insertFile(transaction, { caller }, { workspaceId, id, name, mimeType, ...stored })
    await then(transaction, id)
  })
  return id
}

export async function attachFile(
  context: Context,
  attachment: Attachment,
  kind: Kind,
): Promise<void> {
  const { workspaceId, pageId, fileId } = attachment
  await context.store.transactIn({ workspaceId }, async (transaction) => {
    await requirePage(transaction, workspaceId, pageId)
    const file = await requireFile(transaction, workspaceId, fileId)
    requireKind(kind, file.mimeType)
    await attach(transaction, context, attachment)
  })
}

/** Attaching twice is attaching once. */
export async function attach(
  transaction: Transaction,
  { caller }: Context,
  { workspaceId, pageId, fileId }: Attachment,
): Promise<void> {
  const at = { workspaceId, pageId, fileId, createdAt: clock.now() }
  const isNew = await files.attach(transaction, at)
  if (isNew) await emit(transaction, workspaceId, caller, { type: 'file.attached', fileId, pageId })
}

export function listFiles(
  { store }: Context,
  workspaceId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<files.FileItem[]> {
  // JSON has integers that no store can count to; behind so many files there is nothing.
  const reachable = Math.min(offset, Number.MAX_SAFE_INTEGER)
  return files.list(store, workspaceId, { limit, offset: reachable })
}

export async function listPageFiles(
  { store }: Context,
  { workspaceId, pageId }: PageAddress,
): Promise<files.FileItem[]> {
  await requirePage(store, workspaceId, pageId)
  return files.ofPage(store, workspaceId, pageId)
}

export async function requireFile(
  reader: Reader,
  workspaceId: string,
  fileId: string,
): Promise<files.FileRow> {
  const file = await files.get(reader, workspaceId, fileId)
  if (file === undefined) throw fileNotFound(fileId)
  return file
}

/** The file, when the caller may read it; the same answer for a foreign file and for none. */
export async function requireOwnFile(context: Context, fileId: string): Promise<files.FileRow> {
  const { caller } = context
  const file = await findOwnFile(context, fileId.toLowerCase())
  const isOpen =
    file !== undefined &&
    (caller.workspaceIds === undefined || caller.workspaceIds.includes(file.workspaceId))
  if (!isOpen) throw fileNotFound(fileId)
  return file
}

async function findOwnFile(
  { store, caller: { userId } }: Context,
  id: string,
): Promise<files.FileRow | undefined> {
  const workspaceId = await files.workspaceOf(store, id)
  if (workspaceId !== undefined) return files.ofMember(store, { workspaceId, userId, id })
  // A node of the version before may have written it, which does not say where.
  for (const own of await members.workspacesOf(store, userId)) {
    const file = await files.get(store, own.id, id)
    if (file !== undefined) return file
  }
  return undefined
}

export function openFile(
  context: Context,
  file: files.FileRow,
  range?: { start: number; end: number },
): Promise<Readable> {
  return openContent(context, file, range)
}

function fileNotFound(fileId: string): AppError {
  return new AppError('FILE_NOT_FOUND', `FILE_NOT_FOUND: file ${fileId} not found`)
}

function requireKind(kind: Kind, mimeType: string): void {
  if (kind === 'file' || imageTypes.includes(mimeType)) return
  throw new AppError(
    'UNSUPPORTED_MIME_TYPE',
    `${mimeType} is not an image type this takes. Use one of ${imageTypes.join(', ')}, or the operation for files.`,
  )
}

function decode(contentBase64: string): Uint8Array {
  if (decodedSize(contentBase64) > largestUpload) throw tooLarge()
  const bytes = decodeBase64(contentBase64)
  if (bytes !== undefined) return bytes
  throw invalidInput([{ path: '/contentBase64', rule: 'format', message: 'must be base64 text' }])
}

export function tooLarge(): AppError {
  return new AppError(
    'FILE_TOO_LARGE',
    `The file is larger than ${largestUpload} bytes. Upload it in the web application and attach it by its id.`,
  )
}
