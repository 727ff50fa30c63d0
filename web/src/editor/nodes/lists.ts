import { BulletList, ListItem, OrderedList, TaskItem, TaskList } from '@tiptap/extension-list'
import { checkboxItem } from './checkbox-item.ts'
import { ownDirection } from './direction.ts'
import { nodeFrom } from './from-spec.ts'

const box = 'input[type="checkbox"]'

/** Lists with boxes as other programs write them in HTML. */
function boxOf(item: Element): HTMLInputElement | undefined {
  const [found] = item.querySelectorAll<HTMLInputElement>(
    [`:scope > ${box}`, `:scope > p > ${box}`, `:scope > label > ${box}`].join(','),
  )
  return found
}

function isTaskList(list: Element): boolean {
  const items = [...list.children].filter(({ tagName }) => tagName === 'LI')
  return (
    items.length > 0 &&
    items.every((item) => boxOf(item) !== undefined || isTicked(item) !== undefined)
  )
}

function isTicked(item: Element): boolean | undefined {
  const data = item.getAttribute('data-checked')
  if (data !== null) return data === 'true'
  return boxOf(item)?.checked
}

const checkedAttribute = {
  keepOnSplit: false,
  parseHTML: (item: Element) => isTicked(item) ?? null,
  renderHTML: ({ checked }: Record<string, unknown>) =>
    typeof checked === 'boolean' ? { 'data-checked': String(checked) } : {},
}

const Tasks = TaskList.extend({
  parseHTML: () => [
    { tag: 'ul', priority: 60, getAttrs: (list) => (isTaskList(list) ? {} : false) },
  ],
})

const Task = TaskItem.configure({ nested: true }).extend({
  addAttributes: () => ({ checked: checkedAttribute }),
  parseHTML: () => [{ tag: 'li', priority: 60, context: 'taskList/' }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addNodeView: () => checkboxItem,
})

const Item = ListItem.extend({
  addAttributes: () => ({ checked: checkedAttribute }),
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addNodeView: () => checkboxItem,
})

export const lists = [
  nodeFrom('bulletList', BulletList.configure(ownDirection)),
  nodeFrom('orderedList', OrderedList.configure(ownDirection)),
  nodeFrom('listItem', Item),
  nodeFrom('taskList', Tasks.configure(ownDirection)),
  nodeFrom('taskItem', Task),
]
