import { sources, type Store } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import type { WrittenFile } from '../document/skill-files/write.ts'
import { currentDocument } from '../pages/journal/current.ts'
import { checkFolder } from './check.ts'
import {
  digestOf,
  type FolderFile,
  isScript,
  isTooLarge,
  type LoadedFile,
  maxBytes,
  sha256Of,
  sizeOf,
  tooLarge,
} from './files.ts'
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
  const paths = addressesOf(plan)
  const written: { page: PlannedPage; file: WrittenFile }[] = []
  const files: FolderFile[] = []
  let length = 0
  for (const page of plan.pages) {
    const write = () => writePage(context, plan, page, paths)
    const file = await write()
    const bytes = Buffer.from(file.text)
    length += bytes.length
    // What a skill cannot have does not stay in memory.
    const isCached = length <= maxBytes
    written.push({ page, file: isCached ? file : { ...file, text: '' } })
    files.push({
      path: page.path,
      sha256: sha256Of(bytes),
      size: bytes.length,
      isExecutable: false,
      source: { pageId: page.id, version: page.version },
      fileId: undefined,
      read: isCached ? async () => bytes : async () => Buffer.from((await write()).text),
    })
  }
  for (const planned of plan.files) files.push(await describeFile(planned))
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
    size: sizeOf(sorted),
    findings: [...plan.findings, ...checkFolder(plan, frontMatter, { files: sorted, written })],
  }
}

/** All files with their bytes. Throws VALIDATION_FAILED for a folder that is larger than a skill may be. */
export async function loadFiles({ name, files }: SkillFolder): Promise<LoadedFile[]> {
  if (isTooLarge(files)) throw tooLarge(`The skill ${name}`)
  const loaded: LoadedFile[] = []
  for (const file of files) loaded.push({ ...file, content: await file.read() })
  return loaded
}

/** The SHA-256 of the file that a page is now. */
export async function pageDigest(
  context: WorkspaceContext,
  plan: Plan,
  page: PlannedPage,
): Promise<string> {
  const { text } = await writePage(context, plan, page, addressesOf(plan))
  return sha256Of(Buffer.from(text))
}

/** The paths of all pages and files by their addresses. */
export function addressesOf({ pages, files }: Plan): (readonly [address: string, path: string])[] {
  return [
    ...pages.map(({ id, path }) => [`/pages/${id}`, path] as const),
    ...files.map(({ fileId, path }) => [`/files/${fileId}`, path] as const),
  ]
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

/** The Markdown that a page was read from, compressed. */
export function sourceOf(
  store: Store,
  address: { workspaceId: string; pageId: string },
): Promise<Uint8Array | undefined> {
  return sources.get(store, address)
}

/** A script that begins with `#!` is executable, unless something else is set. */
async function describeFile({ read, ...file }: PlannedFile): Promise<FolderFile> {
  const { path, sha256, size, fileId } = file
  const isExecutable = file.isExecutable ?? isScript(await read(2))
  return { path, sha256, size, isExecutable, source: undefined, fileId, read: () => read() }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
