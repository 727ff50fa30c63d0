import type { ScoredPage } from '../../search/ranking/best.ts'
import { fuse } from '../../search/ranking/fuse.ts'
import type { Semantic } from '../semantic/search.ts'

/** `block` is where a page says what was meant, if it says it in other words. */
export type FusedPage = ScoredPage & { block?: number | undefined }

/** Pages taken from each list; what words rank after them comes behind. */
const fusedLimit = 100
/** For a page in which no word of the query stands, nothing depends on them. */
const anyLanguages = { latin: 'en', cyrillic: 'ru' } as const

/** The list of words as it is, or one list of both. */
export function fusePages(
  lexical: readonly ScoredPage[],
  semantic: Semantic | undefined,
): readonly FusedPage[] {
  if (semantic === undefined) return lexical
  const words = lexical.slice(0, fusedLimit)
  const languages = new Map(words.map((page) => [page.pageId, page.languages]))
  const blocks = new Map(semantic.pages.map(({ pageId, block }) => [pageId, block]))
  const both = fuse(words, semantic.pages.slice(0, fusedLimit), semantic.weight).map((page) => ({
    ...page,
    languages: languages.get(page.pageId) ?? anyLanguages,
    block: blocks.get(page.pageId),
  }))
  const rest = lexical.slice(fusedLimit).filter(({ pageId }) => !blocks.has(pageId))
  return [...both, ...rest]
}
