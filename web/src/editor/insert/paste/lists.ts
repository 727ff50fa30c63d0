import { all, isBlock, isElement, isEmpty, make, rename, wrapInside } from './elements.ts'

const lists = 'ul, ol'

/** Lists as HTML means them: items in lists, and lists in items. */
export function readLists(body: HTMLElement): void {
  for (const list of all(body, 'menu, dir')) rename(list, 'ul')
  for (const list of all(body, lists)) nest(list)
  for (const item of all(body, 'li')) {
    if (item.parentElement?.matches(lists) !== true) wrapStray(item)
    startWithText(item)
  }
  for (const item of all(body, 'li')) {
    if (isEmpty(item)) item.remove()
  }
  for (const list of all(body, lists)) {
    if (list.children.length === 0) list.remove()
  }
}

function nest(list: Element): void {
  let last: Element | undefined
  for (const child of Array.from(list.childNodes)) {
    if (child.nodeName === 'LI') last = isElement(child) ? child : last
    else if (isElement(child) && child.matches(lists) && last !== undefined) last.append(child)
    else if (!isEmpty(child)) {
      last = make(list, 'li')
      child.replaceWith(last)
      last.append(child)
    } else child.remove()
  }
}

function wrapStray(item: Element): void {
  const list = make(item, 'ul')
  item.replaceWith(list)
  for (let next: Element | null = item; next?.nodeName === 'LI';) {
    const following = list.nextElementSibling
    list.append(next)
    next = following
  }
}

/** An item starts with a paragraph: a heading in front is one that stands out. */
function startWithText(item: Element): void {
  const first = Array.from(item.childNodes).find((node) => !isEmpty(node))
  if (isBlock(first ?? null) && isElement(first) && /^H[1-6]$/.test(first.nodeName)) {
    wrapInside(rename(first, 'p'), 'strong')
  }
}

export type Entry = {
  readonly level: number
  readonly content: readonly Node[]
  /** The number that it starts with, or undefined for a bullet. */
  readonly number?: number | undefined
  readonly type?: string | undefined
  readonly checked?: boolean | undefined
}

/** Items that say how deep they lie, as a list of lists. */
export function listFrom(near: Node, entries: readonly Entry[]): HTMLElement[] {
  const roots: HTMLElement[] = []
  const open: { level: number; list: HTMLElement }[] = []
  for (const entry of entries) {
    while ((open.at(-1)?.level ?? -1) > entry.level) open.pop()
    const tag = entry.number === undefined ? 'UL' : 'OL'
    let top = open.at(-1)
    if (top !== undefined && top.level === entry.level && top.list.nodeName !== tag) {
      open.pop()
      top = open.at(-1)
    }
    if (top === undefined || top.level < entry.level) {
      const list = make(near, tag, attributesOf(entry))
      const parent = top?.list.lastElementChild
      if (parent) parent.append(list)
      else roots.push(list)
      top = { level: entry.level, list }
      open.push(top)
    }
    const box = entry.checked === undefined ? {} : { 'data-checked': String(entry.checked) }
    top.list.append(make(near, 'li', box, ...entry.content))
  }
  return roots
}

function attributesOf({ number, type }: Entry): Record<string, string> {
  return {
    ...(number === undefined || number === 1 ? {} : { start: String(number) }),
    ...(type === undefined || type === '1' ? {} : { type }),
  }
}

/** What a list writes before an item, as `3.`, `b)` or `iv.`; undefined for a bullet. */
export function numberOf(marker: string): { number: number; type: string } | undefined {
  const [, found] = /^\(?(?:\d+\.)*(\d{1,9}|[a-z]{1,7})[.)、．]?\)?$/i.exec(marker.trim()) ?? []
  if (found === undefined || marker.trim() === found) {
    if (found === undefined || !/^\d+$/.test(found)) return undefined
  }
  if (/^\d+$/.test(found)) return { number: Number(found), type: '1' }
  const isLower = found === found.toLowerCase()
  const roman = romanOf(found.toLowerCase())
  if (roman !== undefined && (found.length > 1 || found.toLowerCase() === 'i')) {
    return { number: roman, type: isLower ? 'i' : 'I' }
  }
  if (found.length > 1) return undefined
  return { number: found.toLowerCase().charCodeAt(0) - 96, type: isLower ? 'a' : 'A' }
}

function romanOf(letters: string): number | undefined {
  if (!/^m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/.test(letters))
    return undefined
  const weights: Readonly<Record<string, number>> = {
    i: 1,
    v: 5,
    x: 10,
    l: 50,
    c: 100,
    d: 500,
    m: 1000,
  }
  const values = Array.from(letters, (letter) => weights[letter] ?? 0)
  return values.reduce(
    (sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value),
    0,
  )
}
