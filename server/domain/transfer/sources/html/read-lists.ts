import { children, type ContentNode, paragraph } from '../../../../../content/node.ts'
import type { Reading } from './read-inline.ts'
import { element, type Element, type HtmlNode, isElement } from './tree.ts'

type ReadFlow = (nodes: readonly HtmlNode[], reading: Reading) => ContentNode[]

const listTags = new Set(['ul', 'ol', 'menu'])

/** A list; items with a box are tasks. `data-checked` says so, or a checkbox at the start of an item. */
export function readList(node: Element, reading: Reading, readFlow: ReadFlow): ContentNode[] {
  const items = itemsOf(node).map((item) => readItem(item, reading, readFlow))
  if (items.length === 0) return []
  const isTask = ({ checked }: Item) => checked !== undefined
  const isTasks = items.every(isTask)
  if (!isTasks && items.some(isTask) && node.tag !== 'ol') return splitList(items)
  if (!isTasks && items.some(isTask)) reading.losses.changed('task in a numbered list')
  const content = items.map(({ checked = null, content: blocks }): ContentNode => {
    return { type: isTasks ? 'taskItem' : 'listItem', attrs: { checked }, content: blocks }
  })
  if (isTasks) return [{ type: 'taskList', content }]
  if (node.tag !== 'ol') return [{ type: 'bulletList', content }]
  const start = Number.parseInt(node.attributes['start'] ?? '1', 10)
  const type = /^[aAiI]$/.exec(node.attributes['type'] ?? '')?.[0] ?? null
  const attrs = { start: Number.isSafeInteger(start) && start >= 0 ? start : 1, type }
  return [{ type: 'orderedList', attrs, content }]
}

/** A list of tasks and other items is several lists. */
function splitList(items: readonly Item[]): ContentNode[] {
  const lists: { type: string; content: ContentNode[] }[] = []
  for (const { checked = null, content } of items) {
    const [type, itemType] =
      checked === null ? ['bulletList', 'listItem'] : ['taskList', 'taskItem']
    const item = { type: itemType, attrs: { checked }, content }
    const last = lists.at(-1)
    if (last?.type === type) last.content.push(item)
    else lists.push({ type, content: [item] })
  }
  return lists
}

/** Lists that are directly in lists belong to the item before them. */
function itemsOf(list: Element): Element[] {
  const items: Element[] = []
  for (const child of list.children) {
    const last = items.at(-1)
    if (!isElement(child)) {
      if (child.trim() !== '') items.push(element('li', {}, [child]))
    } else if (child.tag === 'li') items.push({ ...child, children: [...child.children] })
    else if (listTags.has(child.tag) && last !== undefined) last.children.push(child)
    else items.push(element('li', {}, [child]))
  }
  return items
}

type Item = { checked: boolean | undefined; content: ContentNode[] }

function readItem(item: Element, reading: Reading, readFlow: ReadFlow): Item {
  const box = boxOf(item)
  const stated = item.attributes['data-checked']
  const checked = stated === undefined ? box?.isChecked : stated === 'true'
  const blocks = readFlow(
    box === undefined ? item.children : without(item.children, box.input),
    reading,
  )
  const [first, ...others] = blocks
  if (first?.type === 'paragraph') return { checked, content: blocks }
  if (first?.type !== 'heading') return { checked, content: [paragraph([]), ...blocks] }
  reading.losses.changed('heading in a list')
  return { checked, content: [paragraph(children(first)), ...others] }
}

/** The checkbox before the text of an item. */
function boxOf(item: Element): { input: Element; isChecked: boolean } | undefined {
  for (const child of item.children) {
    if (!isElement(child)) {
      if (child.trim() !== '') return undefined
    } else if (child.tag === 'input' && child.attributes['type'] === 'checkbox') {
      return { input: child, isChecked: 'checked' in child.attributes }
    } else if (child.tag === 'p' || child.tag === 'label' || child.tag === 'span') {
      return boxOf(child)
    } else return undefined
  }
  return undefined
}

function without(nodes: readonly HtmlNode[], removed: Element): HtmlNode[] {
  return nodes
    .filter((node) => node !== removed)
    .map((node) =>
      isElement(node) && !listTags.has(node.tag)
        ? { ...node, children: without(node.children, removed) }
        : node,
    )
}
