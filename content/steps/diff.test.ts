import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import type { Node } from 'prosemirror-model'
import { ReplaceStep, Transform } from 'prosemirror-transform'
import { boards, pages } from '../../test/fixtures/content/arbitrary-document.ts'
import { examples } from '../../test/fixtures/content/examples.ts'
import { hostile } from '../../test/fixtures/content/hostile.ts'
import { checkDocument } from '../document.ts'
import { parseMarkdown } from '../parse-markdown.ts'
import { schema } from '../schema.ts'
import { diffDocuments } from './diff.ts'

const seed = 20_261_123

function read(markdown: string): Node {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.reason)
  return schema.nodeFromJSON(parsed.document)
}

/** The steps as JSON and their mapping, after a check that they lead from one document to the other. */
function change(before: Node, after: Node) {
  const { steps, moves } = diffDocuments(before, after)
  const tr = new Transform(before)
  for (const step of steps) tr.step(step)
  assert.ok(tr.doc.eq(after), 'the steps lead to another document')
  for (const { remove, insert } of moves) {
    const [removal, insertion] = [steps[remove], steps[insert]]
    assert.ok(removal instanceof ReplaceStep && insertion instanceof ReplaceStep)
    assert.ok(remove < insert && removal.slice.size === 0 && insertion.from === insertion.to)
    const removed = tr.docs[remove]?.slice(removal.from, removal.to)
    assert.deepEqual(removed?.toJSON(), insertion.slice.toJSON())
  }
  return { moves, json: steps.map((step): unknown => step.toJSON()), mapping: tr.mapping }
}

/** With the number of positions that do not survive. */
function lines(from: string, to: string) {
  const before = read(from)
  const { mapping, ...changed } = change(before, read(to))
  const positions = Array.from({ length: before.content.size - 1 }, (_, index) => index + 1)
  const lost = positions.filter((position) => mapping.mapResult(position).deletedAcross)
  return { ...changed, lost: lost.length }
}

