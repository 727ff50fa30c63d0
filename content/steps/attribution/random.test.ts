import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Node } from 'prosemirror-model'
import { canSplit, Transform } from 'prosemirror-transform'
import { type Random, randomFrom } from '../../../bench/support/texts.ts'
import { rewrittenLetters } from '../../../test/support/reverts/random-edits.ts'
import type { PageDocument } from '../../document.ts'
import { parseMarkdown } from '../../parse-markdown.ts'
import { schema } from '../../schema.ts'
import { writeMarkdown } from '../../write-markdown.ts'
import { type Attribution, attribute, isMapOf, whollyBy, type Writer } from '../attribution.ts'
import { type Change, changeOf } from '../batch.ts'
import { diffSteps } from '../diff.ts'
import { rebase } from '../rebase.ts'
import { attributedText } from './text.ts'

const writers = ['ada', 'ben', 'cem', 'agent'].map((userId): Writer => ({
  userId,
  via: null,
  keyId: null,
  runId: null,
  at: 0,
}))

/** The writer of each letter. Letters are unique, so a letter that is new in a document was just written. */
type Letters = Map<string, string>
type Moves = { remove: number; insert: number }[]

function isLetter(character: string): boolean {
  return character >= '\uac00'
}

function* newLetters(): Generator<string, never> {
  for (let code = 0xac00; ; code += 1) yield String.fromCharCode(code)
}

function textBlocks(document: Node): { position: number; node: Node }[] {
  const blocks: { position: number; node: Node }[] = []
  document.descendants((node, position) => {
    if (node.isTextblock) blocks.push({ position, node })
  })
  return blocks
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[Math.floor(random() * items.length)]
  assert.ok(item !== undefined)
  return item
}

/** One edit of a person: typing, a deletion, a split, a join, another type, a mark, a moved block. */
function edit(document: Node, random: Random, word: () => string): { tr: Transform; moves: Moves } {
  const tr = new Transform(document)
  const { position, node } = pick(textBlocks(document), random)
  const at = position + 1 + Math.floor(random() * (node.content.size + 1))
  const end = Math.min(at + Math.floor(random() * 6), position + 1 + node.content.size)
  const kind = Math.floor(random() * 8)
  if (kind <= 2) tr.insert(at, schema.text(word()))
  else if (kind === 3) tr.delete(at, end)
  else if (kind === 4 && canSplit(document, at)) tr.split(at)
  else if (kind === 5 && document.resolve(position).nodeBefore?.isTextblock) tr.join(position)
  else if (kind === 6) tr.addMark(at, end, schema.mark('bold'))
  else if (document.childCount > 3) return move(tr, random)
  return { tr, moves: [] }
}

function move(tr: Transform, random: Random): { tr: Transform; moves: Moves } {
  const index = Math.floor(random() * tr.doc.childCount)
  const [block, before] = [tr.doc.child(index), tr.doc.children.slice(0, index)]
  const from = before.reduce((sum, node) => sum + node.nodeSize, 0)
  tr.delete(from, from + block.nodeSize)
  const count = Math.floor(random() * (tr.doc.childCount + 1))
  const to = tr.doc.children.slice(0, count).reduce((sum, node) => sum + node.nodeSize, 0)
  tr.insert(to, block)
  return { tr, moves: [{ remove: 0, insert: 1 }] }
}

/** A program writes the page as Markdown, with a word more, less or other in one paragraph. */
function rewrite(document: Node, random: Random, word: () => string): Transform {
  const page: PageDocument = document.toJSON()
  const lines = writeMarkdown(page).split('\n')
  const long = lines.flatMap((line, index) => (line.split(' ').length > 5 ? [index] : []))
  if (long.length > 0) {
    const index = pick(long, random)
    const words = lines[index]?.split(' ') ?? []
    words.splice(Math.floor(random() * words.length), Math.floor(random() * 2), word())
    lines[index] = words.join(' ')
  } else lines.push('', word())
  const parsed = parseMarkdown(lines.join('\n'))
  assert.ok(parsed.ok)
  const tr = new Transform(document)
  for (const step of diffSteps(document, schema.nodeFromJSON(parsed.document))) tr.step(step)
  return tr
}

