import type { IncomingFiles } from '../../files/incoming.ts'
import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput, type Violation } from '../../lib/errors.ts'
import { isId } from '../../lib/ids.ts'
import { storable } from '../../lib/text.ts'
import { files } from '../../store/index.ts'
import { requireFileQuota } from '../administration/quotas.ts'
import type { Context } from '../context.ts'
import { requireMember } from '../people/access.ts'
import { insertFile } from './files.ts'
import { mimeTypeOf } from './mime-types.ts'

/** What an upload is going to be; kept beside it, and named by whoever began it. */
export type UploadAim = { workspaceId: string; filename: string; filetype: string; userId: string }

export type Metadata = Record<string, string | null> | undefined

/** Checks what someone wants to upload, as the other operations check their input. */
export async function beginUpload(
  context: Context,
  { metadata, size, limit }: { metadata: Metadata; size: number | undefined; limit: number },
): Promise<UploadAim> {
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

/** Only who began an upload may go on with it, and only while they may write. */
export async function requireUploader(context: Context, metadata: Metadata): Promise<UploadAim> {
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

const keeping = new Map<string, Promise<string>>()

/**
 * Makes an upload that is whole a file of its workspace, under its own id, so that doing it again after a
 * crash at any point ends in the same. Gives the id.
 */
export function keepUpload(
  context: Context,
  incoming: IncomingFiles,
  upload: { id: string; size: number; metadata: Metadata },
): Promise<string> {
  const running = keeping.get(upload.id)
  if (running !== undefined) return running
  const kept = keep(context, incoming, upload).finally(() => keeping.delete(upload.id))
  keeping.set(upload.id, kept)
  return kept
}

async function keep(
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
  if ((await files.get(store, workspaceId, id)) === undefined) {
    if (await incoming.isKept(id)) throw uploadNotFound()
    await requireFileQuota(context, workspaceId, size)
    const stored = { storedAt: clock.now(), ...(await incoming.hash(id, size)) }
    await context.files.adopt(incoming.path(id), stored)
    await store.transactIn({ workspaceId }, (transaction) =>
      insertFile(transaction, context, { workspaceId, id, name, mimeType, ...stored }),
    )
  }
  await incoming.settle(id)
  return id
}

export function uploadNotFound(): AppError {
  return new AppError('UPLOAD_NOT_FOUND', 'Upload not found. Start a new one.')
}

function readMetadata(metadata: Metadata): Omit<UploadAim, 'userId'> {
  const workspaceId = metadata?.['workspaceId']?.toLowerCase() ?? ''
  const filename = storable(metadata?.['filename'] ?? '')
  const given = storable(metadata?.['filetype'] ?? '')
  const violations: Violation[] = []
  const refuse = (name: string, rule: string, message: string) =>
    violations.push({ path: `/Upload-Metadata/${name}`, rule, message })
  if (!isId(workspaceId)) refuse('workspaceId', 'pattern', 'must be a UUID')
  if (filename === '') refuse('filename', 'required', 'is required')
  if (Array.from(filename).length > 512)
    refuse('filename', 'maxLength', 'must NOT have more than 512 characters')
  if (given.length > 128) refuse('filetype', 'maxLength', 'must NOT have more than 128 characters')
  if (violations.length > 0) throw invalidInput(violations)
  const filetype = given === '' ? mimeTypeOf(filename) : given
  return { workspaceId, filename, filetype }
}
