import type { PhrasingContent } from 'mdast'
import { stringAttribute } from '../node.ts'
import type { Mark } from '../node.ts'

// CommonMark's Unicode white space.
const space = '[\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000]+'
const leading = new RegExp(`^${space}`)
const trailing = new RegExp(`${space}$`)

/** The content of one mark as mdast, with the white space that it cannot start or end with outside. */
export function wrap(mark: Mark, inside: readonly PhrasingContent[]): PhrasingContent[] {
  switch (mark.type) {
    case 'bold':
      return attention(inside, (children) => ({ type: 'strong', children }))
    case 'italic':
      return attention(inside, (children) => ({ type: 'emphasis', children }))
    case 'strike':
      return attention(inside, (children) => ({ type: 'delete', children }))
    case 'underline':
      return [{ type: 'tagMark', tag: 'u', children: [...inside] }]
    case 'highlight':
      return [{ type: 'tagMark', tag: 'mark', children: [...inside] }]
    case 'link':
      return [link(mark, inside)]
    default:
      return [...inside]
  }
}

function link(mark: Mark, inside: readonly PhrasingContent[]): PhrasingContent {
  const children = inside.filter((node) => node.type !== 'link')
  const title = stringAttribute(mark, 'title') || null
  return { type: 'link', url: stringAttribute(mark, 'href'), title, children }
}

/**
 * `** a**` is not bold, and `**&#x20;a**` is hard to read: white space and line breaks at the edges lose a mark that
 * is invisible on them anyway.
 */
function attention(
  inside: readonly PhrasingContent[],
  make: (children: PhrasingContent[]) => PhrasingContent,
): PhrasingContent[] {
  const before: PhrasingContent[] = []
  const after: PhrasingContent[] = []
  const children = [...inside]
  while (hoist(children, 0, leading, before));
  while (hoist(children, children.length - 1, trailing, after));
  return children.length > 0 ? [...before, make(children), ...after.toReversed()] : before
}

/** Removes white space from the first or last child; true while there may be more. */
function hoist(
  children: PhrasingContent[],
  index: number,
  edge: RegExp,
  outside: PhrasingContent[],
): boolean {
  const node = children[index]
  if (node?.type === 'break') {
    outside.push(...children.splice(index, 1))
    return true
  }
  const spaces = node?.type === 'text' ? edge.exec(node.value)?.[0] : undefined
  if (node?.type !== 'text' || spaces === undefined) return false
  outside.push({ type: 'text', value: spaces })
  const value = node.value.replace(edge, '')
  if (value === '') children.splice(index, 1)
  else children[index] = { type: 'text', value }
  return value === ''
}
