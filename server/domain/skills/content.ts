import { AppError } from '../../lib/errors.ts'
import type { skillVersions } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { textOf } from './compare.ts'
import type { FolderFile } from './files.ts'
import { draftLabel, readDraft } from './publish.ts'
import { listVersionFiles, requireVersion, requireVersionFile } from './serve.ts'
import { countUse } from './use/count-use.ts'

export type VersionChoice = {
  workspaceId: string
  pageId: string
  version?: number | undefined
  label?: string | undefined
}

export type SkillFile = { path: string; sha256: string; size: number; isExecutable: boolean }

export type SkillContents = Pick<
  skillVersions.VersionDetails,
  'title' | 'name' | 'description' | 'digest' | 'size'
> & {
  /** Null for a draft. */
  version: number | null
  frontMatter: Record<string, unknown>
  files: SkillFile[]
}

/** What a version, or the draft, has. Throws PAGE_NOT_FOUND, NOT_FOUND or VERSION_NOT_FOUND. */
export async function readContents(
  context: WorkspaceContext,
  choice: VersionChoice,
): Promise<SkillContents> {
  const { workspaceId, pageId } = choice
  if (isDraft(choice)) {
    const { folder } = await readDraft(context, { workspaceId, pageId })
    const { findings: _findings, files, ...details } = folder
    return { ...details, version: null, files: files.map(describe) }
  }
  const found = await requireVersion(context, choice)
  const rows = await listVersionFiles(context, { workspaceId, pageId, version: found.version })
  const frontMatter: Record<string, unknown> = JSON.parse(found.frontMatter)
  const files = rows.map(({ path, sha256, size, isExecutable }) => ({
    path,
    sha256,
    size,
    isExecutable: isExecutable === 1,
  }))
  const { version, title, name, description, digest, size } = found
  return { version, title, name, description, digest, size, frontMatter, files }
}

export type EncodedFile = SkillFile & { encoding: 'utf8' | 'base64'; content: string }

/** One file as text if it is UTF-8, otherwise in base64. Throws PAGE_NOT_FOUND, NOT_FOUND or VERSION_NOT_FOUND. */
export async function readEncoded(
  context: WorkspaceContext,
  choice: VersionChoice & { path: string },
  { isContinued = false }: { isContinued?: boolean } = {},
): Promise<EncodedFile> {
  const { file, content } = await readContent(context, choice, isContinued)
  const text = textOf(content)
  return text === undefined
    ? { ...file, encoding: 'base64', content: Buffer.from(content).toString('base64') }
    : { ...file, encoding: 'utf8', content: text }
}

/** Who continues to read a file does not use it again. */
async function readContent(
  context: WorkspaceContext,
  { path, ...choice }: VersionChoice & { path: string },
  isContinued: boolean,
): Promise<{ file: SkillFile; content: Uint8Array }> {
  const { workspaceId, pageId } = choice
  if (isDraft(choice)) {
    const { folder } = await readDraft(context, { workspaceId, pageId })
    const found = folder.files.find((file) => file.path === path)
    if (found === undefined) {
      throw new AppError('NOT_FOUND', `The draft has no file ${path}. Call /v1/skills/files.`)
    }
    return { file: describe(found), content: await found.read() }
  }
  const { version } = await requireVersion(context, choice)
  const { row, content } = await requireVersionFile(context, { workspaceId, pageId, version, path })
  if (row.sourceId === pageId && !isContinued) countUse(context, { workspaceId, pageId, version })
  const { sha256, size, isExecutable } = row
  return { file: { path, sha256, size, isExecutable: isExecutable === 1 }, content }
}

function describe({ path, sha256, size, isExecutable }: FolderFile): SkillFile {
  return { path, sha256, size, isExecutable }
}

function isDraft({ version, label }: VersionChoice): boolean {
  return version === undefined && label === draftLabel
}
