import { AppError } from '../../../lib/errors.ts'
import { isId } from '../../../lib/ids.ts'
import { foldText } from '../../../lib/text.ts'
import { pageLookup } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { searchPages } from '../../search/search.ts'
import { canonicalUrl } from '../urls.ts'

const pageUrlPattern = /\/pages\/([0-9a-fA-F-]{36})\/?(?:[?#].*)?$/
const separator = /\s*[/›>]\s*/
/** Pages that an error lists. */
const maxCandidates = 5
/** Pages with the same title that a path chooses from. */
const maxSameTitle = 50
const maxQueryLength = 200

/** The ID of a page by its ID, URL, path (`Handbook / Travel`) or exact title. Throws PAGE_NOT_FOUND or PAGE_AMBIGUOUS. */
export async function resolvePage(context: WorkspaceContext, page: string): Promise<string> {
  const trimmed = page.trim()
  const id = isId(trimmed) ? trimmed : pageUrlPattern.exec(trimmed)?.[1]
  if (id !== undefined) return id.toLowerCase()
  const titled = await byTitle(context, page)
  const found = titled.length > 0 ? titled : await byPath(context, trimmed)
  const [first, ...others] = found
  if (first === undefined) throw await notFound(context, trimmed)
  if (others.length === 0) return first
  const candidates = await Promise.all(
    found.slice(0, maxCandidates).map((one) => describe(context, one)),
  )
  throw new AppError(
    'PAGE_AMBIGUOUS',
    `${found.length >= maxSameTitle ? 'Many' : found.length} pages have this title. Use the ID or the path of one: ${candidates.join('; ')}`,
  )
}

function byTitle({ store, viewer }: WorkspaceContext, title: string): Promise<string[]> {
  return pageLookup.byTitle(store, viewer, title, maxSameTitle)
}

/** Pages with the last title of a path, below pages with the titles before it. */
async function byPath(context: WorkspaceContext, path: string): Promise<string[]> {
  const titles = path.split(separator).filter((title) => title !== '')
  const last = titles.pop()
  if (last === undefined || titles.length === 0) return []
  const { store, viewer } = context
  const found: string[] = []
  for (const id of await byTitle(context, last)) {
    const ancestors = await pageLookup.breadcrumb(store, viewer, id)
    const own = ancestors.slice(-titles.length).map(({ title }) => title)
    if (own.length === titles.length && own.every((title, index) => title === titles[index]))
      found.push(id)
  }
  return found
}

async function describe(context: WorkspaceContext, id: string): Promise<string> {
  const { store, viewer } = context
  const [page, ancestors] = await Promise.all([
    pageLookup.get(store, viewer, id),
    pageLookup.breadcrumb(store, viewer, id),
  ])
  const path = [...ancestors, { title: page?.title ?? '' }].map(({ title }) => title).join(' / ')
  return `${id} (${path}, ${canonicalUrl(context, id)})`
}

async function notFound(context: WorkspaceContext, page: string): Promise<AppError> {
  const query = page.slice(0, maxQueryLength)
  const similar =
    query === '' ? [] : await searchPages(context, { query, k: maxCandidates }).catch(() => [])
  const names = similar
    .filter(({ title }) => isSimilar(title, query))
    .map(({ title, pageId }) => `"${title}" (${pageId})`)
  const hint =
    names.length === 0
      ? 'No page has exactly this title. Search for the page and use its ID.'
      : `No page has exactly this title. Similar pages: ${names.join(', ')}.`
  return new AppError('PAGE_NOT_FOUND', `Page "${page}" not found. ${hint}`)
}

/** Whether two titles share half of the pairs of letters of the shorter one. Search also finds pages by their text. */
function isSimilar(title: string, other: string): boolean {
  const [one, two] = [pairsOf(title), pairsOf(other)]
  const shorter = Math.min(one.size, two.size)
  return shorter > 0 && one.intersection(two).size >= shorter / 2
}

function pairsOf(title: string): Set<string> {
  const letters = Array.from(foldText(title).replaceAll(/[^\p{L}\p{N}]/gu, ''))
  return new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`))
}
