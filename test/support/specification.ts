/**
 * What the specification says of every body, written down by hand: the operations are held against it,
 * not against themselves.
 */
export type Field =
  | { kind: 'id'; required: boolean; nullable: boolean }
  | { kind: 'text'; required: boolean; nullable: boolean; min: number; max: number }
  | { kind: 'integer'; required: false; min: number; max: number }
  | { kind: 'word'; required: false; words: readonly string[] }
  | { kind: 'base64'; required: true }
  | { kind: 'document'; required: false }

const unbounded = Number.POSITIVE_INFINITY

const id: Field = { kind: 'id', required: true, nullable: false }
const idOrNull: Field = { kind: 'id', required: false, nullable: true }
const text = (min: number, max: number, required = true): Field => ({
  kind: 'text',
  required,
  nullable: false,
  min,
  max,
})
const optionalText = (min: number, max: number): Field => text(min, max, false)
const integer = (min: number, max: number): Field => ({
  kind: 'integer',
  required: false,
  min,
  max,
})

const onePage = { workspaceId: id, pageId: id }
const owned = { workspaceId: id, limit: integer(1, 200) }
const upload = {
  ...onePage,
  fileName: text(1, 512),
  mimeType: text(1, 128),
  contentBase64: { kind: 'base64', required: true },
} as const
const attachment = { ...onePage, fileId: id }

/** Every POST of section 4, with the fields of its body. */
export const bodies: Record<string, Record<string, Field>> = {
  '/v1/workspace/stats': { workspaceId: id },
  '/v1/workspace/files': { ...owned, offset: integer(0, unbounded) },
  '/v1/workspace/skills': owned,
  '/v1/workspace/agents': owned,
  '/v1/workspace/create-page-from-file': {
    workspaceId: id,
    parentId: idOrNull,
    fileId: id,
    title: optionalText(1, 255),
  },
  '/v1/pages/create': {
    workspaceId: id,
    parentId: idOrNull,
    title: text(1, 255),
    ownership: { kind: 'word', required: false, words: ['TEXT', 'SKILL', 'AGENT'] },
    markdown: optionalText(0, 50_000),
  },
  '/v1/pages/update': {
    ...onePage,
    title: optionalText(0, 255),
    icon: { kind: 'text', required: false, nullable: true, min: 0, max: unbounded },
    content: { kind: 'document', required: false },
  },
  '/v1/pages/move': { ...onePage, newParentId: idOrNull, prevPageId: idOrNull },
  '/v1/pages/markdown': onePage,
  '/v1/pages/stats': onePage,
  '/v1/page-files/upload-file': upload,
  '/v1/page-files/upload-image': upload,
  '/v1/page-files/attach-file': attachment,
  '/v1/page-files/attach-image': attachment,
  '/v1/page-files/list': onePage,
  '/v1/search/pages': { workspaceId: id, query: text(1, 500), k: integer(1, 20) },
}

/** A body for each, with what it must have and nothing more. */
export function minimalBody(path: string, given: Record<string, unknown>): Record<string, unknown> {
  const required = Object.entries(bodies[path] ?? {}).filter(([, field]) => field.required)
  return Object.fromEntries(required.map(([name]) => [name, given[name]]))
}
