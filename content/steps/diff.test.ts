import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import type { Node } from 'prosemirror-model'
import { Mapping } from 'prosemirror-transform'
import { boards, pages } from '../../test/fixtures/content/arbitrary-document.ts'
import { examples } from '../../test/fixtures/content/examples.ts'
import { hostile } from '../../test/fixtures/content/hostile.ts'
import { checkDocument } from '../document.ts'
import { parseMarkdown } from '../parse-markdown.ts'
import { schema } from '../schema.ts'
import { diffSteps } from './diff.ts'

const seed = 20_261_123

function read(markdown: string): Node {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.reason)
  return schema.nodeFromJSON(parsed.document)
}

/** The steps as JSON, after a check that they lead from one document to the other. */
function change(before: Node, after: Node) {
  const steps = diffSteps(before, after)
  let document = before
  for (const step of steps) {
    const result = step.apply(document)
    assert.ok(result.doc, result.failed ?? '')
    document = result.doc
  }
  assert.ok(document.eq(after), 'the steps lead to another document')
  const mapping = new Mapping(steps.map((step) => step.getMap()))
  const positions = Array.from({ length: before.content.size - 1 }, (_, index) => index + 1)
  const surviving = positions.filter((position) => !mapping.mapResult(position).deletedAcross)
  const json: unknown[] = steps.map((step): unknown => step.toJSON())
  return { json, lost: positions.length - surviving.length }
}

const lines = (from: string, to: string) => change(read(from), read(to))

describe('the steps between documents', () => {
  it('are none for equal documents', () => {
    assert.deepEqual(lines('One *two*', 'One *two*').json, [])
  })

  it('replace only what differs in a word', () => {
    assert.deepEqual(lines('A quick brown fox', 'A quick blue fox').json, [
      {
        stepType: 'replace',
        from: 10,
        to: 14,
        slice: { content: [{ type: 'text', text: 'lue' }] },
      },
    ])
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
    assert.deepEqual([json.length, lost], [6, 0])
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

  it('insert a section, and move a block', () => {
    const section = '## New\n\nText.\n\n- a\n- b'
    assert.deepEqual(lines('One\n\nTwo', `One\n\n${section}\n\nTwo`).json.length, 1)
    assert.deepEqual(
      lines('First.\n\nSecond.\n\nThird.', 'Second.\n\nThird.\n\nFirst.').json.length,
      2,
    )
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
      const steps = diffSteps(document, documents.at(index - 1) ?? document)
      const reached = steps.reduce((node, step) => step.apply(node).doc ?? node, document)
      assert.ok(reached.eq(documents.at(index - 1) ?? document))
    }
  })
})
