import type { Readable } from 'node:stream'
import type { FileStore } from '../../files/file-store.ts'
import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import {
  damagedContents,
  files,
  members,
  type Reader,
  type Transaction,
  type Viewer,
} from '../../store/index.ts'
import type { Context, WorkspaceContext } from '../context.ts'
import { emit } from '../events/events.ts'
import { findViewer } from '../people/access.ts'
import { openContent } from './contents.ts'
import { claimContent } from './unowned-contents.ts'

/** Decoded size of an upload in base64: 1 MiB. */
export const maxBase64UploadBytes = 1_048_576

/** Adds a file whose bytes were stored after `storedAt`. Throws BUSY. */
export async function insertFile(
  transaction: Transaction,
  { caller }: Pick<Context, 'caller'>,
  { storedAt, ...file }: Omit<files.FileRow, 'createdAt' | 'createdBy'> & { storedAt: number },
): Promise<void> {
  const { workspaceId, id, name, mimeType, size, sha256 } = file
  await claimContent(transaction, sha256, storedAt)
  const created = { createdAt: clock.now(), createdBy: caller.userId }
  await files.insert(transaction, { ...file, ...created })
  // The bytes were just stored again.
  await damagedContents.clear(transaction, file.sha256)
  const event = { type: 'file.uploaded', fileId: id, name, mimeType, size } as const
  await emit(transaction, workspaceId, caller, event)
}

export type NewFile = {
  workspaceId: string
  name: string
  mimeType: string
  content: Parameters<FileStore['put']>[0]
}

/** Stores a file. Its bytes are durable before its row is written. Throws BUSY. */
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

export function listFiles(
  { store, viewer }: WorkspaceContext,
  { limit, offset }: { limit: number; offset: number },
): Promise<files.FileItem[]> {
  // JSON allows integers that no store can count to.
  const reachable = Math.min(offset, Number.MAX_SAFE_INTEGER)
  return files.list(store, viewer, { limit, offset: reachable })
}

/** Throws FILE_NOT_FOUND. */
export async function requireFile(
  reader: Reader,
  viewer: Viewer,
  fileId: string,
): Promise<files.FileRow> {
  const file = await files.get(reader, viewer, fileId)
  if (file === undefined) throw fileNotFound(fileId)
  return file
}

/** The file, if the caller can read it. Throws FILE_NOT_FOUND, also for a file without access. */
export async function requireReadableFile(
  context: Context,
  fileId: string,
): Promise<files.FileRow> {
  const file = await findReadableFile(context, fileId.toLowerCase())
  if (file === undefined) throw fileNotFound(fileId)
  return file
}

async function findReadableFile(context: Context, id: string): Promise<files.FileRow | undefined> {
  const { store, caller } = context
  const workspaceId = await files.workspaceOf(store, id)
  if (workspaceId !== undefined) return readFile(context, workspaceId, id)
  // A node of the previous release may have written it without its workspace.
  for (const own of await members.workspacesOf(store, caller.userId)) {
    const file = await readFile(context, own.id, id)
    if (file !== undefined) return file
  }
  return undefined
}

async function readFile(
  context: Context,
  workspaceId: string,
  id: string,
): Promise<files.FileRow | undefined> {
  const viewer = await findViewer(context, workspaceId)
  return viewer === undefined ? undefined : files.get(context.store, viewer, id)
}

/** Throws DamagedContent. */
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

export function tooLarge(): AppError {
  return new AppError(
    'FILE_TOO_LARGE',
    `The file is larger than ${maxBase64UploadBytes} bytes. Upload it in the web app and attach it by its ID.`,
  )
}
