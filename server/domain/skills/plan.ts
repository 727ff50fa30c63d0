import { files, pages, skillDrafts, systemViewer, type Viewer } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { openContent } from '../files/contents.ts'
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
  read: () => Promise<Uint8Array>
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
/** The limits of the MCP extension. */
export const maxFiles = 512
export const maxBytes = 16 * 1024 * 1024

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
  for (const file of (await files.ofPage(store, main.workspaceId, main.id)).toReversed()) {
    const known = setPaths.get(file.id)
    const { stem, ending } = splitName(file.name)
    plan.files.push({
      fileId: file.id,
      path: known?.path ?? newPath(folderOf(file.name), stem, ending),
      isExecutable: known === undefined ? undefined : known.isExecutable === 1,
      read: () => readFile(context, file.id),
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

async function readFile(context: WorkspaceContext, fileId: string): Promise<Uint8Array> {
  const { store, viewer } = context
  const file = await files.get(store, systemViewer(viewer.workspaceId), fileId)
  if (file === undefined || file.size > maxBytes) return new Uint8Array()
  const chunks: Uint8Array[] = []
  for await (const chunk of await openContent(context, file)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Paths that differ only by case are one file on some systems. */
export function clashesOf(paths: readonly string[]): string[] {
  const counts = Map.groupBy(paths, comparable)
  return [...counts.values()].flatMap((same) => (same.length > 1 ? same : []))
}
