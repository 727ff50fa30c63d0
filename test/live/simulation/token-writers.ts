import type { Node } from 'prosemirror-model'
import { Transform } from 'prosemirror-transform'
import { mergeDocuments } from '../../../content/merge/merge.ts'
import { schema } from '../../../content/schema.ts'
import { tokensOf } from '../../../content/tokens/tokens.ts'
import type { Random } from './random.ts'
import { pageOf } from './sample-page.ts'

/** A page whose numbers, prices, dates and times programs replace while people type in it. */
export function samplePlan(): Node {
  return pageOf(`## Plan of 2026-01-05

The rent is 1,100 euros since 2025-03-01, and the garden costs $12.50 from 08:15 until 17:45 each day.

In all 2,350 people came, and **1,975 of them** before 2024-11-30; version v1.4.2 was out by then.

- 3,400 on 2026-02-11
- $19.90 at 09:30
- v2.0.1 and 4,800

| Name | Value |
| --- | --- |
| apple | 5,250 |
| pear | 2026-07-19 |
`)
}

/** What a program makes of a page: one number, price, date, time or version is another one. */
export function withOtherToken(read: Node, random: Random): Node | undefined {
  const found: { from: number; to: number; text: string }[] = []
  read.descendants((node, pos) => {
    if (!node.isTextblock) return
    const text = node.textBetween(0, node.content.size, '', '\ufffc')
    for (const { from, to } of tokensOf(text)) {
      const token = text.slice(from, to)
      if (kinds.some(([pattern]) => pattern.test(token))) {
        found.push({ from: pos + 1 + from, to: pos + 1 + to, text: token })
      }
    }
  })
  if (found.length === 0) return undefined
  const { from, to, text } = random.pick(found)
  const kind = kinds.find(([pattern]) => pattern.test(text))
  if (kind === undefined) return undefined
  const marks = read.resolve(from).marksAcross(read.resolve(to)) ?? []
  return new Transform(read).replaceWith(from, to, schema.text(kind[1](random), marks)).doc
}

const two = (random: Random, limit: number) => String(1 + random.below(limit)).padStart(2, '0')

const kinds: readonly (readonly [RegExp, (random: Random) => string])[] = [
  [/^\d,\d{3}$/, (random) => `${1 + random.below(9)},${100 + random.below(900)}`],
  [/^\$\d+\.\d\d$/, (random) => `$${1 + random.below(99)}.${10 + random.below(90)}`],
  [
    /^\d{4}-\d\d-\d\d$/,
    (random) => `${2000 + random.below(99)}-${two(random, 12)}-${two(random, 28)}`,
  ],
  [/^\d\d:\d\d$/, (random) => `${two(random, 23)}:${two(random, 59)}`],
  [/^v\d+\.\d+\.\d+$/, (random) => `v${random.below(9)}.${random.below(30)}.${random.below(9)}`],
]

export type TokenWrite = {
  read: Node
  mine: Node
  now: Node
  since: Parameters<typeof mergeDocuments>[0]['since']
}

/** The page after the write of a program, and words in it that neither side has; undefined if it is refused. */
export function mergeWrite({
  read,
  mine,
  now,
  since,
}: TokenWrite): { doc: Node; unknown: string[] } | undefined {
  const merged = mergeDocuments({ base: read, mine, now, since })
  if (!merged.ok) return undefined
  const known = wordsIn(now).union(wordsIn(mine))
  return { doc: merged.doc, unknown: [...wordsIn(merged.doc).difference(known)] }
}

function wordsIn(doc: Node): Set<string> {
  const words = new Set<string>()
  doc.descendants((node) => {
    if (!node.isTextblock) return
    const text = node.textBetween(0, node.content.size, '', '\ufffc')
    for (const { from, to, isWord } of tokensOf(text)) if (isWord) words.add(text.slice(from, to))
  })
  return words
}
