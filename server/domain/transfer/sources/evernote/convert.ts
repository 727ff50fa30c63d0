import { posix } from 'node:path'
import { mapUrls } from '../../../../../content/urls.ts'
import { createNames, endingOf } from '../../export/names.ts'
import { maxFileBytes } from '../../file-text.ts'
import { archiveLimits } from '../archive/limits.ts'
import { createOutput, type Output } from '../folder/output.ts'
import { folderOfPage, locatePages, type PageNode } from '../folder/tree.ts'
import { addPage } from '../pages/add-page.ts'
import { type Converter, createConverter } from '../pages/converter.ts'
import { NotConverted, tryFile } from '../pages/not-converted.ts'
import { pageText } from '../pages/page-text.ts'
import type { ConvertedFolder, SourceFiles } from '../source-files.ts'
import { attachmentUrl } from './clean-note.ts'
import { decodeData } from './decode-data.ts'
import { type EvernoteNote, titleOf } from './read-note.ts'
import { type NoteParts, splitNotes } from './split-notes.ts'

const notebook = /\.enex$/i
/** Of a note without its files; most of it is no text. */
const maxNoteBytes = 4 * maxFileBytes
const nameBytes = 120

type Conversion = {
  files: SourceFiles
  output: Output
  converter: Converter
  /** Paths of pages by the titles that one note has. */
  byTitle: ReadonlyMap<string, string>
}

/** Exports of Evernote: each file is a page, with its notes below it. */
export async function convertEvernote(files: SourceFiles): Promise<ConvertedFolder> {
  const output = createOutput(files)
  const converter = createConverter()
  try {
    const notebooks: PageNode[] = []
    for (const path of files.paths()) {
      if (!notebook.test(path)) output.addFile(path, path)
      else {
        const found = await tryFile(output, path, () => listNotes(files, path))
        if (found !== undefined) notebooks.push(found)
      }
    }
    const locations = locatePages(notebooks)
    const conversion = { files, output, converter, byTitle: titlesOf(notebooks, locations) }
    for (const node of notebooks) await convertNotebook(conversion, node, locations)
    return output.finish('evernote')
  } finally {
    await converter.close()
  }
}

/** The titles of the notes in a file. */
async function listNotes(files: SourceFiles, path: string): Promise<PageNode> {
  if (files.size(path) > archiveLimits.fileBytes) {
    throw new NotConverted('It is larger than 256 MiB. Export its notes in several parts.')
  }
  const children: PageNode[] = []
  for await (const { xml } of splitNotes(await readBuffer(files, path))) {
    const title = titleOf(xml.toString('utf8', 0, 10_000)) || 'Untitled'
    children.push({ ...emptyNode, title, source: `${path}: ${title}`, children: [] })
  }
  const title = posix.basename(path, posix.extname(path))
  return { ...emptyNode, title, source: path, children }
}

const emptyNode = { table: undefined, folder: undefined }

async function readBuffer(files: SourceFiles, path: string): Promise<Buffer> {
  const bytes = await files.read(path)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function titlesOf(
  notebooks: readonly PageNode[],
  locations: ReadonlyMap<PageNode, string>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const repeated = new Set<string>()
  for (const note of notebooks.flatMap(({ children }) => children)) {
    const path = locations.get(note)
    if (found.has(note.title)) repeated.add(note.title)
    else if (path !== undefined) found.set(note.title, path)
  }
  for (const title of repeated) found.delete(title)
  return found
}

async function convertNotebook(
  conversion: Conversion,
  node: PageNode,
  locations: ReadonlyMap<PageNode, string>,
): Promise<void> {
  const { files, output } = conversion
  const { source = '', title, children } = node
  const path = locations.get(node) ?? ''
  output.addText(path, pageText(path, { title }, ''))
  const attachments = createAttachments(output, folderOfPage(path))
  let order = 0
  for await (const parts of splitNotes(await readBuffer(files, source))) {
    const note = children[order]
    order += 1
    if (note === undefined) break
    const location = { source: note.source ?? '', path: locations.get(note) ?? '', order }
    await convertNote(conversion, parts, attachments, location)
  }
}

async function convertNote(
  { output, converter, byTitle }: Conversion,
  { xml, data }: NoteParts,
  attachments: Attachments,
  { source, path, order }: { source: string; path: string; order: number },
): Promise<void> {
  const decoded: { bytes: Buffer; hash: string }[] = []
  for (const base64 of data) decoded.push(await decodeData(base64))
  const hashes = decoded.map(({ hash }) => hash)
  const note = await tryFile(output, source, async () => {
    if (xml.length > maxNoteBytes) throw new NotConverted('It is too large for a page.')
    return converter.readEvernoteNote({ xml: xml.toString('utf8'), hashes })
  })
  if (note === undefined) return
  const byPath = new Map<string, string>()
  const files: { path: string; name: string }[] = []
  for (const attachment of note.attachments) {
    const url = attachmentUrl(attachment.hash)
    const bytes = decoded[attachment.number]?.bytes
    if (bytes === undefined) continue
    const file = attachments.add(bytes, attachment)
    byPath.set(url, file)
    if (attachment.isShown) continue
    const name = attachment.name || posix.basename(file)
    files.push({ path: posix.relative(posix.dirname(path), file), name })
  }
  const read = withLinks(note, byTitle, byPath)
  const find = (url: string) => (byPath.has(url) ? url : undefined)
  const head = { title: note.title, order, files }
  await addPage({ output, converter, targets: { byPath, find } }, { source, path }, read, head)
}

/** Links to notes lead to the page with the title that they state. Others stay links to Evernote. */
function withLinks(
  note: EvernoteNote,
  byTitle: ReadonlyMap<string, string>,
  byPath: Map<string, string>,
): EvernoteNote {
  let unknown = 0
  const original = new Map<string, string>()
  for (const [own, { url, title }] of Object.entries(note.links)) {
    const path = byTitle.get(title)
    if (path !== undefined) byPath.set(own, path)
    else {
      original.set(own, url)
      unknown += 1
    }
  }
  if (unknown === 0) return note
  const document = mapUrls(note.document, (url) => original.get(url) ?? url)
  const loss = { kind: 'link to a note', outcome: 'changed', count: unknown } as const
  return { ...note, document, losses: [...note.losses, loss] }
}

type Attachments = {
  /** The path of a file, which notes can share. */
  add: (bytes: Buffer, file: { hash: string; mimeType: string; name: string }) => string
}

function createAttachments(output: Output, folder: string): Attachments {
  const names = createNames()
  const byHash = new Map<string, string>()
  return {
    add: (bytes, { hash, mimeType, name }) => {
      const known = byHash.get(hash)
      if (known !== undefined) return known
      const ending = endingOf(name) || endingOfType(mimeType)
      const stem = name.slice(0, name.length - endingOf(name).length) || 'attachment'
      const path = `${folder}/files/${names(stem, ending, nameBytes)}`
      byHash.set(hash, path)
      output.addBytes(path, bytes)
      return path
    },
  }
}

/** For files that have no name. */
function endingOfType(mimeType: string): string {
  const subtype = mimeType.split('/')[1]?.split(/[;+]/)[0]?.toLowerCase() ?? ''
  if (subtype === 'jpeg') return '.jpg'
  return /^[a-z\d]{2,4}$/.test(subtype) ? `.${subtype}` : ''
}
