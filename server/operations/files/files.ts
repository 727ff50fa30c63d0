import { deleteFile, renameFile } from '../../domain/files/change.ts'
import { type FileKind, fileKinds, listFileUse, searchFiles } from '../../domain/files/list.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, workspaceId } = fields

const kind = Type.Unsafe<FileKind>({
  type: 'string',
  enum: fileKinds,
  description: 'Kind of file, derived from its MIME type.',
})

const found = Type.Object({
  ...fields.file.properties,
  createdBy: Type.Object({
    id: fields.id('ID of the person who uploaded it.'),
    firstName: Type.String(),
    lastName: Type.String(),
  }),
  url: Type.String({ description: 'Download path, for members of the workspace.' }),
  pages: Type.Integer({
    description:
      'Number of pages it is attached to. `/v1/files/use` also finds pages whose text shows it.',
  }),
})

export const list = operation({
  method: 'POST',
  path: '/v1/files/list',
  summary: 'Search files',
  description:
    'Returns files whose names contain every word of the query, newest first. Ignores case and accents.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    query: Type.Optional(
      Type.String({ maxLength: 200, description: 'Words or parts of words in the name.' }),
    ),
    kind: Type.Optional(kind),
    limit: fields.limit,
    offset: fields.offset,
  }),
  output: Type.Object({ files: Type.Array(found), total: Type.Integer() }),
  errors: [],
  example: { workspaceId: exampleIds.workspace, query: 'plan', kind: 'pdf' },
  tool: { none: 'Agents use list_files, and find pages that mention a file with search_pages.' },
  run: async (context, { limit = 50, offset = 0, ...input }) => {
    // JSON allows integers that no store can count to.
    const reachable = Math.min(offset, Number.MAX_SAFE_INTEGER)
    const { files, total } = await searchFiles(context, { ...input, limit, offset: reachable })
    return {
      files: files.map(({ createdBy, firstName, lastName, ...file }) => ({
        ...fields.toFile(file),
        createdBy: { id: createdBy, firstName, lastName },
        url: `/files/${file.id}`,
      })),
      total,
    }
  },
})

export const use = operation({
  method: 'POST',
  path: '/v1/files/use',
  summary: 'List the pages that use a file',
  description:
    'Returns the pages that have the file attached or show it in their text, sorted by title. Excludes the trash.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, fileId: fields.fileId, limit: fields.limit }),
  output: Type.Object({
    pages: Type.Array(
      Type.Object({
        id: fields.pageId,
        title: Type.String(),
        icon: fields.textOrNull('An emoji.'),
      }),
    ),
  }),
  errors: ['FILE_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, fileId: exampleIds.file },
  tool: { none: 'People manage files in the web app.' },
  run: async (context, { limit = 50, ...input }) => ({
    pages: await listFileUse(context, { ...input, limit }),
  }),
})

export const rename = operation({
  method: 'POST',
  path: '/v1/files/rename',
  summary: 'Rename a file',
  description:
    'Changes the name of a file. Its URL stays the same. Requires the person who uploaded it, an admin or an owner.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    fileId: fields.fileId,
    name: Type.String({ minLength: 1, maxLength: 512 }),
  }),
  output: fields.ok,
  errors: ['FILE_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, fileId: exampleIds.file, name: 'map.png' },
  tool: { none: 'People manage files in the web app.' },
  run: async (context, input) => {
    await renameFile(context, input)
    return fields.done
  },
})

export const remove = operation({
  method: 'POST',
  path: '/v1/files/delete',
  summary: 'Delete a file',
  description:
    'Permanently deletes a file and detaches it from all pages. Returns `FILE_IN_USE` if pages use the file, unless `force` is true; their text then shows it as missing. Pages in the trash and old versions of pages do not count as use. Requires the person who uploaded it, an admin or an owner.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    fileId: fields.fileId,
    force: Type.Optional(
      Type.Boolean({ default: false, description: 'Delete the file even if pages use it.' }),
    ),
  }),
  output: Type.Object({
    ok: Type.Literal(true),
    pages: Type.Integer({ description: 'Number of pages that used it, up to 200.' }),
  }),
  errors: ['FILE_NOT_FOUND', 'FILE_IN_USE'],
  example: { workspaceId: exampleIds.workspace, fileId: exampleIds.file, force: true },
  tool: { none: 'Deleting a file is permanent; people do it in the web app.' },
  run: async (context, { force = false, ...input }) => ({
    ok: true as const,
    ...(await deleteFile(context, { ...input, force })),
  }),
})
