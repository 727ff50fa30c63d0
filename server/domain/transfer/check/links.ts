import { linkVersion } from '../../../../content/links/link-version.ts'
import { checks, type Snapshot } from '../../../store/index.ts'
import { anchorsText, linkRows } from '../../document/page-links.ts'
import { links as linksOf } from '../../document/tasks.ts'

/** Finds stored links, tags and anchors that do not match the document of their page. */
export async function checkLinks(snapshot: Snapshot): Promise<string[]> {
  const indexed = new Set(
    (await checks.linkIndexes(snapshot))
      .filter(({ version }) => version === linkVersion)
      .map(({ workspaceId }) => workspaceId),
  )
  const links = new PageRows(checks.links(snapshot))
  const tags = new PageRows(checks.tags(snapshot))
  const faults: string[] = []
  for await (const row of checks.contents(snapshot)) {
    const stored = { links: await links.of(row), tags: await tags.of(row) }
    if (!indexed.has(row.workspaceId)) continue
    const fault = faultOf(row, stored)
    if (fault !== undefined) faults.push(`page ${row.pageId} ${fault}`)
  }
  return faults
}

type Stored = { links: checks.CheckedLink[]; tags: checks.CheckedTag[] }

function faultOf(row: checks.ContentRow, stored: Stored): string | undefined {
  const found = tryReading(row)
  // An invalid document is a fault of its own.
  if (found === undefined) return undefined
  const links = linkRows(found).map(listOf)
  if (JSON.stringify(links) !== JSON.stringify(stored.links.map(listOf))) {
    return 'has links in the index that differ from its document'
  }
  const tags = found.tags.map(({ tag, name }) => `${tag} ${name}`).toSorted()
  const storedTags = stored.tags.map(({ tag, name }) => `${tag} ${name}`).toSorted()
  if (JSON.stringify(tags) !== JSON.stringify(storedTags)) {
    return 'has tags in the index that differ from its document'
  }
  return anchorsText(found.anchors) === row.anchors
    ? undefined
    : 'has anchors in the index that differ from its document'
}

function tryReading({
  pageId,
  document,
}: checks.ContentRow): ReturnType<typeof linksOf> | undefined {
  try {
    return linksOf({ id: pageId, document })
  } catch {
    return undefined
  }
}

function listOf(link: ReturnType<typeof linkRows>[number]): unknown[] {
  const { kind, targetId, origin, anchor, label, block, sentence, from, to } = link
  return [kind, targetId, origin, anchor, label, block, sentence, from, to]
}

type PageRow = { workspaceId: string; pageId: string }

/** Rows in the order of their pages, read beside those pages. */
class PageRows<Row extends PageRow> {
  readonly #rows: AsyncIterator<Row>
  #next: Row | undefined

  constructor(rows: AsyncIterable<Row>) {
    this.#rows = rows[Symbol.asyncIterator]()
  }

  /** The rows of a page; pages have to be asked for in order. */
  async of(page: PageRow): Promise<Row[]> {
    const found: Row[] = []
    for (;;) {
      const row = (this.#next ??= await this.#read())
      if (row === undefined || compare(row, page) > 0) return found
      if (compare(row, page) === 0) found.push(row)
      this.#next = undefined
    }
  }

  async #read(): Promise<Row | undefined> {
    const { done, value } = await this.#rows.next()
    return done === true ? undefined : value
  }
}

function compare(a: PageRow, b: PageRow): number {
  const [left, right] = [`${a.workspaceId} ${a.pageId}`, `${b.workspaceId} ${b.pageId}`]
  return left < right ? -1 : Number(left > right)
}
