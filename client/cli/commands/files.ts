import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { uploadFile } from '../../uploads.ts'
import type { Given, Report, Session } from '../command.ts'
import { CommandError, misuse, unreadable } from '../exit-codes.ts'
import { findPageId, isId, repeatable } from '../session.ts'
import { row } from '../text.ts'
import { bodyOf, download, save } from './downloads.ts'

/** Throws FILE_UNREADABLE, FILE_TOO_LARGE, PAGE_NOT_FOUND. */
export async function putFile(session: Session, given: Given): Promise<Report> {
  const [path = ''] = given.words
  const page = given.text('page')
  const contents = await openContents(path)
  // Before the bytes are sent: a page that does not exist would leave a file that no page shows.
  const pageId = page === undefined ? undefined : await findPageId(session, page)
  const workspaceId = await session.workspaceId()
  const name = given.text('name') ?? basename(path)
  const { signal } = session.terminal
  const fileId = await uploadFile(session.options, { workspaceId, name, contents, signal })
  if (pageId !== undefined)
    await session.client.pageFiles.attachFile({ workspaceId, pageId, fileId }, repeatable())
  const json = { fileId, name, size: contents.size, ...(pageId !== undefined && { pageId }) }
  return { text: row(fileId, name), json }
}

/** Its bytes are read part by part. Throws FILE_UNREADABLE. */
async function openContents(path: string): Promise<Blob> {
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
  if (isFile) return openAsBlob(path)
  throw unreadable(`${path} cannot be read. Name a file.`)
}

/** Throws FILE_NOT_FOUND, MISUSED. */
export async function getFile(session: Session, given: Given): Promise<Report> {
  const [file = ''] = given.words
  const fileId = /(?:^|\/files\/)([^/]+)$/.exec(file)?.[1] ?? file
  if (!isId(fileId))
    throw new CommandError(`${file} is not the ID or address of a file.`, 'FILE_NOT_FOUND', 4)
  const output = given.text('output')
  const { terminal, isJson } = session
  if (output === undefined && (terminal.isScreen || isJson))
    throw misuse('Name a file with --output, or redirect standard output.')
  const response = await download(session, `/files/${fileId}`, 'files.get')
  if (output === undefined) {
    await terminal.writeBytes(bodyOf(response))
    return { text: '', json: undefined }
  }
  const size = await save(response, output)
  return { text: row(output, size), json: { fileId, path: output, size } }
}
