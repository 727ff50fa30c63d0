import type { ContentMatch, NodeType } from 'prosemirror-model'
import { cleanText } from '../clean-text.ts'
import { maxDepth } from '../limits.ts'
import type { ContentNode } from '../node.ts'
import { schema } from '../schema.ts'
import { checkAttributes } from './attributes.ts'
import { checkMarks } from './marks.ts'
import { count, isRecord, refuse } from './state.ts'
import type { CheckState } from './state.ts'

/** Checks the children of a node of `type`; undefined if one of them is invalid. */
export function checkContent(
  state: CheckState,
  type: NodeType,
  value: unknown,
  path: string,
  depth: number,
): readonly ContentNode[] | undefined {
  const list = value ?? []
  if (!Array.isArray(list)) return refuse(state, path, '"content" must be a list of nodes.')
  if (depth > maxDepth) {
    return refuse(state, path, `Nodes lie more than ${maxDepth} deep. Flatten the lists or quotes.`)
  }
  let match: ContentMatch = type.contentMatch
  const nodes: ContentNode[] = []
  for (const [index, entry] of list.entries()) {
    const at = `${path}/${index}`
    const child = nodeType(state, entry, at)
    if (child === undefined) return undefined
    const wrapped = wraps(match, child)
    const next = match.matchType(wrapped ?? child)
    if (next === null) return refuseType(state, type, match, child, at)
    const node = checkNode(state, wrapped ?? type, child, entry, at, depth + 1)
    if (state.offence !== undefined) return undefined
    if (node === undefined) continue
    match = next
    nodes.push(wrapped ? { type: wrapped.name, content: [node] } : node)
  }
  if (match.validEnd) return nodes
  // Editors represent an empty page, quote or cell as an empty paragraph.
  if (nodes.length === 0 && match.defaultType?.name === 'paragraph') return [{ type: 'paragraph' }]
  return refuse(state, path, `"${type.name}" needs ${expected(match)} here.`)
}

/** Some editors treat images as blocks. Where only blocks are allowed, the image goes into a paragraph. */
function wraps(match: ContentMatch, child: NodeType): NodeType | undefined {
  if (!child.isInline || child.isText || match.matchType(child) !== null) return undefined
  const { paragraph } = schema.nodes
  return paragraph && match.matchType(paragraph) !== null ? paragraph : undefined
}

function nodeType(state: CheckState, value: unknown, path: string): NodeType | undefined {
  if (!isRecord(value)) return refuse(state, path, 'A node must be an object with a "type".')
  const name = value['type']
  if (typeof name === 'string' && Object.hasOwn(schema.nodes, name)) {
    const type = schema.nodes[name]
    if (type !== undefined) return type
  }
  const names = Object.keys(schema.nodes).join(', ')
  return refuse(state, `${path}/type`, `This node type is not known. Use one of: ${names}.`)
}

function refuseType(
  state: CheckState,
  parent: NodeType,
  match: ContentMatch,
  child: NodeType,
  path: string,
): undefined {
  const reason = `"${child.name}" cannot stand here in "${parent.name}". Use ${expected(match)}.`
  return refuse(state, `${path}/type`, reason)
}

function expected(match: ContentMatch): string {
  const names = Array.from({ length: match.edgeCount }, (_, index) => match.edge(index).type.name)
  return names.length > 0 ? `one of: ${names.join(', ')}` : 'nothing more'
}

/** Checks one node inside `parent`. Undefined without a violation means an empty text. */
function checkNode(
  state: CheckState,
  parent: NodeType,
  type: NodeType,
  value: Record<string, unknown>,
  path: string,
  depth: number,
): ContentNode | undefined {
  const marks = type.isInline ? checkMarks(state, parent, value['marks'], `${path}/marks`) : []
  if (marks === undefined) return undefined
  const marked = marks.length > 0 ? { marks } : {}
  if (type.isText) {
    const text = checkText(state, value['text'], path)
    return text ? { type: 'text', ...marked, text } : undefined
  }
  if (!count(state, path, 1, type.name.length + 12)) return undefined
  const attrs = checkAttributes(state, type.name, value['attrs'], `${path}/attrs`)
  if (attrs === undefined) return undefined
  const content = checkContent(state, type, value['content'], `${path}/content`, depth)
  if (content === undefined) return undefined
  return {
    type: type.name,
    ...(Object.keys(attrs).length > 0 ? { attrs } : {}),
    ...(content.length > 0 ? { content } : {}),
    ...marked,
  }
}

function checkText(state: CheckState, value: unknown, path: string): string | undefined {
  if (typeof value !== 'string') {
    return refuse(state, `${path}/text`, 'A text node needs "text": a string.')
  }
  return count(state, path, 0, value.length + 26) ? cleanText(value) : undefined
}
