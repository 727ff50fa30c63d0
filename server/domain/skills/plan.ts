import { buffer } from 'node:stream/consumers'
import { files, pages, skillDrafts, systemViewer, type Viewer } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { openContent } from '../files/contents.ts'
import { maxBytes, maxFiles, tooLarge } from './files.ts'
import { type Finding, warning } from './findings.ts'
import { comparable, createPaths, folderOf, nameFrom, splitName, stemOf } from './names.ts'

/** A page of a skill, with its place in the folder. */
export type PlannedPage = Pick<pages.PageRow, 'id' | 'title' | 'properties' | 'version'> & {
  path: string
}

/** An attached file, with its place in the folder. Undefined: executable if it is a script that says so. */
export type PlannedFile = {
  fileId: string
  path: string
  isExecutable: boolean | undefined
  sha256: string
  size: number
  /** All bytes, or the first ones. */
  read: (count?: number) => Promise<Uint8Array>
}

/** What belongs to a skill, before it is written. */
export type Plan = {
  main: pages.PageRow
  name: string
  /** The main page is the first. */
  pages: PlannedPage[]
  files: PlannedFile[]
  findings: Finding[]
}

export const mainFile = 'SKILL.md'

/** The name of a skill: the one in its properties, or one made from its title. */
export async function skillName(
  { content }: Pick<WorkspaceContext, 'content'>,
  { id, title, properties }: Pick<pages.PageRow, 'id' | 'title' | 'properties'>,
): Promise<string> {
  const read = await content.readProperties(properties)
  const written = read.ok ? read.written.find(({ key }) => key === 'name') : undefined
  const value = written?.kind === 'values' ? written.values[0] : undefined
  return typeof value === 'string' && value !== '' ? value : nameFrom(title, id)
}

/** The path of the main file: an agent is one file with its name. */
export function mainPath({ ownership }: Pick<pages.PageRow, 'ownership'>, name: string): string {
  return ownership === 'AGENT' ? `${splitName(name).stem}.md` : mainFile
}

/** The plan of everything that belongs to a skill now: its subpages and attached files. */
export async function planSkill(context: WorkspaceContext, main: pages.PageRow): Promise<Plan> {
  const { store, viewer } = context
  const name = await skillName(context, main)
  const own = { id: main.id, title: main.title, properties: main.properties, version: main.version }
  const plan: Plan = {
    main,
    name,
    pages: [{ ...own, path: mainPath(main, name) }],
    files: [],
    findings: [],
  }
  if (main.ownership === 'AGENT') return plan
  const address = { workspaceId: main.workspaceId, pageId: main.id }
  const set = await skillDrafts.paths(store, address)
  const setPaths = new Map(set.map((row) => [row.itemId, row]))
  const newPath = createPaths([mainFile, ...set.map(({ path }) => path)])
  const subpages = await skillDrafts.subpages(store, address, maxFiles + 1)
  for (const { sectionId, parentId: _parent, ...page } of subpages) {
    if (sectionId !== main.sectionId) {
      plan.findings.push(...(await leftOut(context, viewer, page)))
      continue
    }
    const path =
      setPaths.get(page.id)?.path ?? newPath('references', stemOf(page.title, 'page'), '.md')
    plan.pages.push({ ...page, path })
  }
  const attached = (await files.ofPage(store, main.workspaceId, main.id)).toReversed()
  for (const { id, name: fileName } of attached.slice(0, maxFiles + 1)) {
    const file = await files.get(store, systemViewer(main.workspaceId), id)
    if (file === undefined) continue
    const known = setPaths.get(id)
    const { stem, ending } = splitName(fileName)
    const path = known?.path ?? newPath(folderOf(fileName), stem, ending)
    plan.files.push({
      fileId: id,
      path,
      isExecutable: known === undefined ? undefined : known.isExecutable === 1,
      sha256: file.sha256,
      size: file.size,
      read: (count) => readFile(context, { ...file, path }, count),
    })
  }
  return plan
}

/** The plan of one page alone, in the folder of its newest version. */
export async function planMain(context: WorkspaceContext, main: pages.PageRow): Promise<Plan> {
  const name = await skillName(context, main)
  const own = { id: main.id, title: main.title, properties: main.properties, version: main.version }
  return { main, name, pages: [{ ...own, path: mainPath(main, name) }], files: [], findings: [] }
}

/** Readers of the skill may not read such a page. Only those who can read it learn of it. */
async function leftOut(
  { store }: WorkspaceContext,
  viewer: Viewer,
  { id, title }: { id: string; title: string },
): Promise<Finding[]> {
  if ((await pages.get(store, viewer, id)) === undefined) return []
  const message = `The page “${title}” has permissions of its own and is not part of the skill.`
  return [warning('page-left-out', message)]
}

async function readFile(
  context: WorkspaceContext,
  { sha256, size, path }: { sha256: string; size: number; path: string },
  count: number | undefined,
): Promise<Uint8Array> {
  if (count === undefined && size > maxBytes) throw tooLarge(path)
  if (size === 0) return new Uint8Array()
  const range = count === undefined ? undefined : { start: 0, end: Math.min(count, size) - 1 }
  return buffer(await openContent(context, { sha256, size }, range))
}

/** Paths that differ only by case are one file on some systems. */
export function clashesOf(paths: readonly string[]): string[] {
  const counts = Map.groupBy(paths, comparable)
  return [...counts.values()].flatMap((same) => (same.length > 1 ? same : []))
}
