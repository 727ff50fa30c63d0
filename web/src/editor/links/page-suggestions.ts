import type { Editor, Range } from '@tiptap/core'
import { headingSeparator } from '../../../../content/links/address.ts'
import { pagePath } from '../../../../content/vocabulary.ts'
import type { EditorHost, FoundPage, Heading } from '../editor-host.ts'
import { embedRange, insertEmbed } from '../embeds/insert-embed.ts'
import type { MenuItem } from '../menus/suggestion-menu.tsx'
import { t } from './messages.ts'
import { rankPages, pageTitled, pathsOfRepeated, splitQuery, withoutOwnText } from './page-items.ts'
import { trackRange } from './tracked-range.ts'

export type PageItem = MenuItem &
  (
    | { kind: 'page'; page: FoundPage }
    | { kind: 'new'; name: string }
    | { kind: 'heading'; page: FoundPage; heading: Heading }
  )

/** What `[[` and some letters can become: pages, their headings behind a `#`, and a new page. */
export async function pageItems(
  host: EditorHost,
  query: string,
  signal: AbortSignal,
): Promise<PageItem[]> {
  const { title, heading } = splitQuery(query)
  if (heading !== undefined) return headingItems(host, { title, heading }, signal)
  const found = await host.findPages(title, signal)
  const pages = rankPages(withoutOwnText(found, host.page, title), title)
  const paths = pathsOfRepeated(pages)
  const items = pages.map((page) => pageItem(page, paths.get(page.id)))
  if (title === '' || pageTitled(found, title) !== undefined) return items
  const text = t.createPage({ title })
  return [...items, { kind: 'new', id: 'new', title: text, icon: '+', name: title }]
}

function pageItem(page: FoundPage, path: string | undefined): PageItem {
  const { id, title, icon } = page
  const detail = path === undefined || path === '' ? {} : { detail: path }
  return { kind: 'page', id, title: title || t.untitledPage, icon: icon ?? '📄', page, ...detail }
}

async function headingItems(
  host: EditorHost,
  { title, heading }: { title: string; heading: string },
  signal: AbortSignal,
): Promise<PageItem[]> {
  const found = title === '' ? [host.page] : await host.findPages(title, signal)
  const page = pageTitled(found, title) ?? rankPages(found, title)[0]
  if (page === undefined) return []
  const headings = await host.headingsOf(page.id, signal)
  const wanted = heading.toLowerCase()
  return headings
    .filter(({ text }) => text.toLowerCase().includes(wanted))
    .map((one) => ({
      kind: 'heading',
      id: one.anchor,
      title: one.text,
      icon: 'H'.concat(String(one.level)),
      ...(page.title === '' ? {} : { detail: page.title }),
      page,
      heading: one,
    }))
}

/** Puts what was chosen in the place of what was typed; behind a `!`, the content itself. */
export function insertPageItem(host: EditorHost, editor: Editor, range: Range, item: PageItem) {
  const embedded = item.kind === 'new' ? undefined : embedRange(editor, range)
  if (embedded !== undefined && item.kind !== 'new') {
    const { id: pageId, title: label } = item.page
    const anchor = item.kind === 'heading' ? { anchor: item.heading.anchor } : {}
    return void insertEmbed(host, editor, embedded, { pageId, label, ...anchor })
  }
  switch (item.kind) {
    case 'page':
      return insertMention(editor, range, item.page)
    case 'heading': {
      const { page, heading } = item
      const href = `${pagePath}${page.id}#${encodeURIComponent(heading.anchor)}`
      const name = page.title === '' ? heading.text : page.title + headingSeparator + heading.text
      const marks = [{ type: 'link', attrs: { href } }]
      return insert(editor, range, { type: 'text', text: name, marks })
    }
    case 'new':
      return void createPage(host, editor, range, item.name)
  }
}

function insertMention(editor: Editor, range: Range, { id, title }: FoundPage) {
  insert(editor, range, { type: 'pageMention', attrs: { pageId: id, label: title } })
}

function insert(editor: Editor, range: Range, node: object) {
  const content = [node, { type: 'text', text: ' ' }]
  editor.chain().focus().insertContentAt(range, content).run()
}

/** The title stands in the text until the page is created, and stays if that fails. */
async function createPage(
  host: EditorHost,
  editor: Editor,
  range: Range,
  title: string,
): Promise<void> {
  editor.chain().focus().insertContentAt(range, { type: 'text', text: title }).run()
  const tracked = trackRange(editor, range.from, range.from + title.length)
  try {
    const id = await host.createPage(title)
    const target = editor.isDestroyed ? undefined : tracked.now()
    if (target === undefined) return
    const mention = { type: 'pageMention', attrs: { pageId: id, label: title } }
    editor.commands.insertContentAt(target, mention, { updateSelection: false })
  } catch (error) {
    host.notifyError(`${t.notCreated}: ${error instanceof Error ? error.message : ''}`)
  } finally {
    tracked.stop()
  }
}