describe('the steps between documents', () => {
  it('are none for equal documents', () => {
    assert.deepEqual(lines('One *two*', 'One *two*').json, [])
  })

  it('replace a whole word', () => {
    assert.deepEqual(lines('A quick brown fox', 'A quick blue fox').json, [
      {
        stepType: 'replace',
        from: 9,
        to: 14,
        slice: { content: [{ type: 'text', text: 'blue' }] },
      },
    ])
  })

  it('replace a number, a date, a code span and an address as a whole', () => {
    for (const [from, to, replaced] of [
      ['about 5,000 euros', 'about 8,000 euros', '8,000 euros'],
      ['The limit is 10.', 'The limit is 100.', '100'],
      ['Due 2026-12-01.', 'Due 2027-12-01.', '2027-12-01'],
      ['Use v1.2.3 here', 'Use v1.3.0 here', 'v1.3.0'],
      ['run `npm test a` now', 'run `npm test b` now', 'npm test b'],
      ['see https://a.example/b?c=1 now', 'see https://a.example/b?c=2 now', undefined],
      ['预算5000元。', '预算8000元。', '8000元'],
    ] as const) {
      const { json } = lines(from, to)
      const texts = json.flatMap(
        (step) => JSON.stringify(step).match(/"text":"([^"]*)"/)?.[1] ?? [],
      )
      assert.deepEqual([json.length, texts], [1, [replaced ?? 'https://a.example/b?c=2']], from)
    }
  })

  it('replace both words where each has a change, or only those', () => {
    const [before, after] = [read('the old big car'), read('the new small car')]
    assert.equal(diffDocuments(before, after).steps.length, 1)
    assert.equal(diffDocuments(before, after, 'none').steps.length, 2)
  })

  it('insert a word before the space behind it, whatever follows', () => {
    const [before, after] = [read('a b c d'), read('a c d')]
    assert.deepEqual(
      diffDocuments(before, after).steps[0]?.getMap(),
      diffDocuments(before, read('a c X'), 'none').steps[1]?.getMap(),
    )
  })

  it('leave a surrogate pair in one piece', () => {
    assert.deepEqual(lines('Good \u{1F600} day', 'Good \u{1F601} day').json, [
      {
        stepType: 'replace',
        from: 6,
        to: 8,
        slice: { content: [{ type: 'text', text: '\u{1F601}' }] },
      },
    ])
  })

  it('change places far from each other one by one', () => {
    const paragraphs = Array.from(
      { length: 60 },
      (_, index) => `Paragraph number ${index} has words.`,
    )
    const every = paragraphs.map((text, index) => (index % 10 ? text : text.replace('has', 'had')))
    const { json, lost } = lines(paragraphs.join('\n\n'), every.join('\n\n'))
    // The two places between the letters of each word.
    assert.deepEqual([json.length, lost], [6, 12])
  })

  it('change letters between those of a language without spaces', () => {
    const { json } = lines('我们明天在学校见面', '我们后天在公园见面')
    assert.deepEqual(json.length, 2)
  })

  it('change marks and leave the text', () => {
    const { json, lost } = lines('One two three', 'One **two** three')
    assert.deepEqual(json.length, 1)
    assert.partialDeepStrictEqual(json, [{ stepType: 'addMark', from: 5, to: 8 }])
    assert.equal(lost, 0)
  })

  it('change the order of nested marks', () => {
    lines('***a** b*', '***a* b**')
    lines('**[a](b)** c', '[**a**](b) c')
  })

  it('change a type, an attribute, and what is around a block', () => {
    assert.partialDeepStrictEqual(lines('Same text', '## Same text').json, [
      { stepType: 'replaceAround' },
    ])
    assert.partialDeepStrictEqual(lines('# Same', '### Same').json, [
      { stepType: 'attr', attr: 'level', value: 3 },
    ])
    assert.partialDeepStrictEqual(lines('- [ ] a\n- [ ] b', '- [ ] a\n- [x] b').json, [
      { stepType: 'attr', attr: 'checked', value: true },
    ])
    assert.equal(lines('One\n\nTwo', '> One\n>\n> Two').lost, 0)
    assert.equal(lines('> One\n>\n> Two', 'One\n\nTwo').lost, 0)
    assert.equal(lines('1. a\n2. b', '- a\n- b').lost, 0)
  })

  it('insert a row and a column of a table', () => {
    const { json, lost } = lines(
      '| a | b |\n| - | - |\n| c | d |\n| e | f |',
      '| a | b | new |\n| - | - | - |\n| c | d | x |\n| kiwi | 1 | 2 |\n| e | f | y |',
    )
    assert.deepEqual([json.length, lost], [4, 0])
  })

  it('keep the cells of a row in their columns, whatever their text', () => {
    const table = (first: string, second: string) =>
      `| Name | Value |\n| - | - |\n| ${first} | ${second} |`
    const { json, lost } = lines(table('$14.26', '$20.32'), table('$20.32', '$30.47'))
    assert.equal(json.length, 2)
    assert.equal(JSON.stringify(json).includes('tableCell'), false)
    assert.equal(lost, 14)
  })

  it('insert a section', () => {
    const section = '## New\n\nText.\n\n- a\n- b'
    assert.deepEqual(lines('One\n\nTwo', `One\n\n${section}\n\nTwo`).json.length, 1)
  })

  it('mark the blocks of a section that moves, up or down, around another change', () => {
    const texts = ['# A', 'The first text.', '# B', 'A second text.', '# C', 'Some third text.']
    const moved = [...texts.slice(2, 4), ...texts.slice(0, 2), '# C', 'Another third text.']
    const [before, after] = [texts.join('\n\n'), moved.join('\n\n')]
    for (const { json, moves } of [lines(before, after), lines(after, before)]) {
      assert.deepEqual([json.length, moves], [3, [{ remove: 0, insert: 2 }]])
    }
  })

  it('mark an item that moves to another list, and a card to another column', () => {
    const { moves } = lines(
      '- one thing\n- two things\n\nText.\n\n- three things',
      '- two things\n\nText.\n\n- three things\n- one thing',
    )
    assert.deepEqual(moves, [{ remove: 0, insert: 1 }])
    const card = (text: string) => ({
      type: 'kanbanCard',
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    })
    const column = (name: string, ...cards: object[]) => ({
      type: 'kanbanColumn',
      content: [{ type: 'heading', content: [{ type: 'text', text: name }] }, ...cards],
    })
    const board = (...content: object[]) => schema.nodeFromJSON({ type: 'doc', content })
    const moved = change(
      board(column('To do', card('Paint'), card('Sand')), column('Done', card('Buy'))),
      board(column('To do', card('Sand')), column('Done', card('Buy'), card('Paint'))),
    )
    assert.deepEqual([moved.json.length, moved.moves], [2, [{ remove: 0, insert: 1 }]])
  })
})

describe('the steps between any two documents', () => {
  it('lead from one random page or board to another', () => {
    const documents = [pages, boards].flatMap((arbitrary) =>
      fc.sample<unknown>(arbitrary, { numRuns: 400, seed }).map((value) => {
        const checked = checkDocument(JSON.parse(JSON.stringify(value)))
        assert.ok(checked.ok)
        return schema.nodeFromJSON(checked.document)
      }),
    )
    for (const [index, document] of documents.entries()) {
      change(document, documents.at(index - 1) ?? document)
    }
  })

  it('lead from each example of Markdown to the next', () => {
    const documents = examples.map(({ markdown }) => read(markdown))
    for (const [index, document] of documents.entries()) {
      change(document, documents.at(index - 1) ?? document)
    }
  })

  it('lead from a page of all examples to one where some are missing, moved or changed', () => {
    const texts = examples.map(({ markdown }) => markdown)
    for (const step of [2, 7, 50]) {
      const some = texts.filter((_, index) => index % step)
      const moved = [...some.slice(100), ...some.slice(0, 100)]
      const changed = moved.map((text, index) => (index % 5 ? text : text.replace('a', 'b c ')))
      change(read(texts.join('\n\n')), read(changed.join('\n\n')))
    }
  })
})

describe('the steps between hostile documents', () => {
  const documents = hostile
    .map(({ markdown }) => parseMarkdown(markdown))
    .flatMap((parsed) => (parsed.ok ? [schema.nodeFromJSON(parsed.document)] : []))

  it('lead from each to the next', () => {
    for (const [index, document] of documents.entries()) {
      change(document, documents.at(index - 1) ?? document)
    }
  })
})
