import { decodeBase64, decodedSize } from '../../lib/base64.ts'
import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { imageTypes } from '../../lib/vocabulary.ts'
import { files, skillStates, type Transaction } from '../../store/index.ts'
import { requireFileQuota } from '../administration/quotas.ts'
import type { Context, WorkspaceContext } from '../context.ts'
import { emit } from '../events/events.ts'
import { addFile, maxBase64UploadBytes, requireFile, tooLarge } from '../files/files.ts'
import { type PageAddress, requirePage } from './tree.ts'

/** Any file, or only images. */
export type Kind = 'file' | 'image'

export type Upload = PageAddress & { fileName: string; mimeType: string; contentBase64: string }
export type Attachment = PageAddress & { fileId: string }

/**
 * Stores a file and attaches it to a page. Throws PAGE_NOT_FOUND, FILE_TOO_LARGE, UNSUPPORTED_MIME_TYPE or
 * QUOTA_EXCEEDED.
 */
export async function uploadFile(
  context: WorkspaceContext,
  upload: Upload,
  kind: Kind,
): Promise<string> {
  const { workspaceId, pageId, fileName, mimeType } = upload
  await requirePage(context.store, context.viewer, pageId, 'write')
  const bytes = decode(upload.contentBase64)
  const content = [bytes]
  requireKind(kind, mimeType)
  await requireFileQuota(context, workspaceId, bytes.length)
  const file = { workspaceId, name: fileName, mimeType, content }
  return addFile(context, file, (transaction, fileId) =>
    attach(transaction, context, { workspaceId, pageId, fileId }),
  )
}

export type StreamedFile = PageAddress & { name: string; mimeType: string; size: number }

/** Stores a file as it arrives and attaches it to a page. Throws PAGE_NOT_FOUND, FORBIDDEN or QUOTA_EXCEEDED. */
export async function uploadTo(
  context: WorkspaceContext,
  { workspaceId, pageId, name, mimeType, size }: StreamedFile,
  content: AsyncIterable<Uint8Array>,
): Promise<string> {
  await requirePage(context.store, context.viewer, pageId, 'write')
  await requireFileQuota(context, workspaceId, size)
  return addFile(context, { workspaceId, name, mimeType, content }, (transaction, fileId) =>
    attach(transaction, context, { workspaceId, pageId, fileId }),
  )
}

/** Throws PAGE_NOT_FOUND, FILE_NOT_FOUND or UNSUPPORTED_MIME_TYPE. */
export async function attachFile(
  context: WorkspaceContext,
  attachment: Attachment,
  kind: Kind,
): Promise<void> {
  const { workspaceId, pageId, fileId } = attachment
  await context.store.transactIn({ workspaceId }, async (transaction) => {
    await requirePage(transaction, context.viewer, pageId, 'write')
    const file = await requireFile(transaction, context.viewer, fileId)
    requireKind(kind, file.mimeType)
    await attach(transaction, context, attachment)
  })
}

/** Has no effect if the file is already attached. */
export async function attach(
  transaction: Transaction,
  { caller }: Context,
  { workspaceId, pageId, fileId }: Attachment,
): Promise<void> {
  const at = { workspaceId, pageId, fileId, createdAt: clock.now() }
  const isNew = await files.attach(transaction, at)
  if (isNew) await emit(transaction, workspaceId, caller, { type: 'file.attached', fileId, pageId })
}

/** Has no effect if the file is not attached. Throws PAGE_NOT_FOUND or FORBIDDEN. */
export async function detachFile(
  { store, viewer }: WorkspaceContext,
  attachment: Attachment,
): Promise<void> {
  const { workspaceId, pageId } = attachment
  await store.transactIn({ workspaceId }, async (transaction) => {
    await requirePage(transaction, viewer, pageId, 'write')
    await files.detachFrom(transaction, attachment)
    await skillStates.note(transaction, attachment)
  })
}

/** Throws PAGE_NOT_FOUND. */
export async function listPageFiles(
  { store, viewer }: WorkspaceContext,
  { workspaceId, pageId }: PageAddress,
): Promise<files.FileItem[]> {
  await requirePage(store, viewer, pageId)
  return files.ofPage(store, workspaceId, pageId)
}

function requireKind(kind: Kind, mimeType: string): void {
  if (kind === 'file' || imageTypes.includes(mimeType)) return
  throw new AppError(
    'UNSUPPORTED_MIME_TYPE',
    `${mimeType} is not a supported image type. Use one of ${imageTypes.join(', ')}, or upload it as a file.`,
  )
}

function decode(contentBase64: string): Uint8Array {
  if (decodedSize(contentBase64) > maxBase64UploadBytes) throw tooLarge()
  const bytes = decodeBase64(contentBase64)
  if (bytes !== undefined) return bytes
  throw invalidInput([{ path: '/contentBase64', rule: 'format', message: 'must be base64 text' }])
}
