import {
  all,
  byTag,
  type Element,
  element,
  first,
  type HtmlNode,
  isElement,
  rawText,
  rewrite,
  stylesOf,
  textOf,
} from '../html/tree.ts'
import type { Losses } from '../losses.ts'
import { mergeTasks, withTasks } from './note-tasks.ts'

export type Attachment = { hash: string; mimeType: string; name: string }
/** A link to another note: its address in Evernote, and its text, which is the title of that note. */
export type NoteLink = { url: string; title: string }

type NoteContext = {
  attachments: ReadonlyMap<string, Attachment>
  /** Tasks that the note has beside its content. */
  tasks: readonly Element[]
  losses: Losses
}

/** The address of an attachment in the document of a note. */
export function attachmentUrl(hash: string): string {
  return `attachment-${hash}`
}

/** A note in HTML that the reader of pages understands. */
export function cleanNote(
  content: Element,
  { attachments, tasks, losses }: NoteContext,
): { body: Element; links: Record<string, NoteLink>; shown: ReadonlySet<string> } {
  const links: Record<string, NoteLink> = {}
  const shown = new Set<string>()
  const listed = new Set<Element>()
  const taskList = (group: readonly Element[]): Element[] => {
    for (const task of group) listed.add(task)
    return group.length === 0 ? [] : [element('ul', {}, group.map(taskItem))]
  }
  const change = (node: Element): HtmlNode[] | undefined => {
    const styles = stylesOf(node)
    switch (node.tag) {
      case 'en-media':
        shown.add((node.attributes['hash'] ?? '').toLowerCase())
        return readMedia(node, attachments, losses)
      case 'en-crypt':
        losses.changed('encrypted text')
        return [element('code', {}, [textOf(node)])]
      case 'a':
        return readNoteLink(node, links)
      case 'ul':
        if (styles.get('--en-todo') === 'true') return [checkList(node)]
    }
    if (styles.get('-en-codeblock') === 'true' || styles.get('--en-codeblock') === 'true') {
      return [codeOf(node, styles.get('--en-syntaxlanguage'))]
    }
    if (styles.get('--en-task-group') === 'true') {
      const id = styles.get('--en-id')
      return taskList(tasks.filter((task) => groupOf(task) === id && !listed.has(task)))
    }
    return withTasks(node, losses)
  }
  const read = rewrite(content, change)
  const body = first(read, byTag('en-note')) ?? read
  const others = taskList(tasks.filter((task) => !listed.has(task)))
  losses.lost('reminder of a task', tasks.flatMap((task) => all(task, byTag('reminder'))).length)
  return { body: { ...body, children: mergeTasks([...body.children, ...others]) }, links, shown }
}

function readMedia(
  { attributes }: Element,
  attachments: NoteContext['attachments'],
  losses: Losses,
): HtmlNode[] {
  const hash = (attributes['hash'] ?? '').toLowerCase()
  const attachment = attachments.get(hash)
  if (attachment === undefined) {
    losses.lost('missing attachment')
    return []
  }
  const { mimeType, name } = attachment
  const url = attachmentUrl(hash)
  if (!mimeType.startsWith('image/')) return [element('a', { href: url }, [name || 'attachment'])]
  const width = /^\d{1,5}(?=px$|$)/.exec(attributes['width'] ?? '')?.[0]
  const alt = attributes['alt'] ?? name
  return [element('img', { src: url, alt, ...(width === undefined ? {} : { width }) })]
}

/** In the app, and on the web. */
const noteAddress =
  /^(?:evernote:\/\/\/view\/|https?:\/\/(?:www|app)\.(?:evernote|yinxiang)\.com\/shard\/[^/]+\/nl\/)/i

function readNoteLink(node: Element, links: Record<string, NoteLink>): HtmlNode[] | undefined {
  const url = (node.attributes['href'] ?? '').trim()
  if (!noteAddress.test(url)) return undefined
  const own = `note-link-${Object.keys(links).length + 1}`
  links[own] = { url, title: textOf(node) }
  return [{ ...node, attributes: { ...node.attributes, href: own } }]
}

/** A list with boxes, as the app writes it since version 10. */
function checkList(node: Element): Element {
  const children = node.children.map((child) => {
    if (!isElement(child) || child.tag !== 'li') return child
    const checked = String(stylesOf(child).get('--en-checked') === 'true')
    return { ...child, attributes: { ...child.attributes, 'data-checked': checked } }
  })
  return { ...node, children }
}

/** Each line of code is a block. */
function codeOf({ children }: Element, language: string | undefined): Element {
  const lines = children.flatMap((child) => {
    if (!isElement(child)) return child.trim() === '' ? [] : [child]
    return [rawText(child).replace(/\n$/, '')]
  })
  const named = language === undefined ? {} : { 'data-language': language }
  return element('pre', named, [lines.join('\n')])
}

function groupOf(task: Element): string | undefined {
  const group = first(task, byTag('taskGroupNoteLevelID'))
  return group && textOf(group).toLowerCase()
}

function taskItem(task: Element): Element {
  const text = (tag: string) => {
    const found = task.children.find((child) => isElement(child) && child.tag === tag)
    return found === undefined ? '' : textOf(found)
  }
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)T/.exec(text('dueDate')) ?? []
  const due = element('time', { datetime: `${year}-${month}-${day}` })
  const checked = String(text('taskStatus') === 'completed')
  const title = text('title')
  return element(
    'li',
    { 'data-checked': checked },
    year === undefined ? [title] : [`${title} `, due],
  )
}
