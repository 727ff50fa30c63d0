import { createHash } from 'node:crypto'
import { sources, type Store } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import type { WrittenFile } from '../document/skill-files/write.ts'
import { currentDocument } from '../pages/journal/current.ts'
import { checkFolder } from './check.ts'
import { digestOf, type FolderFile } from './files.ts'
import type { Finding } from './findings.ts'
import type { Plan, PlannedFile, PlannedPage } from './plan.ts'

/** A skill as the folder that agents read. */
export type SkillFolder = {
  title: string
  name: string
  description: string
  frontMatter: Record<string, unknown>
  /** By path. */
  files: FolderFile[]
  digest: string
  size: number
  findings: Finding[]
}

const emptyDocument = '{"type":"doc","content":[{"type":"paragraph"}]}'

/** Writes the files of a skill. */
export async function writeFolder(context: WorkspaceContext, plan: Plan): Promise<SkillFolder> {
  const paths = [
    ...plan.pages.map(({ id, path }) => [`/pages/${id}`, path] as const),
    ...plan.files.map(({ fileId, path }) => [`/files/${fileId}`, path] as const),
  ]
  const written: { page: PlannedPage; file: WrittenFile }[] = []
  for (const page of plan.pages) {
    written.push({ page, file: await writePage(context, plan, page, paths) })
  }
  const files: FolderFile[] = written.map(({ page, file }) => ({
    ...hashed(page.path, Buffer.from(file.text)),
    isExecutable: false,
    source: { pageId: page.id, version: page.version },
    fileId: undefined,
  }))
  for (const planned of plan.files) files.push(await readFile(planned))
  const [main] = written
  const frontMatter = main?.file.attributes ?? {}
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return {
    title: plan.main.title,
    name: plan.name,
    description: textOf(frontMatter['description']),
    frontMatter,
    files: sorted,
    digest: digestOf(sorted),
    size: sorted.reduce((sum, { content }) => sum + content.length, 0),
    findings: [...plan.findings, ...checkFolder(plan, frontMatter, { files: sorted, written })],
  }
}

async function writePage(
  context: WorkspaceContext,
  { main, name }: Plan,
  page: PlannedPage,
  paths: readonly (readonly [string, string])[],
): Promise<WrittenFile> {
  const { store, content } = context
  const address = { workspaceId: main.workspaceId, pageId: page.id }
  const isMain = page.id === main.id
  return content.skillFile({
    id: page.id,
    title: page.title,
    properties: page.properties,
    path: page.path,
    document: (await currentDocument(context, store, address)) ?? emptyDocument,
    source: await sourceOf(store, address),
    paths,
    name: isMain ? name : undefined,
    isSkill: isMain && main.ownership === 'SKILL',
  })
}

function sourceOf(
  store: Store,
  address: { workspaceId: string; pageId: string },
): Promise<Uint8Array | undefined> {
  return sources.get(store, address)
}

async function readFile({ path, isExecutable, fileId, read }: PlannedFile): Promise<FolderFile> {
  const content = await read()
  const isScript = content[0] === 0x23 && content[1] === 0x21
  return {
    ...hashed(path, content),
    isExecutable: isExecutable ?? isScript,
    source: undefined,
    fileId,
  }
}

function hashed(
  path: string,
  content: Uint8Array,
): Pick<FolderFile, 'path' | 'content' | 'sha256'> {
  return { path, content, sha256: createHash('sha256').update(content).digest('hex') }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
