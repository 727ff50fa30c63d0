import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readTree } from '../../client/cli/skills/tree.ts'
import { chooseSkillFiles } from '../../client/skill-paths.ts'
import type { WorkspaceContext } from '../../server/domain/context.ts'
import { attributesOf } from '../../server/domain/document/skill-files/front-matter.ts'
import { addFile } from '../../server/domain/files/files.ts'
import { editPage } from '../../server/domain/pages/edit.ts'
import { enterWorkspace } from '../../server/domain/people/access.ts'
import { archiveVersion } from '../../server/domain/skills/archive.ts'
import { digestOf, type LoadedFile, maxFiles, sha256Of } from '../../server/domain/skills/files.ts'
import { loadFiles } from '../../server/domain/skills/folder.ts'
import type { ImportedFile, ImportedFolder } from '../../server/domain/skills/import-folder.ts'
import { foldersOf } from '../../server/domain/skills/import-roots.ts'
import { importSkills } from '../../server/domain/skills/import.ts'
import { readDraft } from '../../server/domain/skills/publish.ts'
import { unzip } from '../../server/domain/skills/unzip.ts'
import { zipFiles } from '../../server/domain/skills/zip.ts'
import { makeFolder } from '../support/children.ts'
import { startWorkspace, withContext } from '../support/seed.ts'
import { digits, formatTable } from '../support/table.ts'

/** Imports the skills of repositories, exports them, changes one line of each, and compares every byte. */
async function run(repositories: readonly string[], target: string | undefined): Promise<void> {
  const dataFolder = makeFolder()
  const { userId, workspaceId } = await startWorkspace(dataFolder)
  await withContext(dataFolder, userId, async (outer) => {
    const context = await enterWorkspace(outer, workspaceId, 'write')
    const rows: string[][] = []
    for (const repository of repositories) {
      const name = basename(repository)
      const found = { skills: 0, published: 0, identical: 0, changed: 0, oneBlock: 0 }
      for (const folder of foldersOf(await readRepository(repository))) {
        if (folder.ownership !== 'SKILL') continue
        const reason = reasonToLeaveOut(folder)
        if (reason !== undefined) {
          console.log(`${name}/${folder.name} is left out: ${reason}`)
          continue
        }
        found.skills += 1
        const outcome = await tryFolder(context, folder)
        if (target !== undefined) {
          // Two folders of a repository can have the same name.
          const own = join(target, name, String(found.skills), folder.name)
          await writeFiles(own, outcome.exported)
        }
        if (outcome.isPublished) found.published += 1
        if (outcome.difference === undefined) found.identical += 1
        else console.log(`${name}/${folder.name}: ${outcome.difference}`)
        if (outcome.blocks === undefined) continue
        found.changed += 1
        if (outcome.blocks === 1) found.oneBlock += 1
        else console.log(`${name}/${folder.name}: ${outcome.blocks} blocks differ`)
      }
      rows.push([name, ...Object.values(found).map(digits)])
      if (found.identical < found.skills || found.oneBlock < found.changed) process.exitCode = 1
    }
    const headings = ['skills', 'published', 'identical', 'then changed', 'one block differs']
    const columns = headings.map((heading) => ({ heading }))
    console.log(formatTable([{ heading: 'repository', left: true }, ...columns], rows))
  })
}

/** What the specification requires, and the documented limit. */
function reasonToLeaveOut({ files, main }: ImportedFolder): string | undefined {
  if (files.length > maxFiles) return `it has ${files.length} files`
  const text = Buffer.from(files.find(({ path }) => path === main)?.content ?? []).toString()
  const { name, description } = attributesOf(text)
  return name === undefined || description === undefined
    ? 'its front matter has no name or no description'
    : undefined
}

type Outcome = {
  isPublished: boolean
  exported: readonly ImportedFile[]
  difference: string | undefined
  /** How many blocks differ after a line was changed; undefined without a line to change. */
  blocks: number | undefined
}

