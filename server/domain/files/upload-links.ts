import { clock, toIso } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { fits } from '../../lib/json/fits.ts'
import { parseJson } from '../../lib/json/parse-json.ts'
import { Type } from '../../lib/json/type.ts'
import type { Caller, Context } from '../context.ts'

/** Where the link puts a file, and in whose name. */
export type LinkedUpload = {
  workspaceId: string
  pageId: string
  name: string
  mimeType: string
  userId: string
  keyId?: string
  /** When the link expires. */
  until: number
}

const purpose = 'upload link'
const validMs = 15 * 60_000

const isLinkedUpload = fits(
  Type.Object({
    workspaceId: Type.String(),
    pageId: Type.String(),
    name: Type.String(),
    mimeType: Type.String(),
    userId: Type.String(),
    keyId: Type.Optional(Type.String()),
    until: Type.Integer(),
  }),
)

/** A URL that takes the bytes of one file for a page, without a key. */
export function createUploadLink(
  { integrations, caller, publicUrl = '' }: Context,
  upload: Omit<LinkedUpload, 'userId' | 'keyId' | 'until'>,
): { uploadUrl: string; method: 'PUT'; expiresAt: string } {
  const until = clock.now() + validMs
  const { userId, keyId } = caller
  const sealed = integrations.secrets.seal(
    JSON.stringify({ ...upload, userId, ...(keyId !== undefined && { keyId }), until }),
    purpose,
  )
  return {
    uploadUrl: `${publicUrl}/mcp/uploads/${sealed}`,
    method: 'PUT',
    expiresAt: toIso(until),
  }
}

/** What a link was made for. Throws UPLOAD_NOT_FOUND. */
export function openUploadLink({ integrations }: Context, sealed: string): LinkedUpload {
  const json = integrations.secrets.open(sealed, purpose)
  const upload = json === undefined ? undefined : parseJson(json)
  if (!isLinkedUpload(upload)) throw invalidLink()
  if (upload.until < clock.now()) throw invalidLink()
  return upload
}

/** The caller in whose name a link uploads. */
export function uploaderOf({ userId, keyId }: Pick<LinkedUpload, 'userId' | 'keyId'>): Caller {
  return { userId, keyId, via: 'mcp', readOnly: false, workspaceIds: undefined }
}

function invalidLink(): AppError {
  return new AppError('UPLOAD_NOT_FOUND', 'This upload link is invalid or has expired.')
}
