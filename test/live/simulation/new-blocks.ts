import type { Attrs, Node } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { blockAt } from '../../../web/src/editor/blocks/block-range.ts'
import type { BlockRange } from '../../../web/src/editor/blocks/block-range.ts'
import { acceptsBlocks } from '../../../web/src/editor/blocks/gaps.ts'
import { moveBlocks } from '../../../web/src/editor/blocks/move-blocks.ts'
import type { Random } from './random.ts'
import { pageOf } from './sample-page.ts'
import { editTable } from './table-edits.ts'

/** Creates a block of a newer kind, moves a block, edits a table, or changes what a block says of itself. */
export function editNewBlocks(state: EditorState, random: Random): Transaction | undefined {
  const kind = random.next()
  if (kind < 0.35) return insertBlock(state, random)
  if (kind < 0.6) return changeAttributes(state, random)
  return kind < 0.8 ? editTable(state, random) : dragBlock(state, random)
}

const pageId = '01234567-89ab-4cde-8f01-23456789abcd'

const mergedTable = [
  '<table>',
  '<tr>\n<th colspan="2">\n\nmerged\n\n</th>\n<th>\n\nhead\n\n</th>\n</tr>',
  '<tr>\n<td rowspan="2">\n\ntall\n\n</td>\n<td>\n\none\n\n</td>\n<td>\n\ntwo\n\n</td>\n</tr>',
  '<tr>\n<td>\n\nthree\n\n</td>\n<td>\n\nfour\n\n</td>\n</tr>',
  '</table>\n',
].join('\n')

const blocks = [
  '<details>\n<summary>New toggle</summary>\n\nWhat it hides.\n\n- a point\n\n</details>\n',
  '```quire-view\nunder: this\nwhere: {status: Doing}\n```\n',
  '```mermaid\ngraph TD\n  A --> B\n```\n',
  '$$\nx^2\n$$\n',
  `![Plan](/pages/${pageId})\n`,
  `![Plan](/pages/${pageId}#aims)\n`,
  `Due <time datetime="2026-12-01">2026-12-01</time> #task, see [Plan](/pages/${pageId}) and $a_b$.\n`,
  `![film](/files/${pageId} "file, video/mp4, 12 bytes")\n`,
  '<img src="/b.png" alt="wide" title="The caption" width="300" align="right">\n',
  '| a | b |\n| --- | --- |\n| one | two |\n',
  mergedTable,
  '> [!WARNING]\n> Careful.\n',
]

function insertBlock({ doc, tr }: EditorState, random: Random): Transaction | undefined {
  const { content } = pageOf(random.pick(blocks))
  const index = random.below(doc.childCount + 1)
  if (!doc.canReplace(index, index, content)) return undefined
  let at = 0
  for (let before = 0; before < index; before += 1) at += doc.child(before).nodeSize
  return tr.insert(at, content)
}

/** A drag by the handle: also into and out of toggles, callouts, quotes and lists. */
function dragBlock({ doc, tr }: EditorState, random: Random): Transaction | undefined {
  const movable: BlockRange[] = []
  const gaps: number[] = []
  doc.descendants((node, pos) => {
    const block = blockAt(doc, pos)
    if (block !== undefined) {
      movable.push(block)
      gaps.push(block.from, block.to)
    }
    return node.type.name !== 'table'
  })
  const range = random.pick(movable)
  const targets = gaps.filter((pos) => acceptsBlocks(doc, range, pos))
  if (targets.length === 0) return undefined
  moveBlocks(tr, range, random.pick(targets))
  return tr
}

const changes: Record<string, (random: Random) => Attrs> = {
  details: (random) => ({ open: random.next() < 0.5 }),
  codeBlock: (random) => ({ language: random.pick(['quire-view', 'mermaid', 'ts']) }),
  pageEmbed: (random) => ({ anchor: random.pick([null, 'aims']), label: 'Plan' }),
  image: (random) => ({
    width: random.pick([null, 120, 300]),
    align: random.pick([null, 'center', 'right']),
    title: random.pick([null, 'A caption', 'Another caption']),
  }),
  inlineMath: (random) => ({ latex: random.pick(['a_b', 'x^2']) }),
  blockMath: (random) => ({ latex: random.pick(['\\sum_i x_i', 'x^2']) }),
  file: (random) => ({ embed: random.next() < 0.5 }),
  date: (random) => ({ date: random.pick(['2026-11-22', '2026-12-31']) }),
  tableCell: (random) => ({ colwidth: random.pick([null, [120]]) }),
  callout: (random) => ({ kind: random.pick(['note', 'tip', 'warning']) }),
}

function changeAttributes({ doc, tr }: EditorState, random: Random): Transaction | undefined {
  const found: { node: Node; pos: number }[] = []
  doc.descendants((node, pos) => {
    if (node.type.name in changes) found.push({ node, pos })
  })
  if (found.length === 0) return undefined
  const { node, pos } = random.pick(found)
  for (const [name, value] of Object.entries(changes[node.type.name]?.(random) ?? {})) {
    tr.setNodeAttribute(pos, name, value)
  }
  return tr.docChanged ? tr : undefined
}