function lettersOf(document: Node): string[] {
  return Array.from(document.textBetween(0, document.content.size)).filter(isLetter)
}

function attributedLetters(document: Node, map: Attribution): Letters {
  assert.ok(isMapOf(map, document))
  const letters = attributedText(document, map).flatMap(({ parts }) =>
    parts.flatMap(({ text, writer }) =>
      Array.from(text)
        .filter(isLetter)
        .map((letter) => [letter, writer?.userId ?? ''] as const),
    ),
  )
  return new Map(letters)
}

type Turn = { document: Node; map: Attribution; known: Letters; writer: Writer }

/** The letters that are not given to who wrote them. Later turns count them no more. */
function wrongLetters({ document, map, known, writer }: Turn): string[] {
  const letters = lettersOf(document)
  for (const letter of letters) if (!known.has(letter)) known.set(letter, writer.userId)
  const attributed = attributedLetters(document, map)
  assert.deepEqual([...attributed.keys()], letters)
  const wrong = letters.filter((letter) => attributed.get(letter) !== known.get(letter))
  for (const letter of wrong) known.set(letter, attributed.get(letter) ?? '')
  return wrong
}

function start(seed: number) {
  const random = randomFrom(seed)
  const letters = newLetters()
  const word = () => Array.from({ length: 3 }, () => letters.next().value).join('')
  const sentence = () => Array.from({ length: 8 }, word).join(' ')
  const parsed = parseMarkdown(
    `# ${sentence()}\n\n${sentence()}\n\n- ${sentence()}\n- ${word()}\n\n${sentence()}`,
  )
  assert.ok(parsed.ok)
  const document = schema.nodeFromJSON(parsed.document)
  const map = whollyBy(document, pick(writers, random))
  const known = attributedLetters(document, map)
  const change = (before: Node, writer: Writer) =>
    writer.userId === 'agent'
      ? { tr: rewrite(before, random, word), moves: [] }
      : edit(before, random, word)
  return { random, document, map, known, change }
}

const seeds = Array.from({ length: 40 }, (_, index) => index + 1)
const editsPerSeed = 80

describe('the attribution after random edits of several writers and a program', () => {
  it('gives each letter to who wrote it', () => {
    for (const seed of seeds) {
      const { random, known, change, ...first } = start(seed)
      let { document, map } = first
      for (let turn = 0; turn < editsPerSeed; turn += 1) {
        const writer = pick(writers, random)
        const { tr, moves } = change(document, writer)
        map = attribute(map, document, { writer, steps: tr.steps, moves })
        document = tr.doc
        if (writer.userId === 'agent') {
          for (const letter of rewrittenLetters(tr)) known.set(letter, writer.userId)
        }
        assert.deepEqual(wrongLetters({ document, map, known, writer }), [])
      }
    }
  })

  // A program that writes a block anew takes over a word into which someone types at the same time.
  it('gives nearly each letter to who wrote it if writers are behind', (test) => {
    const [wrong, all]: [string[], string[]] = [[], []]
    for (const seed of seeds) {
      const { random, document, known, change, ...first } = start(seed)
      let { map } = first
      const documents = [document]
      const accepted: Change[] = []
      for (let turn = 0; turn < editsPerSeed; turn += 1) {
        const writer = pick(writers, random)
        const base = Math.max(0, accepted.length - Math.floor(random() * 8))
        const { tr, moves } = change(documents[base] ?? assert.fail(), writer)
        const current = documents.at(-1) ?? assert.fail()
        const batch = changeOf(tr.steps, moves, writer.userId)
        const rebased = rebase(current, accepted.slice(base), batch)
        assert.ok(rebased.ok)
        map = attribute(map, current, { ...rebased, writer })
        wrong.push(...wrongLetters({ document: rebased.doc, map, known, writer }))
        documents.push(rebased.doc)
        accepted.push(changeOf(rebased.steps, rebased.moves, writer.userId))
      }
      all.push(...known.keys())
    }
    test.diagnostic(`${wrong.length} of ${all.length} letters`)
    assert.ok(wrong.length <= all.length / 200)
  })
})
