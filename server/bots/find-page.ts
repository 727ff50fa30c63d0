import { AppError } from '../lib/errors.ts'
import * as pages from '../operations/pages/pages.ts'
import * as search from '../operations/search/search.ts'
import type { Member } from './member.ts'

export type Place = { id: string; title: string; above: string }

export type Found =
  | { kind: 'one'; id: string; title: string; url: string }
  /** Pages that may be meant: of that title, or in the way of it. */
  | { kind: 'several' | 'similar'; places: Place[] }

const mostOffered = 5

/** A page by id, address or title, in any case; else what may have been meant. */
export async function findPage(member: Member, wanted: string): Promise<Found> {
  try {
    const { id, title, url } = await member.ask(pages.get, { page: wanted, maxBytes: 100 })
    return { kind: 'one', id, title, url }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'PAGE_AMBIGUOUS')
      return { kind: 'several', places: await same(member, wanted) }
    if (error.code !== 'PAGE_NOT_FOUND') throw error
  }
  const places = await similar(member, wanted)
  const [first, ...others] = places.filter(({ title }) => fold(title) === fold(wanted))
  if (first !== undefined && others.length === 0) {
    return findPage(member, first.id)
  }
  if (first !== undefined) return { kind: 'several', places: [first, ...others] }
  return { kind: 'similar', places: places.slice(0, mostOffered) }
}

async function same(member: Member, title: string): Promise<Place[]> {
  const places = await similar(member, title)
  return places.filter((one) => one.title === title).slice(0, mostOffered)
}

async function similar(member: Member, words: string): Promise<Place[]> {
  const { results } = await member.ask(search.find, { query: words.slice(0, 500), k: 20 })
  return results.map(({ pageId, title, above }) => ({
    id: pageId,
    title,
    above: above.map((one) => one.title).join(' › '),
  }))
}

function fold(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase()
}
