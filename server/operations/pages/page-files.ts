import {
  attachFile as attach,
  listPageFiles,
  uploadFile as upload,
} from '../../domain/pages/attachments.ts'
import { Type } from '../../lib/json/type.ts'
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
    description: 'RFC 4648 base64, at most 1048576 bytes when decoded. Padding is optional.',
  }),
})
const uploadOutput = Type.Object({ fileId: fields.fileId })
/** Large enough that a file somewhat over the limit gets FILE_TOO_LARGE instead of BODY_TOO_LARGE. */
const maxUploadBodyBytes = 8 * 1024 * 1024

const attachInput = Type.Object({ workspaceId, pageId, fileId: fields.fileId })
const onePage = { workspaceId: exampleIds.workspace, pageId: exampleIds.page }
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const uploadFile = operation({
  method: 'POST',
  path: '/v1/page-files/upload-file',
  summary: 'Upload a file to a page',
  description:
    'Uploads a file of up to 1 MiB and attaches it to a page. Download it with `GET /files/{fileId}`.',
  access: 'write',
  audience: 'people and keys',
  visitors: 'upload',
  writes: true,
  bodyLimit: maxUploadBodyBytes,
  input: uploadInput,
  output: uploadOutput,
  errors: ['PAGE_NOT_FOUND', 'FILE_TOO_LARGE', 'QUOTA_EXCEEDED'],
  example: { ...onePage, fileName: 'hello.txt', mimeType: 'text/plain', contentBase64: 'aGVsbG8K' },
  tool: {
    name: 'upload_file',
    description: 'Upload a file of up to 1 MiB to a page.',
    effect: 'adds',
  },
  run: async (context, input) => ({ fileId: await upload(context, input, 'file') }),
})

export const uploadImage = operation({
  method: 'POST',
  path: '/v1/page-files/upload-image',
  summary: 'Upload an image to a page',
  description: 'Works like upload-file, but accepts only PNG, JPEG, GIF, WebP and SVG.',
  access: 'write',
  audience: 'people and keys',
  visitors: 'upload',
  writes: true,
  bodyLimit: maxUploadBodyBytes,
  input: uploadInput,
  output: uploadOutput,
  errors: ['PAGE_NOT_FOUND', 'FILE_TOO_LARGE', 'UNSUPPORTED_MIME_TYPE', 'QUOTA_EXCEEDED'],
  example: { ...onePage, fileName: 'dot.png', mimeType: 'image/png', contentBase64: dot },
  tool: {
    name: 'upload_image',
    description: 'Upload a PNG, JPEG, GIF, WebP or SVG of up to 1 MiB to a page.',
    effect: 'adds',
  },
  run: async (context, input) => ({ fileId: await upload(context, input, 'image') }),
})

export const attachFile = operation({
  method: 'POST',
  path: '/v1/page-files/attach-file',
  summary: 'Attach a file to a page',
  description:
    'Attaches an existing file of the workspace to a page. Repeating the call has no further effect.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: attachInput,
  output: fields.ok,
  errors: ['PAGE_NOT_FOUND', 'FILE_NOT_FOUND'],
  example: { ...onePage, fileId: exampleIds.file },
  tool: {
    name: 'attach_file',
    description: 'Attach an existing file to a page.',
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
  description: 'Works like attach-file, but accepts only images.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: attachInput,
  output: fields.ok,
  errors: ['PAGE_NOT_FOUND', 'FILE_NOT_FOUND', 'UNSUPPORTED_MIME_TYPE'],
  example: { ...onePage, fileId: exampleIds.file },
  tool: {
    name: 'attach_image',
    description: 'Attach an existing image to a page.',
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
  description: 'Returns the files attached to a page, newest first.',
  access: 'read',
  audience: 'people and keys',
  visitors: 'read',
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
