import { readCleaned } from '../html/read-page.ts'
import { byTag, type Element, element, first, isElement, rawText, textOf } from '../html/tree.ts'
import { countLosses } from '../losses.ts'
import { countMarkup } from '../markup-limits.ts'
import type { ReadPage } from '../read-page.ts'
import { parseXml } from '../xml/parse-xml.ts'
import { type Attachment, cleanNote, type NoteLink } from './clean-note.ts'

/** The XML of a note without the bytes of its files, and their hashes by number. */
export type NoteXml = { xml: string; hashes: readonly string[] }

/** `isShown` says whether the text of the note has it. */
type NumberedAttachment = Attachment & { number: number; isShown: boolean }

export type EvernoteNote = ReadPage & {
  /** By number. */
  attachments: NumberedAttachment[]
  /** By the address that they have in the document. */
  links: Record<string, NoteLink>
}

/** Reads a note of an Evernote export. Throws VALIDATION_FAILED if its XML is damaged or too large. */
export function readEvernoteNote({ xml, hashes }: NoteXml): EvernoteNote {
  countMarkup().add(xml, true)
  const note = first(parseXml(xml), byTag('note')) ?? element('note')
  const losses = countLosses()
  const found = attachmentsOf(note, hashes)
  const { body, links, shown } = cleanNote(contentOf(note), {
    attachments: new Map(found.map((one) => [one.hash, one])),
    tasks: childrenOf(note, 'task'),
    losses,
  })
  if (childOf(note, 'content')?.attributes['encoding'] !== undefined) losses.lost('encrypted note')
  const title = textIn(note, 'title')
  const read = readCleaned({ body, hasStyles: true, title, properties: propertiesOf(note) }, losses)
  const attachments = found.map((one) => ({ ...one, isShown: shown.has(one.hash) }))
  return { ...read, attachments, links }
}

/** The title of a note, without reading the rest of it. */
export function titleOf(xml: string): string {
  const [title] = /<title>[^<]{0,2000}<\/title>/.exec(xml) ?? []
  return title === undefined ? '' : textOf(parseXml(title))
}

/** The content is a document of its own. */
function contentOf(note: Element): Element {
  const content = childOf(note, 'content')
  if (content === undefined || content.attributes['encoding'] !== undefined) return element('body')
  const xml = rawText(content)
    .replace(/^\s*<\?xml[^>]{0,500}\?>/, '')
    .replace(/^\s*<!DOCTYPE[^>[]{0,500}>/, '')
  return xml.trim() === '' ? element('body') : parseXml(xml)
}

function attachmentsOf(
  note: Element,
  hashes: readonly string[],
): Omit<NumberedAttachment, 'isShown'>[] {
  return childrenOf(note, 'resource').flatMap((resource) => {
    const number = Number(childOf(resource, 'data')?.attributes['number'] ?? '-1')
    const hash = hashes[number]
    if (hash === undefined) return []
    const mimeType = textIn(resource, 'mime') ?? 'application/octet-stream'
    const attributes = childOf(resource, 'resource-attributes') ?? element('none')
    return [{ number, hash, mimeType, name: textIn(attributes, 'file-name') ?? '' }]
  })
}

function propertiesOf(note: Element): Record<string, unknown> {
  const attributes = childOf(note, 'note-attributes') ?? element('none')
  const tags = childrenOf(note, 'tag').map(textOf)
  const [latitude, longitude] = ['latitude', 'longitude'].map((name) => textIn(attributes, name))
  return {
    created: dateIn(note, 'created'),
    updated: dateIn(note, 'updated'),
    author: textIn(attributes, 'author'),
    tags: tags.length === 0 ? undefined : tags,
    source: textIn(attributes, 'source-url'),
    location: latitude === undefined ? undefined : `${latitude}, ${longitude ?? ''}`,
    reminder: dateIn(attributes, 'reminder-time'),
    'reminder done': dateIn(attributes, 'reminder-done-time'),
  }
}

function dateIn(parent: Element, tag: string): string | undefined {
  const given = textIn(parent, tag)
  const found = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(given ?? '')
  if (found === null) return given
  const [, year, month, day, hours, minutes, seconds] = found
  return `${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`
}

/** Undefined for none, and for one without text. */
function textIn(parent: Element, tag: string): string | undefined {
  const found = childOf(parent, tag)
  return found === undefined ? undefined : textOf(found) || undefined
}

function childOf(parent: Element, tag: string): Element | undefined {
  return childrenOf(parent, tag)[0]
}

function childrenOf({ children }: Element, tag: string): Element[] {
  return children.filter(isElement).filter((child) => child.tag === tag)
}
