import type { ComparedLine } from '../../../content/compare-lines.ts'
import { skillFiles } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { requireContent } from './contents.ts'
import type { FolderFile } from './files.ts'
import { readDraft } from './publish.ts'
import { requireVersion } from './serve.ts'

/** How a file differs between two versions. `lines` is null for a file that is not text. */
export type FileChange = {
  path: string
  change: 'added' | 'removed' | 'changed'
  lines: ComparedLine[] | null
}

type ComparedFile = Pick<FolderFile, 'path' | 'sha256' | 'size' | 'isExecutable' | 'read'>

export type Comparison = {
  workspaceId: string
  pageId: string
  /** Undefined: nothing. */
  from: number | undefined
  /** Undefined: the draft. */
  to: number | undefined
}

/** The files that differ, by path. Throws PAGE_NOT_FOUND, NOT_FOUND or VERSION_NOT_FOUND. */
export async function compareSkill(
  context: WorkspaceContext,
  { from, to, ...address }: Comparison,
): Promise<FileChange[]> {
  const before = from === undefined ? [] : await filesOf(context, address, from)
  const after =
    to === undefined ? await draftFiles(context, address) : await filesOf(context, address, to)
  const old = new Map(before.map((file) => [file.path, file]))
  const now = new Map(after.map((file) => [file.path, file]))
  const paths = [...new Set([...old.keys(), ...now.keys()])].toSorted((a, b) => (a < b ? -1 : 1))
  const changes: FileChange[] = []
  for (const path of paths) {
    const [one, other] = [old.get(path), now.get(path)]
    if (one?.sha256 === other?.sha256 && one?.isExecutable === other?.isExecutable) continue
    const change = one === undefined ? 'added' : other === undefined ? 'removed' : 'changed'
    changes.push({ path, change, lines: await linesOf(context, one, other) })
  }
  return changes
}

async function filesOf(
  context: WorkspaceContext,
  address: { workspaceId: string; pageId: string },
  number: number,
): Promise<ComparedFile[]> {
  const { store } = context
  const { workspaceId } = address
  const { version } = await requireVersion(context, { ...address, version: number })
  const rows = await skillFiles.list(store, { ...address, version })
  return rows.map(({ path, sha256, size, isExecutable }) => ({
    path,
    sha256,
    size,
    isExecutable: isExecutable === 1,
    read: () => requireContent(store, { workspaceId, sha256 }),
  }))
}

async function draftFiles(
  context: WorkspaceContext,
  address: { workspaceId: string; pageId: string },
): Promise<ComparedFile[]> {
  const { folder } = await readDraft(context, address)
  return folder.files
}

async function linesOf(
  { content }: WorkspaceContext,
  before: ComparedFile | undefined,
  after: ComparedFile | undefined,
): Promise<ComparedLine[] | null> {
  const old = await readText(before)
  const now = await readText(after)
  return old === undefined || now === undefined ? null : content.compare(old, now)
}

async function readText(file: ComparedFile | undefined): Promise<string | undefined> {
  if (file === undefined) return ''
  return file.size > maxTextBytes ? undefined : textOf(await file.read())
}

const maxTextBytes = 512 * 1024

/** Undefined for bytes that are not text, or too many to show. */
export function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.length > maxTextBytes) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
