import type { PageDocument } from '../document.ts'
import { footnotesOf } from '../footnotes.ts'
import { isEmptyParagraph, numberAttribute } from '../node.ts'
import type { ContentNode } from '../node.ts'
import { parsePart } from '../parse-markdown.ts'
import { blockText } from '../text.ts'
import type { Addresses } from '../urls.ts'
import { listNames } from './listed-names.ts'
import { failed, spliced } from './result.ts'
import type { EditResult, Failed } from './result.ts'

/** The position of a heading and of its blocks: `start` is the first, `end` the one after the last. */
export type Section = { heading: ContentNode; start: number; end: number }

export type SectionName = {
  /** The text of the heading, optionally with its level as in Markdown: `## Plan`. */
  heading: string
  /** Ends at the next heading of the same or a higher level instead of the next heading of any level. */
  includeSubsections?: boolean
}

export type FoundSection = { ok: true; section: Section } | Failed

/** Replaces the content under a heading; the heading remains. */
export function replaceSection(
  document: PageDocument,
  name: SectionName,
  { text, addresses }: { text: string; addresses?: Addresses },
): EditResult {
  const { content } = document
  const found = findSection(content, name)
  if (!found.ok) return found
  const parsed = parsePart(text, footnotesOf(content), addresses)
  if (!parsed.ok) return failed('INVALID_MARKDOWN', parsed.reason, 1)
  const { section } = found
  const blocks = withoutHeading(parsed.document.content, section.heading)
  const repeated = repeatedSubsection(content, section, blocks)
  if (repeated !== undefined) return failed('SUBSECTION_REPEATED', repeated, 1)
  return spliced(document, section.start, section.end - section.start, blocks)
}

/** The positions of the headings with a name. `Plan [2]` is the second of several with the same name. */
function named(content: readonly ContentNode[], name: string, signs: string): number[] {
  const found = positionsOf(content, name, signs)
  const plain = found.length > 0 ? name : withoutMarks(name)
  if (plain !== name) return named(content, plain, signs)
  const [, base, number] = /^(.*?)\s*\[(\d{1,4})\]$/s.exec(name) ?? []
  if (found.length > 0 || base === undefined) return found
  const all = positionsOf(content, base, signs)
  const chosen = all[Number(number) - 1]
  return chosen === undefined ? [] : [chosen]
}

/** A heading as it reads, of its Markdown. */
function withoutMarks(name: string): string {
  const parsed = parsePart(`# ${name}`, [])
  const [heading, ...others] = parsed.ok ? parsed.document.content : []
  return heading?.type === 'heading' && others.length === 0 ? textOf(heading) : name
}

/** Headings that read exactly so; without any, those that differ only in case. */
function positionsOf(content: readonly ContentNode[], name: string, signs: string): number[] {
  const headings = content.flatMap((block, index) =>
    isHeading(block) && (signs === '' || levelOf(block) === signs.length)
      ? [{ index, title: textOf(block) }]
      : [],
  )
  const exact = headings.filter(({ title }) => title === name)
  const similar = headings.filter(({ title }) => title.toLowerCase() === name.toLowerCase())
  return (exact.length > 0 ? exact : similar).map(({ index }) => index)
}

/** The closest heading of a higher level above a heading. */
function parentOf(content: readonly ContentNode[], at: number): ContentNode | undefined {
  const level = levelOf(content[at] ?? { type: 'heading' })
  return content.slice(0, at).findLast((block) => isHeading(block) && levelOf(block) < level)
}

export function findSection(
  content: readonly ContentNode[],
  { heading, includeSubsections = false }: SectionName,
): FoundSection {
  const [, signs = '', name = ''] = /^(#{0,6})\s*(.*?)\s*$/s.exec(heading.trim()) ?? []
  const found = named(content, name, signs)
  const [at] = found
  const own = at === undefined ? undefined : content[at]
  if (at === undefined || own === undefined) {
    return failed('HEADING_NOT_FOUND', `No heading reads "${name}". ${namedHeadings(content)}`, 0)
  }
  if (found.length > 1) {
    const choices = found.map((index, number) => {
      const parent = parentOf(content, index)
      const under = parent === undefined ? '' : ` under "${textOf(parent)}"`
      return `"${`${signs} ${name}`.trim()} [${number + 1}]"${under}`
    })
    const message = `${found.length} headings read "${name}". Name one: ${choices.slice(0, 12).join(', ')}.`
    return failed('HEADING_AMBIGUOUS', message, found.length)
  }
  const deepest = includeSubsections ? levelOf(own) : 6
  return {
    ok: true,
    section: { heading: own, start: at + 1, end: sectionEnd(content, at + 1, deepest) },
  }
}

/** A text for a section often begins with its heading, which is already on the page. */
export function withoutHeading(
  blocks: readonly ContentNode[],
  heading: ContentNode,
): readonly ContentNode[] {
  const [first, ...rest] = blocks
  if (first?.type !== 'heading' || levelOf(first) > levelOf(heading)) return blocks
  return textOf(first) === textOf(heading) ? rest : blocks
}

/** A text with a heading that remains on the page was meant for the complete section. */
function repeatedSubsection(
  content: readonly ContentNode[],
  { heading, end }: Section,
  blocks: readonly ContentNode[],
): string | undefined {
  const after = content.slice(end, sectionEnd(content, end, levelOf(heading)))
  const remainingKeys = new Set(after.filter(isHeading).map(keyOf))
  const repeated = blocks.find((block) => isHeading(block) && remainingKeys.has(keyOf(block)))
  if (repeated === undefined) return undefined
  return `is needed: the text repeats the heading "${textOf(repeated)}", which stays on the page. With includeSubsections true it replaces the sub-headings of the section too; else leave them out of the text`
}

function sectionEnd(content: readonly ContentNode[], start: number, deepest: number): number {
  const end = content.findIndex(
    (block, index) => index >= start && isHeading(block) && levelOf(block) <= deepest,
  )
  return end < 0 ? content.length : end
}

function namedHeadings(content: readonly ContentNode[]): string {
  const headings = content.filter(isHeading)
  if (headings.length === 0) return 'The page has no headings.'
  return `The page has ${listNames(headings.map(textOf))}.`
}

function isHeading(block: ContentNode): boolean {
  return block.type === 'heading'
}

function levelOf(heading: ContentNode): number {
  return numberAttribute(heading, 'level', 1)
}

function textOf(block: ContentNode): string {
  return blockText(block).trim()
}

function keyOf(heading: ContentNode): string {
  return `${levelOf(heading)} ${textOf(heading)}`
}

/** The number of blocks before `end` without a trailing empty paragraph. */
export function lastContent(content: readonly ContentNode[], start: number, end: number): number {
  let last = end
  while (last > start && isEmptyParagraph(content[last - 1])) last -= 1
  return last
}
