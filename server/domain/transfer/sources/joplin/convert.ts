import { createNames, endingOf } from '../../export/names.ts'
import { createOutput, type Output, relativeUrl } from '../folder/output.ts'
import { readText } from '../folder/read-text.ts'
import { locatePages, walk } from '../folder/tree.ts'
import { addPage } from '../pages/add-page.ts'
import { type Converter, createConverter } from '../pages/converter.ts'
import { NotConverted, tryFile } from '../pages/not-converted.ts'
import { type PageHead, pageText } from '../pages/page-text.ts'
import type { ConvertedFolder, SourceFiles } from '../source-files.ts'
import { dateIn, idIn, isSet, type Item, itemTypes, readItem } from './item.ts'
import { type ItemPage, listPages } from './list-pages.ts'
import { linkedIds, withUrls } from './note.ts'
import { type Items, readItems, unpackArchives } from './read-items.ts'

const nameBytes = 120
/** Of notes that are written in HTML. */
const htmlLanguage = '2'

type Conversion = {
  files: SourceFiles
  output: Output
  converter: Converter
  /** Paths of pages and files by ID. */
  byId: ReadonlyMap<string, string>
  /** Tags by the ID of their note. */
  tags: ReadonlyMap<string, readonly string[]>
}

/** An export of Joplin, as an archive (JEX) or a folder (RAW): notebooks are pages with their notes below them. */
export async function convertJoplin(given: SourceFiles): Promise<ConvertedFolder> {
  const files = await unpackArchives(given)
  const output = createOutput(files)
  const converter = createConverter()
  try {
    const found = await readItems(files, output)
    reportOthers(found, output)
    const roots = listPages(found)
    const locations = locatePages(roots)
    const byId = new Map(addResources(found, output))
    // SAFETY: the tree consists of pages of items.
    const pages = [...walk(roots)] as ItemPage[]
    for (const page of pages) byId.set(page.item.id, locations.get(page) ?? '')
    const conversion = { files, output, converter, byId, tags: tagsOf(found) }
    for (const list of [roots, ...pages.map(({ children }) => children)]) {
      for (const [index, page] of list.entries()) await convertItem(conversion, page, index + 1)
    }
    return output.finish('joplin')
  } finally {
    await converter.close()
  }
}

/** Items that do not become pages, with how many there are. */
function reportOthers({ items, resources }: Items, output: Output): void {
  const count = (sentence: (amount: string) => string, isMeant: (item: Item) => boolean): void => {
    const found = items.values().filter(isMeant).toArray().length
    if (found > 0)
      output.warn(sentence(found === 1 ? '1 item' : `${found.toLocaleString('en')} items`))
  }
  const isEncrypted = (item: Item): boolean => isSet(item, 'encryption_applied')
  count(
    (amount) => `${amount} skipped: encrypted. In Joplin, decrypt the notes and export them again.`,
    isEncrypted,
  )
  count(
    (amount) => `${amount} skipped: in the trash of Joplin.`,
    (item) => isSet(item, 'deleted_time') && !isEncrypted(item),
  )
  const known: ReadonlySet<number> = new Set(Object.values(itemTypes))
  count(
    (amount) => `${amount} skipped: neither notes nor files, such as earlier versions of notes.`,
    (item) => !known.has(item.type),
  )
  for (const item of items.values()) {
    if (item.type !== itemTypes.resource || isEncrypted(item)) continue
    const isBlob = isSet(item, 'encryption_blob_encrypted')
    if (isBlob || !resources.has(item.id)) {
      output.lose(item.title || item.id, [
        { kind: isBlob ? 'encrypted file' : 'missing file', outcome: 'lost', count: 1 },
      ])
    }
  }
}

/** Copies the files of resources, with the names that they had. */
function addResources({ items, resources }: Items, output: Output): Map<string, string> {
  const names = createNames()
  const byId = new Map<string, string>()
  for (const [id, path] of resources) {
    const item = items.get(id)
    if (item !== undefined && isSet(item, 'encryption_blob_encrypted')) continue
    const name = item?.title || item?.fields.get('filename') || 'file'
    const ending = endingOf(name) || endingOf(path)
    const stem = name.slice(0, name.length - endingOf(name).length)
    const target = `files/${names(stem, ending, nameBytes)}`
    byId.set(id, target)
    output.addFile(target, path)
  }
  return byId
}

function tagsOf({ items }: Items): ReadonlyMap<string, readonly string[]> {
  const tags = new Map<string, string[]>()
  for (const item of items.values()) {
    if (item.type !== itemTypes.noteTag) continue
    const title = items.get(idIn(item, 'tag_id'))?.title ?? ''
    if (title === '') continue
    const note = idIn(item, 'note_id')
    tags.set(note, [...(tags.get(note) ?? []), title].toSorted())
  }
  return tags
}

async function convertItem(
  conversion: Conversion,
  { item, title, source = '' }: ItemPage,
  order: number,
): Promise<void> {
  const { files, output, converter, byId, tags } = conversion
  const path = byId.get(item.id) ?? ''
  if (item.type === itemTypes.notebook) {
    output.addText(path, pageText(path, { title, order, icon: iconOf(item) }, ''))
    return
  }
  const properties = propertiesOf(item, tags.get(item.id))
  const head: PageHead = { title, order, properties }
  await tryFile(output, path, async () => {
    const text = await readText(files, source)
    const body = text === undefined ? undefined : readItem(text)?.body
    if (body === undefined) throw new NotConverted('It is no text, or too large for a page.')
    const urls = urlsOf(body, path, byId)
    if (item.fields.get('markup_language') === htmlLanguage) {
      const read = await converter.readHtml(withUrls(body, urls))
      const targets = { byPath: new Map<string, string>() }
      await addPage({ output, converter, targets }, { source: path, path }, read, head)
      return
    }
    const converted = await converter.convertJoplinNote({ text: body, urls })
    output.addText(path, pageText(path, head, converted))
  })
}

function urlsOf(
  text: string,
  path: string,
  byId: ReadonlyMap<string, string>,
): Record<string, string> {
  const urls: Record<string, string> = {}
  for (const id of linkedIds(text)) {
    const target = byId.get(id)
    if (target !== undefined) urls[id] = relativeUrl(path, target)
  }
  return urls
}

function propertiesOf(item: Item, tags: readonly string[] | undefined): Record<string, unknown> {
  const text = (name: string) => item.fields.get(name) || undefined
  const [latitude, longitude] = ['latitude', 'longitude'].map((name) => text(name) ?? '')
  const isTodo = isSet(item, 'is_todo')
  return {
    created: dateIn(item, 'user_created_time') ?? dateIn(item, 'created_time'),
    updated: dateIn(item, 'user_updated_time') ?? dateIn(item, 'updated_time'),
    author: text('author'),
    tags,
    source: text('source_url'),
    location: Number(latitude) || Number(longitude) ? `${latitude}, ${longitude}` : undefined,
    completed: isTodo ? isSet(item, 'todo_completed') : undefined,
    'completed at': isTodo ? dateIn(item, 'todo_completed') : undefined,
    due: isTodo ? dateIn(item, 'todo_due') : undefined,
    conflict: isSet(item, 'is_conflict') ? true : undefined,
  }
}

/** An emoji; other icons are images. */
function iconOf({ fields }: Item): string | undefined {
  return /"emoji":"([^"\\]{1,40})"/.exec(fields.get('icon') ?? '')?.[1]
}
