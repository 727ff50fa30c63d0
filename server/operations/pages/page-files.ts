import { Type } from 'typebox'
import {
  attachFile as attach,
  listPageFiles,
  uploadFile as upload,
} from '../../domain/pages/attachments.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, pageId, workspaceId } = fields

const uploadInput = Type.Object({
  workspaceId,
  pageId,
  fileName: Type.String({ minLength: 1, maxLength: 512 }),
  mimeType: Type.String({ minLength: 1, maxLength: 128 }),
  contentBase64: Type.String({
    format: 'base64',
    description: 'RFC 4648 base64; 1048576 bytes at most once decoded. Padding may be left out.',
  }),
})
const uploadOutput = Type.Object({ fileId: fields.fileId })
/** Room for a file somewhat over the limit, so that it is refused as a file and not as a body. */
const uploadLimit = 8 * 1024 * 1024

const attachInput = Type.Object({ workspaceId, pageId, fileId: fields.fileId })
const onePage = { workspaceId: exampleIds.workspace, pageId: exampleIds.page }
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const uploadFile = operation({
  method: 'POST',
  path: '/v1/page-files/upload-file',
  summary: 'Upload a file to a page',
  description: 'Stores a file of up to 1 MiB and attaches it. `GET /files/{fileId}` gives it back.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  bodyLimit: uploadLimit,
  input: uploadInput,
  output: uploadOutput,
  errors: ['PAGE_NOT_FOUND', 'FILE_TOO_LARGE', 'QUOTA_EXCEEDED'],
  example: { ...onePage, fileName: 'hello.txt', mimeType: 'text/plain', contentBase64: 'aGVsbG8K' },
  tool: {
    name: 'upload_file',
    description: 'Attach a new file of up to 1 MiB to a page.',
    effect: 'adds',
  },
  run: async (context, input) => ({ fileId: await upload(context, input, 'file') }),
})

export const uploadImage = operation({
  method: 'POST',
  path: '/v1/page-files/upload-image',
  summary: 'Upload an image to a page',
  description: 'Like upload-file, for PNG, JPEG, GIF, WebP and SVG only.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  bodyLimit: uploadLimit,
  input: uploadInput,
  output: uploadOutput,
  errors: ['PAGE_NOT_FOUND', 'FILE_TOO_LARGE', 'UNSUPPORTED_MIME_TYPE', 'QUOTA_EXCEEDED'],
  example: { ...onePage, fileName: 'dot.png', mimeType: 'image/png', contentBase64: dot },
  tool: {
    name: 'upload_image',
    description: 'Attach a new PNG, JPEG, GIF, WebP or SVG of up to 1 MiB to a page.',
    effect: 'adds',
  },
  run: async (context, input) => ({ fileId: await upload(context, input, 'image') }),
})

export const attachFile = operation({
  method: 'POST',
  path: '/v1/page-files/attach-file',
  summary: 'Attach a file to a page',
  description: 'Attaches a file that is in the workspace already. Twice is the same as once.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: attachInput,
  output: fields.ok,
  errors: ['PAGE_NOT_FOUND', 'FILE_NOT_FOUND'],
  example: { ...onePage, fileId: exampleIds.file },
  tool: {
    name: 'attach_file',
    description: 'Attach a file of the workspace to a page.',
    effect: 'sets',
    answer: 'page',
  },
  run: async (context, input) => {
    await attach(context, input, 'file')
    return { ok: true as const }
  },
})

export const attachImage = operation({
  method: 'POST',
  path: '/v1/page-files/attach-image',
  summary: 'Attach an image to a page',
  description: 'Like attach-file, for a file that is an image.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: attachInput,
  output: fields.ok,
  errors: ['PAGE_NOT_FOUND', 'FILE_NOT_FOUND', 'UNSUPPORTED_MIME_TYPE'],
  example: { ...onePage, fileId: exampleIds.file },
  tool: {
    name: 'attach_image',
    description: 'Attach an image of the workspace to a page.',
    effect: 'sets',
    answer: 'page',
  },
  run: async (context, input) => {
    await attach(context, input, 'image')
    return { ok: true as const }
  },
})

export const list = operation({
  method: 'POST',
  path: '/v1/page-files/list',
  summary: 'List the files of a page',
  description: 'The files attached to a page, newest first.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId }),
  output: Type.Object({ files: Type.Array(fields.file) }),
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: { name: 'list_page_files', description: 'Files attached to a page.', effect: 'reads' },
  run: async (context, input) => {
    const files = await listPageFiles(context, input)
    return { files: files.map(fields.toFile) }
  },
})
