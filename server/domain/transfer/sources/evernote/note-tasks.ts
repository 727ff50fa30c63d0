import { element, type Element, type HtmlNode, isElement } from '../html/tree.ts'
import type { Losses } from '../losses.ts'

/** Elements that begin a line of their own. */
const blocks = new Set(
  'en-note document body blockquote center dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre table tbody td th thead tr ul'.split(
    ' ',
  ),
)
const taskList = 'x-tasks'

/** An element whose boxes became lists of tasks, or undefined if it has none. Elements within it have changed before. */
export function withTasks(node: Element, losses: Losses): HtmlNode[] | undefined {
  if (!node.children.some(isBox)) {
    return node.children.some(isTaskList)
      ? unwrapped({ ...node, children: mergeTasks(node.children) })
      : undefined
  }
  if (!blocks.has(node.tag)) return splitAtBoxes(node)
  return unwrapped({ ...node, children: mergeTasks(readLines(node.children, losses)) })
}

/** Joins lists of tasks that follow each other. */
export function mergeTasks(nodes: readonly HtmlNode[]): HtmlNode[] {
  const merged: HtmlNode[] = []
  let last: Element | undefined
  for (const node of nodes) {
    if (isElement(node) && isTaskList(node) && last !== undefined) {
      last.children.push(...node.children)
      continue
    }
    if (isElement(node) && isTaskList(node)) {
      last = { ...node, children: [...node.children] }
      merged.push(last)
      continue
    }
    if (isElement(node) || node.trim() !== '') last = undefined
    merged.push(node)
  }
  return merged
}

/** An item of a list with a box at its start is a task itself. Other blocks around tasks only begin a line. */
function unwrapped(node: Element): HtmlNode[] {
  const [list, ...others] = node.children.filter((child) => isElement(child) || child.trim() !== '')
  const isLine = node.tag === 'div' || node.tag === 'p'
  if (isLine) return node.children
  if (node.tag !== 'li' || !isElement(list) || !isTaskList(list)) return [node]
  const [item, ...more] = list.children
  if (!isElement(item) || more.length > 0) return [node]
  const attributes = { ...node.attributes, ...item.attributes }
  return [{ ...node, attributes, children: [...item.children, ...others] }]
}

function isBox(node: HtmlNode): boolean {
  return isElement(node) && node.tag === 'en-todo'
}

function isTaskList(node: HtmlNode): boolean {
  return isElement(node) && node.tag === 'ul' && node.attributes['class'] === taskList
}

/** Formatted text with a box: the box stands between its parts. */
function splitAtBoxes(node: Element): HtmlNode[] {
  const parts: HtmlNode[] = []
  let run: HtmlNode[] = []
  const endRun = (): void => {
    if (run.length > 0) parts.push({ ...node, children: run })
    run = []
  }
  for (const child of node.children) {
    if (!isBox(child)) run.push(child)
    else {
      endRun()
      parts.push(child)
    }
  }
  endRun()
  return parts
}

/** A line that begins with a box is a task. */
function readLines(nodes: readonly HtmlNode[], losses: Losses): HtmlNode[] {
  const lines: HtmlNode[] = []
  let task: Element | undefined
  let hasText = false
  for (const node of nodes) {
    const isBreak = isElement(node) && (node.tag === 'br' || blocks.has(node.tag))
    if (isElement(node) && isBox(node)) {
      const isChecked = node.attributes['checked'] === 'true'
      if (task === undefined && hasText) {
        losses.changed('checkbox within text')
        lines.push(isChecked ? '☑ ' : '☐ ')
        continue
      }
      task = element('li', { 'data-checked': String(isChecked) })
      lines.push(element('ul', { class: taskList }, [task]))
      continue
    }
    if (isBreak) {
      hasText = false
      const isEnd = task !== undefined && node.tag === 'br'
      task = undefined
      if (!isEnd) lines.push(node)
      continue
    }
    if (task !== undefined) task.children.push(node)
    else {
      lines.push(node)
      hasText ||= isElement(node) || node.trim() !== ''
    }
  }
  return lines
}