async function tryFolder(context: WorkspaceContext, folder: ImportedFolder): Promise<Outcome> {
  const refused = { isPublished: false, blocks: undefined, exported: [] }
  const { workspaceId } = context.viewer
  const content = await zipFiles(
    folder.files.map(({ path, content: bytes, isExecutable }) => ({
      path: `${folder.name}/${path}`,
      content: bytes,
      mode: isExecutable ? 0o755 : 0o644,
    })),
  )
  const file = { workspaceId, name: 'skills.zip', mimeType: 'application/zip', content: [content] }
  const fileId = await addFile(context, file, async () => undefined)
  const input = { workspaceId, fileId, parentId: null }
  const { skills, skipped } = await importSkills(context, input)
  const [imported] = skills
  const refusal = skipped[0]?.reason ?? 'was not imported'
  if (imported === undefined) return { ...refused, difference: refusal }
  const { pageId, version } = imported
  const draft = await loadFiles((await readDraft(context, { workspaceId, pageId })).folder)
  const address = { workspaceId, pageId, version: version ?? 0 }
  const exported = version === null ? draft : await unpack(context, address)
  const difference = differenceOf(folder.files, exported)
  return {
    isPublished: version !== null,
    exported: version === null ? [] : exported,
    difference,
    blocks: await changeLine(context, pageId, draft),
  }
}

/** What was published, for other programs to check. */
async function writeFiles(folder: string, files: readonly ImportedFile[]): Promise<void> {
  for (const { path, content, isExecutable } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content, { mode: isExecutable ? 0o755 : 0o644 })
  }
}

async function unpack(
  context: WorkspaceContext,
  address: { workspaceId: string; pageId: string; version: number },
): Promise<ImportedFile[]> {
  const archive = await archiveVersion(context.store, address, { format: 'zip', folder: undefined })
  const read = await unzip(archive, { files: 5000, bytes: 128 * 1024 * 1024 })
  return read.ok ? read.entries : []
}

/** In paths, bytes, executable bits or the digest of the manifest. */
function differenceOf(
  before: readonly ImportedFile[],
  after: readonly ImportedFile[],
): string | undefined {
  const manifest = (files: readonly ImportedFile[]) =>
    files
      .map(({ path, content, isExecutable }) => ({ path, sha256: sha256Of(content), isExecutable }))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const [first, second] = [manifest(before), manifest(after)]
  if (digestOf(first) === digestOf(second)) return undefined
  const lines = (files: typeof first) => new Set(files.map((file) => digestOf([file])))
  const known = lines(second)
  return first.find((file) => !known.has(digestOf([file])))?.path ?? 'has more files'
}

/** Changes a line of plain words in the main file; undefined if it has none. */
async function changeLine(
  context: WorkspaceContext,
  pageId: string,
  draft: readonly LoadedFile[],
): Promise<number | undefined> {
  const { workspaceId } = context.viewer
  const before = mainText(draft)
  const body = before.slice(before.indexOf('\n---', 3) + 4)
  const plain = body.match(/(?<=\n\n)[A-Z][a-z]+(?: [A-Za-z]+,?){3,}\.(?=\n\n)/g) ?? []
  const line = plain.find((one) => before.split(one).length === 2)
  if (line === undefined) return undefined
  const text = line.replace(/^\w+/, 'Otherwise')
  await editPage(context, { workspaceId, pageId, mode: 'replace', find: line, text })
  const after = await loadFiles((await readDraft(context, { workspaceId, pageId })).folder)
  const others = after.filter(({ path }, index) => draft[index]?.path !== path)
  const isOnly = after.every(
    ({ path, sha256 }, index) => path === 'SKILL.md' || draft[index]?.sha256 === sha256,
  )
  if (others.length > 0 || !isOnly) return Number.POSITIVE_INFINITY
  const [first, second] = [before.split('\n\n'), mainText(after).split('\n\n')]
  const shared = Math.max(first.length, second.length)
  return Array.from({ length: shared }).filter((_, index) => first[index] !== second[index]).length
}

function mainText(files: readonly LoadedFile[]): string {
  const main = files.find(({ path }) => path === 'SKILL.md')
  return Buffer.from(main?.content ?? []).toString()
}

/** The files that `quire skills add` sends. Links, which can lead back into the repository, are not followed. */
async function readRepository(folder: string): Promise<ImportedFile[]> {
  const limits = { files: 100_000, bytes: 1024 ** 3 }
  const files = await readTree(folder, limits, chooseSkillFiles)
  return files.map(({ bytes: content, ...file }) => ({ ...file, content }))
}

const { values, positionals } = parseArgs({
  options: { to: { type: 'string' } },
  allowPositionals: true,
})
if (positionals.length === 0) {
  console.error('Usage: node bench/files/skills.ts [--to FOLDER] REPOSITORY...')
  process.exitCode = 2
} else {
  const paths = positionals.map((one) => resolve(one))
  await run(paths, values.to === undefined ? undefined : resolve(values.to))
}
