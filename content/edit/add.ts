import type { PageDocument } from '../document.ts'
import { footnotesOf } from '../footnotes.ts'
import { isEmptyParagraph } from '../node.ts'
import type { ContentNode } from '../node.ts'
import { parsePart } from '../parse-markdown.ts'
import type { Addresses } from '../urls.ts'
import { joinLists } from './join-lists.ts'
import { joinRows } from './join-rows.ts'
import { failed, spliced } from './result.ts'
import type { EditResult } from './result.ts'
import { findSection, lastContent, withoutHeading } from './section.ts'
import type { SectionName } from './section.ts'

/** Without a heading, the text goes to the end or the start of the page. */
export type Addition = { mode: 'append' | 'prepend'; text: string } & Partial<SectionName>

/**
 * Adds blocks at the end or the start. Items next to a list of the same kind become items of that list, and rows behind a
 * table become rows of that table.
 */
export function add(document: PageDocument, addition: Addition, addresses?: Addresses): EditResult {
  const { mode, text, heading, includeSubsections = false } = addition
  const { content } = document
  const joined = addRows(document, addition, addresses)
  if (joined !== undefined) return joined
  const parsed = parsePart(text, footnotesOf(content), addresses)
  if (!parsed.ok) return failed('INVALID_MARKDOWN', parsed.reason, 0)
  const blocks = parsed.document.content
  if (heading === undefined) {
    // The empty paragraph of a new page, or the one that an editor keeps for typing, is not content.
    if (content.every(isEmptyParagraph)) return spliced(document, 0, content.length, blocks)
    return insert(document, mode, { start: 0, end: content.length }, blocks)
  }
  const found = findSection(content, { heading, includeSubsections })
  if (!found.ok) return found
  return insert(document, mode, found.section, withoutHeading(blocks, found.section.heading))
}

/** Undefined if the text does not begin with rows that follow a table. */
function addRows(
  document: PageDocument,
  addition: Addition,
  addresses: Addresses | undefined,
): EditResult | undefined {
  const { mode, text, heading, includeSubsections = false } = addition
  if (mode !== 'append' || !text.trimStart().startsWith('|')) return undefined
  const { content } = document
  const found =
    heading === undefined ? undefined : findSection(content, { heading, includeSubsections })
  if (found?.ok === false) return undefined
  const { start, end } = found?.section ?? { start: 0, end: content.length }
  const at = lastContent(content, start, end)
  const joined = joinRows(content[at - 1], text, addresses)
  if (joined === undefined) return undefined
  const added = spliced(document, at - 1, 1, [joined.table])
  if (!added.ok || joined.rest.trim() === '') return added
  return add(added.document, { ...addition, text: joined.rest }, addresses)
}

function insert(
  document: PageDocument,
  mode: Addition['mode'],
  { start, end }: { start: number; end: number },
  blocks: readonly ContentNode[],
): EditResult {
  if (blocks.every(isEmptyParagraph)) return spliced(document, start, 0, [])
  const { content } = document
  const at = mode === 'append' ? lastContent(content, start, end) : start
  const neighbour = content[mode === 'append' ? at - 1 : at]
  const edge = mode === 'append' ? blocks[0] : blocks.at(-1)
  const [first, second] = mode === 'append' ? [neighbour, edge] : [edge, neighbour]
  const joined = joinLists(first, second)
  if (joined === undefined) return spliced(document, at, 0, blocks)
  return mode === 'append'
    ? spliced(document, at - 1, 1, [joined, ...blocks.slice(1)])
    : spliced(document, at, 1, [...blocks.slice(0, -1), joined])
}
