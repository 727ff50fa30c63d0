import type { Attrs, Node } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import type { Random } from './random.ts'
import { pageOf } from './sample-page.ts'

/** Creates a block of a newer kind at a random place, or changes what such a block says of itself. */
export function editNewBlocks(state: EditorState, random: Random): Transaction | undefined {
  return random.next() < 0.6 ? insertBlock(state, random) : changeAttributes(state, random)
}

const pageId = '01234567-89ab-4cde-8f01-23456789abcd'

const blocks = [
  '<details>\n<summary>New toggle</summary>\n\nWhat it hides.\n\n- a point\n\n</details>\n',
  '```quire-view\nunder: this\nwhere: {status: Doing}\n```\n',
  '```mermaid\ngraph TD\n  A --> B\n```\n',
  '$$\nx^2\n$$\n',
  `![Plan](/pages/${pageId})\n`,
  `![Plan](/pages/${pageId}#aims)\n`,
  `Due <time datetime="2026-12-01">2026-12-01</time> #task, see [Plan](/pages/${pageId} "page").\n`,
  `![film](/files/${pageId} "file, video/mp4, 12 bytes")\n`,
  '<img src="/b.png" alt="wide" width="300" align="right">\n',
  '| a | b |\n| --- | --- |\n| one | two |\n',
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

const changes: Record<string, (random: Random) => Attrs> = {
  details: (random) => ({ open: random.next() < 0.5 }),
  codeBlock: (random) => ({ language: random.pick(['quire-view', 'mermaid', 'ts']) }),
  pageEmbed: (random) => ({ anchor: random.pick([null, 'aims']), label: 'Plan' }),
  image: (random) => ({
    width: random.pick([null, 120, 300]),
    align: random.pick([null, 'center', 'right']),
  }),
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
