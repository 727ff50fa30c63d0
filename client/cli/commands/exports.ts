import { stat } from 'node:fs/promises'
import type { Given, Report, Session } from '../command.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findPageId } from '../session.ts'
import { row } from '../text.ts'
import { download, save } from './downloads.ts'

/** Throws ALREADY_EXISTS, PAGE_NOT_FOUND. */
export async function exportPages(session: Session, given: Given): Promise<Report> {
  const [path = ''] = given.words
  if ((await stat(path).catch(() => undefined)) !== undefined) {
    const message = `${path} already exists. Name a new file.`
    throw new CommandError(message, 'ALREADY_EXISTS', exitCodes.conflict)
  }
  const page = given.text('page')
  const pageId = page === undefined ? undefined : await findPageId(session, page)
  const workspaceId = await session.workspaceId()
  const format = given.text('format')
  const asked = new URLSearchParams({
    workspaceId,
    ...(pageId !== undefined && { pageId }),
    ...(format !== undefined && { format }),
  })
  const address = `/v1/workspace/export?${asked.toString()}`
  const size = await save(await download(session, address, 'workspaces.export'), path)
  return { text: row(path, size), json: { path, size, ...(pageId !== undefined && { pageId }) } }
}
