import { AppError } from '../../../lib/errors.ts'
import { isId } from '../../../lib/ids.ts'
import type { WorkspaceContext } from '../../context.ts'
import { listTrash } from '../trash.ts'

/** Deleted pages that are searched for a title. */
const maxDeleted = 200
const maxCandidates = 5
const urlPattern = /\/pages\/([0-9a-fA-F-]{36})\/?(?:[?#].*)?$/

/** The ID of a deleted page by its ID, URL or exact title. Throws PAGE_NOT_FOUND or PAGE_AMBIGUOUS. */
export async function resolveDeleted(context: WorkspaceContext, page: string): Promise<string> {
  const trimmed = page.trim()
  const id = isId(trimmed) ? trimmed : urlPattern.exec(trimmed)?.[1]
  if (id !== undefined) return id.toLowerCase()
  const deleted = await listTrash(context, { limit: maxDeleted, offset: 0 })
  const found = deleted.filter(({ title }) => title === page || title === trimmed)
  const [first, ...others] = found
  const shown = (list: typeof deleted) =>
    list
      .slice(0, maxCandidates)
      .map((one) => `"${one.title}" (${one.id})`)
      .join(', ')
  if (first === undefined) {
    const names = deleted.length === 0 ? 'The trash is empty.' : `In the trash: ${shown(deleted)}.`
    throw new AppError('PAGE_NOT_FOUND', `No deleted page has exactly this title. ${names}`)
  }
  if (others.length === 0) return first.id
  throw new AppError(
    'PAGE_AMBIGUOUS',
    `${found.length} deleted pages have this title. Use the ID of one: ${shown(found)}.`,
  )
}
