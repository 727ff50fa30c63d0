import { notifications } from '@mantine/notifications'
import type { Editor } from '@tiptap/core'
import { Fragment, type Node as PageNode } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { writeMarkdown } from '../../../../content/write-markdown.ts'
import { client } from '../../lib/client.ts'
import { readPage } from '../../lib/page-query.ts'
import { showFailure, showUndo } from '../../ui/undo.tsx'
import type { FoundPage } from '../editor-host.ts'
import { fromJson } from '../json.ts'
import { type BlockRange, isList } from './block-range.ts'
import { t } from './messages.ts'
import { removeBlocks } from './move-blocks.ts'

/**
 * Appends blocks to another page and, once that is stored, takes them away here. What fails between the two leaves
 * them on both pages; they are on none at no time.
 */
export async function moveToPage(
  editor: Editor,
  range: BlockRange,
  workspaceId: string,
  target: FoundPage,
): Promise<void> {
  const title = target.title || t.untitledPage
  const source = followRange(editor, range)
  const sent = blocksOf(editor.state.doc, range)
  const there = { workspaceId, pageId: target.id }
  try {
    const version = await append(editor, sent, there)
    const isSame = !editor.isDestroyed && sent.eq(blocksOf(editor.state.doc, source.range))
    if (!isSame) {
      notifications.show({ color: 'orange', message: t.stillHere({ title }) })
      source.stop()
      return
    }
    const { tr } = editor.state
    removeBlocks(tr, source.range)
    editor.view.dispatch(tr)
    showUndo(t.movedToPage({ title }), async () => {
      restoreHere(editor, source.range.from, sent)
      source.stop()
      await restoreThere(there, version, title)
    })
  } catch (error) {
    source.stop()
    showFailure(t.moveFailed({ title }), error)
  }
}

type There = { workspaceId: string; pageId: string }

/** Appends blocks to the other page, whose new version it gives. */
async function append(editor: Editor, sent: Fragment, there: There): Promise<number> {
  const text = markdownOf(editor, sent)
  const withWidths = hasColumnWidths(sent) ? await documentWith(sent, there) : undefined
  const { version } = await (withWidths === undefined
    ? client.pages.edit({ ...there, mode: 'append', text })
    : client.pages.save({ ...there, ...withWidths, merge: true }))
  return version
}

/** Markdown does not hold the widths of columns. */
function hasColumnWidths(content: Fragment): boolean {
  let isFound = false
  content.descendants(({ attrs }) => {
    isFound ||= Array.isArray(attrs['colwidth'])
    return !isFound
  })
  return isFound
}

/** The other page with the blocks at its end. Undefined for a board, where only Markdown finds the right column. */
async function documentWith(sent: Fragment, { workspaceId, pageId }: There) {
  const { content: document, version, type } = await readPage(workspaceId, pageId)
  if (type !== 'TEXT') return undefined
  const { content } = document
  const isEmptyAtEnd = content.at(-1)?.type === 'paragraph' && !content.at(-1)?.content?.length
  const before = isEmptyAtEnd ? content.slice(0, -1) : content
  return { version, content: { type: 'doc', content: [...before, ...sent.toJSON()] } }
}

/** Items come with their list. */
function blocksOf(doc: PageNode, { from, to }: BlockRange): Fragment {
  const { content } = doc.slice(from, to)
  const { parent } = doc.resolve(from)
  return isList(parent) ? Fragment.from(parent.copy(content)) : content
}

function markdownOf({ schema }: Editor, content: Fragment): string {
  const { doc } = schema.nodes
  return writeMarkdown(fromJson(doc?.create(null, content).toJSON() ?? {}))
}

function restoreHere({ state, view, isDestroyed }: Editor, at: number, content: Fragment): void {
  if (isDestroyed) return
  const { tr, doc } = state
  const pos = Math.min(at, doc.content.size)
  const $pos = doc.resolve(pos)
  const outside = isList($pos.parent) || $pos.parent.inlineContent ? $pos.before(1) : pos
  view.dispatch(tr.insert(outside, content))
}

/** The state before, if nobody has written there since. */
async function restoreThere(there: There, version: number, title: string): Promise<void> {
  try {
    const now = await client.pages.document(there)
    if (now.version !== version) {
      notifications.show({ color: 'orange', message: t.undoFailed({ title }) })
      return
    }
    await client.history.restore({ ...there, version: version - 1 })
  } catch (error) {
    showFailure(t.undoFailed({ title }), error)
  }
}

/** Where the blocks stand while others write. */
function followRange(editor: Editor, range: BlockRange) {
  let now = range
  const follow = ({ transaction: { mapping } }: { transaction: Transaction }) => {
    now = { from: mapping.map(now.from, 1), to: mapping.map(now.to, -1) }
    if (now.to < now.from) now = { from: now.to, to: now.to }
  }
  editor.on('transaction', follow)
  return {
    get range() {
      return now
    },
    stop: () => editor.off('transaction', follow),
  }
}
