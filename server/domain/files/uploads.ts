import type { IncomingFiles } from '../../files/incoming.ts'
import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput, type Violation } from '../../lib/errors.ts'
import { isId } from '../../lib/ids.ts'
import { storable } from '../../lib/text.ts'
import { files, systemViewer } from '../../store/index.ts'
import { requireFileQuota } from '../administration/quotas.ts'
import type { Context } from '../context.ts'
import { requireMember } from '../people/access.ts'
import { keepRun, withRun } from '../runs/with-run.ts'
import { insertFile } from './files.ts'
import { mimeTypeOf } from './mime-types.ts'

/** The file that an upload creates, stored with the upload. */
export type UploadTarget = {
  workspaceId: string
  filename: string
  filetype: string
  userId: string
}

export type Metadata = Record<string, string | null> | undefined

/** Validates a new upload. Throws VALIDATION_FAILED, FILE_TOO_LARGE, FORBIDDEN or QUOTA_EXCEEDED. */
export async function beginUpload(
  context: Context,
  { metadata, size, limit }: { metadata: Metadata; size: number | undefined; limit: number },
): Promise<UploadTarget> {
  const { workspaceId, filename, filetype } = readMetadata(metadata)
  if (size === undefined) {
    throw invalidInput([{ path: '/Upload-Length', rule: 'required', message: 'is required' }])
  }
  if (size > limit) {
    throw new AppError(
      'FILE_TOO_LARGE',
      `The file is larger than ${limit} bytes, the maximum of this server.`,
    )
  }
  await requireMember(context, workspaceId, 'write')
  await requireFileQuota(context, workspaceId, size)
  return { workspaceId, filename, filetype, userId: context.caller.userId }
}

/** Only the person who started an upload can continue it. Throws UPLOAD_NOT_FOUND or FORBIDDEN. */
export async function requireUploader(context: Context, metadata: Metadata): Promise<UploadTarget> {
  const { workspaceId = '', filename = '', filetype = '', userId = '' } = metadata ?? {}
  if (userId === null || userId !== context.caller.userId) throw uploadNotFound()
  await requireMember(context, workspaceId ?? '', 'write')
  return {
    workspaceId: workspaceId ?? '',
    filename: filename ?? '',
    filetype: filetype ?? '',
    userId,
  }
}

const finishing = new Map<string, Promise<string>>()

/**
 * Turns a complete upload into a file with the same ID, so that repeating it after a crash has no further effect.
 * Returns the ID. Throws UPLOAD_NOT_FOUND, FORBIDDEN, QUOTA_EXCEEDED or BUSY.
 */
export function finishUpload(
  context: Context,
  incoming: IncomingFiles,
  upload: { id: string; size: number; metadata: Metadata },
): Promise<string> {
  const running = finishing.get(upload.id)
  if (running !== undefined) return running
  const finished = finish(context, incoming, upload).finally(() => finishing.delete(upload.id))
  finishing.set(upload.id, finished)
  return finished
}

async function finish(
  context: Context,
  incoming: IncomingFiles,
  { id, size, metadata }: { id: string; size: number; metadata: Metadata },
): Promise<string> {
  const {
    workspaceId,
    filename: name,
    filetype: mimeType,
  } = await requireUploader(context, metadata)
  const { store } = context
  const own = await withRun(context, workspaceId)
  if ((await files.get(store, systemViewer(workspaceId), id)) === undefined) {
    if (await incoming.isStored(id)) throw uploadNotFound()
    await requireFileQuota(context, workspaceId, size)
    const stored = { storedAt: clock.now(), ...(await incoming.hash(id, size)) }
    await context.files.adopt(incoming.path(id), stored)
    await store.transactIn({ workspaceId }, (transaction) =>
      insertFile(transaction, own, { workspaceId, id, name, mimeType, ...stored }),
    )
    keepRun(own.caller.run)
  }
  await incoming.removeBytes(id)
  return id
}

export function uploadNotFound(): AppError {
  return new AppError('UPLOAD_NOT_FOUND', 'Upload not found. Start a new one.')
}

function readMetadata(metadata: Metadata): Omit<UploadTarget, 'userId'> {
  const workspaceId = metadata?.['workspaceId']?.toLowerCase() ?? ''
  const filename = storable(metadata?.['filename'] ?? '')
  const givenType = storable(metadata?.['filetype'] ?? '')
  const violations: Violation[] = []
  const refuse = (name: string, rule: string, message: string) =>
    violations.push({ path: `/Upload-Metadata/${name}`, rule, message })
  if (!isId(workspaceId)) refuse('workspaceId', 'pattern', 'must be a UUID')
  if (filename === '') refuse('filename', 'required', 'is required')
  if (Array.from(filename).length > 512)
    refuse('filename', 'maxLength', 'must NOT have more than 512 characters')
  if (givenType.length > 128)
    refuse('filetype', 'maxLength', 'must NOT have more than 128 characters')
  if (violations.length > 0) throw invalidInput(violations)
  const filetype = givenType === '' ? mimeTypeOf(filename) : givenType
  return { workspaceId, filename, filetype }
}
