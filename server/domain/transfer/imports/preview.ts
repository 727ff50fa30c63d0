import { startTimeSlice, yieldToEventLoop } from '../../../lib/time-slices.ts'
import { type Ledger, pageIdOf } from '../import/ledger.ts'
import { lineOf } from '../import/line-of-url.ts'
import { followUrl } from '../import/links.ts'
import { type Plan, type PlannedPage, planPages } from '../import/plan.ts'
import { type Scan, scanSource } from '../import/scan.ts'
import type { Source } from '../import/source.ts'
import { createConverter } from '../sources/pages/converter.ts'
import type { Loss } from '../sources/source-files.ts'
import type { OpenUpload } from './open-upload.ts'

/** Pages and problems that a preview lists. */
const maxListed = 2000

/** What an import would do with a file of its source. */
export type PreviewPage = {
  path: string
  title: string
  depth: number
  /** Whether it is created, or updates a page of an earlier import. */
  action: 'create' | 'update'
  pageId: string | null
}

export type Problem = { path: string; reason: string }

export type ImportPreview = {
  pages: number
  updates: number
  files: number
  links: number
  brokenLinks: number
  hidden: number
  /** Up to 2,000, in their order. */
  tree: PreviewPage[]
  /** What is not imported, or only in part. */
  problems: Problem[]
  losses: Loss[]
  warnings: string[]
  /** Whether lists are cut. */
  isCut: boolean
}

/** Reads everything that an import would read, and writes nothing. */
export async function previewImport(
  opened: OpenUpload,
  ledger: Ledger,
  isStopped: () => boolean,
): Promise<ImportPreview | undefined> {
  const converter = createConverter()
  try {
    const scan = await scanSource(opened.root)
    const idOf = (path: string) => pageIdOf(ledger, path)
    const plan = await planPages(scan, null, { converter, idOf })
    return await previewPages(opened, { scan, plan, ledger, isStopped })
  } finally {
    await converter.close()
  }
}

type Previewing = { scan: Scan; plan: Plan; ledger: Ledger; isStopped: () => boolean }

async function previewPages(
  { root, losses, warnings }: OpenUpload,
  { scan, plan, ledger, isStopped }: Previewing,
): Promise<ImportPreview | undefined> {
  const skipped = new Set(scan.skipped.map(({ path }) => path))
  const { index, addNames } = plan
  const targets = { root, index, addNames, pages: plan.byPath, others: scan.others, skipped }
  const found = {
    pages: 0,
    updates: 0,
    links: 0,
    brokenLinks: 0,
    tree: new Array<PreviewPage>(),
    problems: [...scan.skipped],
  }
  const depths = new Map<string, number>()
  const timeSlice = startTimeSlice()
  for (const page of plan.pages) {
    if (isStopped()) return undefined
    await yieldToEventLoop()
    const depth = page.parentId === null ? 0 : (depths.get(page.parentId) ?? -1) + 1
    depths.set(page.id, depth)
    const read = await readTitle(plan, page)
    found.problems.push(...read.problems)
    if (read.title === undefined) continue
    const known = ledger.page(page.entry.path)
    found.pages += 1
    if (known !== undefined) found.updates += 1
    const path = page.entry.source ?? page.entry.path
    const action = known === undefined ? ('create' as const) : ('update' as const)
    found.tree.push({ path, title: read.title, depth, action, pageId: known?.id ?? null })
    if (read.source === undefined) continue
    for (const { line, text } of read.source.literals) {
      const where = line === null ? '' : ` in line ${line}`
      found.problems.push({ path, reason: `has ${text}${where}, which stays text` })
    }
    for (const url of read.source.urls) {
      if (timeSlice.isOver()) await timeSlice.pause()
      const target = await followUrl(targets, path, url)
      if (target.kind === 'broken') {
        found.brokenLinks += 1
        const line = lineOf(read.source.text, url)
        const where = line === undefined ? '' : ` in line ${line}`
        found.problems.push({ path, reason: `links to ${url}${where}, which ${target.reason}` })
      } else if (target.kind !== 'elsewhere') found.links += 1
    }
  }
  const lists = [found.tree, found.problems, losses]
  return {
    ...found,
    files: scan.others.size,
    hidden: scan.hidden,
    tree: found.tree.slice(0, maxListed),
    problems: found.problems.slice(0, maxListed),
    losses: losses.slice(0, maxListed),
    warnings: [...warnings],
    isCut: lists.some((list) => list.length > maxListed),
  }
}

type Read = { title: string | undefined; problems: Problem[]; source?: Source }

async function readTitle(plan: Plan, page: PlannedPage): Promise<Read> {
  const { entry } = page
  const path = entry.source ?? entry.path
  const source = await plan.read(page)
  if (typeof source === 'string') {
    // A folder remains the parent of its entries.
    const title = entry.source === entry.path ? undefined : entry.name
    return { title, problems: [{ path, reason: source }] }
  }
  const problems = source.hasBrokenFrontMatter
    ? [{ path, reason: 'has front matter that is not YAML; it stays in the text' }]
    : []
  return { title: source.title, problems, source }
}
