import { Type } from 'typebox'
import { deleteFile, renameFile } from '../../domain/files/change.ts'
import { type FileKind, fileKinds, listFileUse, searchFiles } from '../../domain/files/list.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, workspaceId } = fields

const kind = Type.Unsafe<FileKind>({
  type: 'string',
  enum: fileKinds,
  description: 'By the MIME type.',
})

const found = Type.Object({
  ...fields.file.properties,
  createdBy: Type.Object({
    id: fields.id('Who brought it.'),
    firstName: Type.String(),
    lastName: Type.String(),
  }),
  url: Type.String({ description: 'Path of its bytes, for members.' }),
  pages: Type.Integer({
    description: 'To how many pages it is attached; /v1/files/use finds all.',
  }),
})

export const list = operation({
  method: 'POST',
  path: '/v1/files/list',
  summary: 'Search the files of a workspace',
  description:
    'Files whose names hold every part of the query, of one kind or of all, newest first. Case and accents do not count. An extension of the API.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    query: Type.Optional(Type.String({ maxLength: 200, description: 'Parts of the name.' })),
    kind: Type.Optional(kind),
    limit: fields.limit,
    offset: fields.offset,
  }),
  output: Type.Object({ files: Type.Array(found), total: Type.Integer() }),
  errors: [],
  example: { workspaceId: exampleIds.workspace, query: 'plan', kind: 'pdf' },
  tool: { none: 'Agents have list_files, and the pages that name a file are found by search.' },
  run: async (context, { limit = 50, offset = 0, ...input }) => {
    // JSON has integers that no store can count to; behind so many files there is nothing.
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
    'The pages that have a file attached or show it in their text, by title; those in the trash are left out. An extension of the API.',
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
  tool: { none: 'It is for tidying up, which people do in the web application.' },
  run: async (context, { limit = 50, ...input }) => ({
    pages: await listFileUse(context, { ...input, limit }),
  }),
})

export const rename = operation({
  method: 'POST',
  path: '/v1/files/rename',
  summary: 'Rename a file',
  description:
    'Gives a file another name; its address stays. For who uploaded it, and for admins. An extension of the API.',
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
  tool: { none: 'It is for tidying up, which people do in the web application.' },
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
    'Deletes a file and takes it off the pages that have it attached. While pages use it the answer is `FILE_IN_USE`, unless `force` is true: then their texts show that it is missing. Pages in the trash and old versions do not keep a file. It cannot be undone. For who uploaded it, and for admins. An extension of the API.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    fileId: fields.fileId,
    force: Type.Optional(Type.Boolean({ default: false, description: 'Also while pages use it.' })),
  }),
  output: Type.Object({
    ok: Type.Literal(true),
    pages: Type.Integer({ description: 'How many pages used it, up to 200.' }),
  }),
  errors: ['FILE_NOT_FOUND', 'FILE_IN_USE'],
  example: { workspaceId: exampleIds.workspace, fileId: exampleIds.file, force: true },
  tool: { none: 'It cannot be undone; people delete files in the web application.' },
  run: async (context, { force = false, ...input }) => ({
    ok: true as const,
    ...(await deleteFile(context, { ...input, force })),
  }),
})
