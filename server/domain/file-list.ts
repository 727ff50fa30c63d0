import { fold } from '../search/fold.ts'
import { files } from '../store/index.ts'
import type { Context } from './context.ts'
import { requireFile } from './files.ts'

export const fileKinds = ['image', 'pdf', 'audio', 'video', 'text', 'other'] as const
export type FileKind = (typeof fileKinds)[number]

const textTypes =
  /^(?:text\/.*|application\/(?:.*\+)?(?:json|xml|yaml|x-yaml|toml|sql|javascript|x-sh|rtf))$/

export function kindOf(mimeType: string): FileKind {
  const type = mimeType.toLowerCase().replace(/;.*$/s, '').trim()
  if (type === 'application/pdf') return 'pdf'
  for (const kind of ['image', 'audio', 'video'] as const) {
    if (type.startsWith(`${kind}/`)) return kind
  }
  return textTypes.test(type) ? 'text' : 'other'
}

export type FileSearch = {
  workspaceId: string
  /** Parts of the name, all of which it must hold. */
  query?: string
  kind?: FileKind
  limit: number
  offset: number
}

/** The files of a workspace that fit, newest first, and how many fit in all. */
export async function searchFiles(
  { store }: Context,
  { workspaceId, query = '', kind, limit, offset }: FileSearch,
): Promise<{ files: files.FoundFile[]; total: number }> {
  const parts = fold(query).split(/\s+/).filter(Boolean)
  if (parts.length === 0 && kind === undefined) {
    const list = await files.newest(store, workspaceId, { limit, offset })
    return { files: list, total: await files.total(store, workspaceId) }
  }
  // In here because the databases fold the case of ASCII only.
  const fitting = (await files.names(store, workspaceId)).filter(({ name, mimeType }) => {
    if (kind !== undefined && kindOf(mimeType) !== kind) return false
    const folded = fold(name)
    return parts.every((part) => folded.includes(part))
  })
  const found: files.FoundFile[] = []
  for (const { id } of fitting.slice(offset, offset + limit)) {
    const file = await files.found(store, workspaceId, id)
    if (file !== undefined) found.push(file)
  }
  return { files: found, total: fitting.length }
}

/** The pages that show a file. */
export async function listFileUse(
  { store }: Context,
  { workspaceId, fileId, limit }: { workspaceId: string; fileId: string; limit: number },
): Promise<{ id: string; title: string; icon: string | null }[]> {
  await requireFile(store, workspaceId, fileId)
  return files.use(store, workspaceId, fileId, limit)
}
