import { listFiles as listAll, requireFile } from '../../../domain/files/files.ts'
import { mimeTypeOf } from '../../../domain/files/mime-types.ts'
import { createUploadLink } from '../../../domain/files/upload-links.ts'
import { resolvePage } from '../../../domain/pages/addressing/resolve-page.ts'
import { requireWritablePage } from '../../../domain/pages/addressing/writable-page.ts'
import { attachFile, listPageFiles, uploadFile } from '../../../domain/pages/attachments.ts'
import { toIso } from '../../../lib/clock.ts'
import { invalidInput } from '../../../lib/errors.ts'
import { Type } from '../../../lib/json/type.ts'
import { agentTool } from '../agent-tool.ts'
import { pageName } from '../pages/inputs.ts'
import { limitList } from '../results.ts'

const maxFiles = 200

export const listFiles = agentTool({
  name: 'list_files',
  description: 'Files of the workspace or of a page, newest first.',
  effect: 'reads',
  operationId: 'workspaces.files',
  access: 'read',
  input: Type.Object({
    page: Type.Optional(pageName),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxFiles })),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  run: async (context, { page, limit = 50, offset = 0 }) => {
    const { workspaceId } = context
    const found =
      page === undefined
        ? await listAll(context, { limit: limit + 1, offset })
        : await listPageFiles(context, { workspaceId, pageId: await resolvePage(context, page) })
    const files = found.map((file) => ({ ...file, createdAt: toIso(file.createdAt) }))
    const start = page === undefined ? 0 : offset
    return limitList({ files }, 'files', { offset: start, limit }, offset - start)
  },
})

export const addFile = agentTool({
  name: 'add_file',
  description:
    'Attach a file to a page: an existing one (fileId), a small one (name, contentBase64), or with name alone get a URL to PUT the bytes to.',
  effect: 'adds',
  operationId: 'pageFiles.uploadFile',
  access: 'write',
  aliases: { pageId: 'page', fileName: 'name' },
  input: Type.Object({
    page: pageName,
    fileId: Type.Optional(Type.String({ maxLength: 100 })),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
    mimeType: Type.Optional(Type.String({ maxLength: 128 })),
    contentBase64: Type.Optional(Type.String({ format: 'base64', description: 'Up to 1 MiB' })),
  }),
  run: async (context, { page, fileId, name, mimeType, contentBase64 }) => {
    const { workspaceId } = context
    const pageId = await resolvePage(context, page)
    if (fileId !== undefined) {
      for (const [other, value] of Object.entries({ name, mimeType, contentBase64 })) {
        if (value !== undefined) refuse(other, 'cannot be combined with fileId')
      }
      const attached = fileId.toLowerCase()
      await attachFile(context, { workspaceId, pageId, fileId: attached }, 'file')
      const file = await requireFile(context.store, context.viewer, attached)
      return { fileId: attached, pageId, markdown: markdownOf(file) }
    }
    if (name === undefined) return refuse('fileId', 'or name is required')
    const type = mimeType ?? mimeTypeOf(name)
    await requireWritablePage(context, pageId)
    if (context.dryRun) return { name, mimeType: type, pageId }
    if (contentBase64 === undefined) {
      return createUploadLink(context, { workspaceId, pageId, name, mimeType: type })
    }
    const file = { workspaceId, pageId, fileName: name, mimeType: type, contentBase64 }
    const id = await uploadFile(context, file, 'file')
    return { fileId: id, pageId, markdown: markdownOf({ id, name, mimeType: type }) }
  },
})

/** How a text of a page shows the file, or links to it. */
function markdownOf({ id, name, mimeType }: { id: string; name: string; mimeType: string }) {
  const label = name.replaceAll(/[\\[\]]/g, String.raw`\$&`)
  return `${mimeType.startsWith('image/') ? '!' : ''}[${label}](/files/${id})`
}

function refuse(name: string, message: string): never {
  throw invalidInput([{ path: `/${name}`, rule: 'not', message }])
}
