import { invalidInput } from '../../lib/errors.ts'
import { isId } from '../../lib/ids.ts'
import type { pageLinks } from '../../store/index.ts'

/** A part of a list of links or pages, and where the next part begins. */
export type Part<Item> = { items: Item[]; nextCursor: string | null }

export type PartInput = { limit: number; cursor: string | undefined }

/** Throws VALIDATION_FAILED. */
export function readLinkCursor(
  cursor: string | undefined,
  first: pageLinks.LinkCursor,
): pageLinks.LinkCursor {
  if (cursor === undefined) return first
  const [pageId = '', number = ''] = cursor.split('.')
  if (!isId(pageId) || !/^\d{1,9}$/.test(number)) throw invalidCursor()
  return { pageId, position: Number(number) }
}

export function linkCursor({ pageId, position }: pageLinks.LinkCursor): string {
  return `${pageId}.${position}`
}

/** Throws VALIDATION_FAILED. */
export function readPageCursor(cursor: string | undefined): string {
  if (cursor === undefined) return ''
  if (!isId(cursor)) throw invalidCursor()
  return cursor
}

function invalidCursor(): Error {
  const message = 'must be the nextCursor of the response before'
  return invalidInput([{ path: '/cursor', rule: 'cursor', message }])
}
