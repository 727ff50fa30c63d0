import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Node } from 'prosemirror-model'
import { Transform } from 'prosemirror-transform'
import { type Random, randomFrom } from '../../bench/support/texts.ts'
import { checkDocument } from '../document.ts'
import { parseMarkdown } from '../parse-markdown.ts'
import { schema } from '../schema.ts'
import { changeOf } from '../steps/batch.ts'
import { tokenTexts } from '../tokens/tokens.ts'
import { writeMarkdown } from '../write-markdown.ts'
import { mergeDocuments } from './merge.ts'

const words = [
  '5,000',
  '2026-12-01',
  'v1.2.3',
  'stable',
  '**bold**',
  '`code a`',
  '[docs](/x)',
  'Straße',
  'дом',
  '会议',
]
const seeds = 150

function read(markdown: string): Node {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return schema.nodeFromJSON(parsed.document)
}

const pick = <Item>(list: readonly Item[], random: Random): Item =>
  list[Math.floor(random() * list.length)] ?? assert.fail()

function sentence(random: Random): string {
  return Array.from({ length: 2 + Math.floor(random() * 6) }, () => pick(words, random)).join(' ')
}

function page(random: Random): string[] {
  const blocks = [
    () => sentence(random),
    () => `## ${sentence(random)}`,
    () => `- ${sentence(random)}\n- ${sentence(random)}`,
    () => `- [ ] ${sentence(random)}\n- [x] ${sentence(random)}`,
    () => `| a | b |\n| - | - |\n| ${sentence(random)} | ${sentence(random)} |\n| 1 | 2 |`,
  ]
  return Array.from({ length: 2 + Math.floor(random() * 4) }, () => pick(blocks, random)())
}

/** Some words replaced, removed or added; now and then a block that goes, comes or moves. */
function changed(blocks: readonly string[], random: Random): string[] {
  const result = [...blocks]
  for (let count = 1 + Math.floor(random() * 3); count > 0; count -= 1) {
    const index = Math.floor(random() * result.length)
    const kind = Math.floor(random() * 8)
    if (kind === 0 && result.length > 1) result.splice(index, 1)
    else if (kind === 1) result.splice(index, 0, sentence(random))
    else if (kind === 2) result.push(...result.splice(index, 1))
    else {
      const parts = (result[index] ?? '').split(' ')
      const at = parts.flatMap((part, position) => (words.includes(part) ? [position] : []))
      if (at.length === 0) continue
      const word = pick(['8,000', 'other', '2027-01-01', '9,000'], random)
      parts.splice(pick(at, random), random() < 0.7 ? 1 : 0, ...(random() < 0.8 ? [word] : []))
      result[index] = parts.join(' ')
    }
  }
  return result
}

/** Letters that someone types or deletes, as the journal has them. */
function typed(base: Node, random: Random): Transform {
  const tr = new Transform(base)
  for (let count = 1 + Math.floor(random() * 3); count > 0; count -= 1) {
    const positions: number[] = []
    tr.doc.descendants((node, position) => {
      if (node.isTextblock)
        for (let at = 0; at <= node.content.size; at += 1) positions.push(position + 1 + at)
    })
    const at = pick(positions, random)
    const kind = random()
    if (kind < 0.6) tr.insert(at, schema.text(pick(['7', 'x', ' new ', '.'], random)))
    else if (kind < 0.9 && at + 1 < tr.doc.resolve(at).end()) tr.delete(at, at + 1)
    else if (tr.doc.resolve(at).depth === 1 && tr.doc.resolve(at).parent.type.name === 'paragraph')
      tr.split(at)
  }
  return tr
}

const kindsOf = (document: Node) => {
  const kinds = new Set<string>()
  document.descendants((node) => {
    if (node.isBlock) kinds.add(node.type.name)
  })
  return kinds
}

function columnsOf(document: Node): Set<number> {
  const columns = new Set<number>()
  document.descendants((node) => {
    if (node.type.name === 'tableRow') columns.add(node.childCount)
  })
  return columns
}

function assertLaws(merged: Node, sides: readonly Node[], where: string): void {
  assert.ok(checkDocument(merged.toJSON()).ok, where)
  const tokens = (node: Node) =>
    tokenTexts(node.textBetween(0, node.content.size, '\n', '\ufffc')).filter(
      (token) => token.trim() !== '',
    )
  const known = new Set(sides.flatMap(tokens))
  assert.deepEqual(
    tokens(merged).filter((token) => !known.has(token)),
    [],
    `${where}: words`,
  )
  const kinds = new Set(sides.flatMap((side) => [...kindsOf(side)]))
  assert.deepEqual(
    [...kindsOf(merged)].filter((kind) => !kinds.has(kind)),
    [],
    `${where}: kinds`,
  )
  const columns = new Set(sides.flatMap((side) => [...columnsOf(side)]))
  assert.deepEqual(
    [...columnsOf(merged)].filter((count) => !columns.has(count)),
    [],
    `${where}: columns`,
  )
  assert.equal(writeMarkdown(merged.toJSON()).includes('<table'), false, where)
}

describe('mergeDocuments of random changes', () => {
  it('has the words, kinds of blocks and columns of both sides only, and ignores who comes first', () => {
    let count = 0
    for (let seed = 1; seed <= seeds; seed += 1) {
      const random = randomFrom(seed)
      const blocks = page(random)
      const base = read(blocks.join('\n\n'))
      const [mine, now] = [changed(blocks, random), changed(blocks, random)].map((side) =>
        read(side.join('\n\n')),
      )
      if (mine === undefined || now === undefined) continue
      const since = [
        changeOf(new Transform(base).replaceWith(0, base.content.size, now.content).steps),
      ]
      const merged = mergeDocuments({ base, mine, now, since })
      const turned = mergeDocuments({
        base,
        mine: now,
        now: mine,
        since: [
          changeOf(new Transform(base).replaceWith(0, base.content.size, mine.content).steps),
        ],
      })
      assert.equal(merged.ok, turned.ok, `seed ${seed}`)
      if (!merged.ok) continue
      count += 1
      assertLaws(merged.doc, [mine, now], `seed ${seed}`)
    }
    assert.ok(count > seeds / 5, `${count} merged`)
  })

  it('has them also where others typed letters and split blocks', () => {
    let count = 0
    for (let seed = 1; seed <= seeds; seed += 1) {
      const random = randomFrom(seed)
      const blocks = page(random)
      const base = read(blocks.join('\n\n'))
      const mine = read(changed(blocks, random).join('\n\n'))
      const { doc: now, steps, docs } = typed(base, random)
      const merged = mergeDocuments({ base, mine, now, since: [changeOf(steps, [], 'ada', docs)] })
      if (!merged.ok) continue
      count += 1
      assertLaws(merged.doc, [mine, now], `typed, seed ${seed}`)
    }
    assert.ok(count > seeds / 3, `${count} merged`)
  })

  it('changes nothing with no change, and repeats no change', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = randomFrom(seed)
      const blocks = page(random)
      const [base, other] = [read(blocks.join('\n\n')), read(changed(blocks, random).join('\n\n'))]
      const since = [
        changeOf(new Transform(base).replaceWith(0, base.content.size, other.content).steps),
      ]
      for (const [mine, now, changes] of [
        [base, other, since],
        [other, base, []],
        [other, other, since],
      ] as const) {
        const merged = mergeDocuments({ base, mine, now, since: changes })
        assert.ok(merged.ok && merged.doc.eq(other), `seed ${seed}`)
      }
    }
  })
})
