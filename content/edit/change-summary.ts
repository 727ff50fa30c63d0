import { pageOf } from '../board.ts'
import type { PageDocument } from '../document.ts'
import { booleanAttribute, children, isEmptyParagraph, numberAttribute } from '../node.ts'
import type { ContentNode } from '../node.ts'
import { blockText } from '../text.ts'

export type ChangeCounts = { blocks: number; headings: number; tasks: number; words: number }

/** What a change added and removed: top-level blocks, headings and tasks at any depth, and words. */
export type ChangeSummary = { added: ChangeCounts; removed: ChangeCounts }

/** A changed block counts as removed and added; its words and tasks only if they differ. Moved blocks do not count. */
export function summarizeChange(before: PageDocument, after: PageDocument): ChangeSummary {
  const [old, now] = differing(pageOf(before).content, pageOf(after).content)
  const counts = { added: noCounts(), removed: noCounts() }
  counts.removed.blocks = old.length
  counts.added.blocks = now.length
  const [oldParts, newParts] = [partsOf(old), partsOf(now)]
  for (const kind of ['headings', 'tasks', 'words'] as const) {
    counts.removed[kind] = withoutCommon(oldParts[kind], newParts[kind])
    counts.added[kind] = withoutCommon(newParts[kind], oldParts[kind])
  }
  return counts
}

function noCounts(): ChangeCounts {
  return { blocks: 0, headings: 0, tasks: 0, words: 0 }
}

/** The blocks of each side that the other does not have. */
function differing(
  before: readonly ContentNode[],
  after: readonly ContentNode[],
): [ContentNode[], ContentNode[]] {
  const keyed = (blocks: readonly ContentNode[]) =>
    blocks
      .filter((block) => !isEmptyParagraph(block))
      .map((block) => ({ block, key: JSON.stringify(block) }))
  const [old, now] = [keyed(before), keyed(after)]
  const left = (own: typeof old, others: typeof old) => {
    const known = countsOf(others.map(({ key }) => key))
    return own.filter(({ key }) => !take(known, key)).map(({ block }) => block)
  }
  return [left(old, now), left(now, old)]
}

type Parts = { headings: string[]; tasks: string[]; words: string[] }

function partsOf(blocks: readonly ContentNode[]): Parts {
  const parts: Parts = { headings: [], tasks: [], words: [] }
  for (const block of blocks) {
    for (const [word] of blockText(block).matchAll(/[\p{L}\p{N}]+/gu)) parts.words.push(word)
  }
  const open = [...blocks]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const checked = booleanAttribute(node, 'checked')
    if (node.type === 'heading')
      parts.headings.push(`${numberAttribute(node, 'level', 1)} ${blockText(node)}`)
    if (checked !== undefined) parts.tasks.push(`${checked} ${blockText(node)}`)
    open.push(...children(node))
  }
  return parts
}

/** How many items only the first list has. */
function withoutCommon(own: readonly string[], others: readonly string[]): number {
  const known = countsOf(others)
  return own.filter((one) => !take(known, one)).length
}

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

function take(counts: Map<string, number>, key: string): boolean {
  const left = counts.get(key) ?? 0
  if (left > 0) counts.set(key, left - 1)
  return left > 0
}
