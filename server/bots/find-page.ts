import { AppError } from '../lib/errors.ts'
import * as pages from '../operations/pages/pages.ts'
import * as search from '../operations/search/search.ts'
import type { Member } from './member.ts'

export type PageOption = { id: string; title: string; ancestors: string }

export type Found =
  | { kind: 'one'; id: string; title: string; url: string }
  /** Pages of that title, or similar ones. */
  | { kind: 'several' | 'similar'; options: PageOption[] }

const maxOptions = 5

/** A page by id, address or title, ignoring case; otherwise the candidates. */
export async function findPage(member: Member, wanted: string): Promise<Found> {
  try {
    const { id, title, url } = await member.call(pages.get, { page: wanted, maxBytes: 100 })
    return { kind: 'one', id, title, url }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'PAGE_AMBIGUOUS')
      return { kind: 'several', options: await pagesTitled(member, wanted) }
    if (error.code !== 'PAGE_NOT_FOUND') throw error
  }
  const options = await similarPages(member, wanted)
  const [first, ...others] = options.filter(({ title }) => fold(title) === fold(wanted))
  if (first !== undefined && others.length === 0) {
    return findPage(member, first.id)
  }
  if (first !== undefined) return { kind: 'several', options: [first, ...others] }
  return { kind: 'similar', options: options.slice(0, maxOptions) }
}

async function pagesTitled(member: Member, title: string): Promise<PageOption[]> {
  const options = await similarPages(member, title)
  return options.filter((one) => one.title === title).slice(0, maxOptions)
}

async function similarPages(member: Member, words: string): Promise<PageOption[]> {
  const { results } = await member.call(search.find, { query: words.slice(0, 500), k: 20 })
  return results.map(({ pageId, title, above }) => ({
    id: pageId,
    title,
    ancestors: above.map((one) => one.title).join(' › '),
  }))
}

function fold(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase()
}
