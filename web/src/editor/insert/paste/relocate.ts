import { children, stringAttribute } from '../../../../../content/node.ts'
import type { ContentNode } from '../../../../../content/node.ts'
import { mapUrls } from '../../../../../content/urls.ts'
import { filePath, pagePath } from '../../../../../content/vocabulary.ts'
import { t } from '../messages.ts'
import { markerOf, type Pending } from './pending.ts'
import type { QuireBlocks } from './quire-slice.ts'

type Location = Pick<QuireBlocks, 'origin' | 'workspaceId'>

/**
 * Blocks of Quire for where they are pasted. Files of another workspace are copied into this one, and pages of it
 * become links; from another server, all of them become links to it.
 */
export function relocated(
  blocks: QuireBlocks,
  here: Location,
): { content: readonly ContentNode[]; pending: Pending[] } {
  const pending: Pending[] = []
  const content = blocks.content.flatMap(withoutBoard)
  if (blocks.origin !== here.origin) {
    return { content: absolute(content, blocks.origin, () => true), pending }
  }
  if (blocks.workspaceId === here.workspaceId) return { content, pending }
  const copied = content.map((node) => withCopies(node, pending))
  return { content: absolute(copied, here.origin, (url) => url.startsWith(pagePath)), pending }
}

function absolute(
  content: readonly ContentNode[],
  origin: string,
  isForeign: (url: string) => boolean,
): readonly ContentNode[] {
  const page = mapUrls({ type: 'doc', content }, (url) => {
    const isOwn = url.startsWith(pagePath) || url.startsWith(filePath)
    return isOwn && isForeign(url) && origin !== '' ? origin + url : url
  })
  return page.content
}

/** A column of a board is its heading and its cards as tasks. */
function withoutBoard(node: ContentNode): ContentNode[] {
  if (node.type !== 'kanbanColumn') return [node]
  const [heading, ...cards] = children(node)
  const items = cards.map((card) => ({ ...card, type: 'taskItem' }))
  return [
    ...(heading === undefined ? [] : [heading]),
    ...(items.length === 0 ? [] : [{ type: 'taskList', content: items }]),
  ]
}

function withCopies(node: ContentNode, pending: Pending[]): ContentNode {
  const file = fileOf(node)
  if (file !== undefined) {
    pending.push({ name: file.name, open: () => fetchFile(file) })
    return { type: 'text', text: markerOf(pending.length - 1) }
  }
  if (node.content === undefined) return node
  return { ...node, content: node.content.map((child) => withCopies(child, pending)) }
}

type FileThere = { address: string; name: string }

function fileOf(node: ContentNode): FileThere | undefined {
  if (node.type === 'file') {
    const address = filePath + stringAttribute(node, 'fileId')
    return { address, name: stringAttribute(node, 'name') }
  }
  const src = stringAttribute(node, 'src')
  if (node.type !== 'image' || !src.startsWith(filePath)) return undefined
  return { address: src, name: stringAttribute(node, 'alt') || 'image' }
}

async function fetchFile({ address, name }: FileThere): Promise<File> {
  const answer = await fetch(address).catch(() => undefined)
  if (answer?.ok !== true) throw new TypeError(t.fileNotCopied({ name }))
  const content = await answer.blob()
  return new File([content], name, { type: content.type })
}
