import { isId } from '../../lib/ids.ts'
import { invalidCursor, readPosition, writePosition } from '../../lib/lists/cursors.ts'
import type { pageLinks } from '../../store/index.ts'

/** A part of a list of links or pages, and where the next part begins. */
export type Part<Item> = { items: Item[]; nextCursor: string | null }

export type PartInput = { limit: number; cursor: string | undefined }

/** PostgreSQL compares positions as integers of four bytes. */
const maxPosition = 999_999_999

/** Throws VALIDATION_FAILED. */
export function readLinkCursor(
  cursor: string | undefined,
  first: pageLinks.LinkCursor,
): pageLinks.LinkCursor {
  const position = readPosition(cursor)
  if (position === undefined) return first
  if (position.number > maxPosition) throw invalidCursor()
  return { pageId: position.id, position: position.number }
}

export function linkCursor({ pageId, position }: pageLinks.LinkCursor): string {
  return writePosition({ number: position, id: pageId })
}

/** Throws VALIDATION_FAILED. */
export function readPageCursor(cursor: string | undefined): string {
  if (cursor === undefined) return ''
  if (!isId(cursor)) throw invalidCursor()
  return cursor
}
