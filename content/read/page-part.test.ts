import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boardOf } from '../board.ts'
import { parseMarkdown } from '../parse-markdown.ts'
import { type PartChoice, readPart } from './page-part.ts'

const markdown = `Intro.

## Deploy

Run **it** now.

### Rollback

Go back.

## Contacts

Ada
`

function read(choice: PartChoice, { text = markdown, isBoard = false } = {}) {
  const parsed = parseMarkdown(text)
  assert.ok(parsed.ok)
  return readPart(isBoard ? boardOf(parsed.document) : parsed.document, choice)
}

function part(choice: PartChoice) {
  const result = read(choice)
  assert.ok(result.ok && result.kind === 'part')
  return result
}

function refusal(choice: PartChoice): string {
  const result = read(choice)
  return result.ok ? '' : `${result.reason}: ${result.message}`
}

describe('readPart', () => {
  it('names the headings that there are', () => {
    const missing = refusal({ kind: 'section', heading: 'Nothing' })
    assert.match(missing, /^HEADING_NOT_FOUND: .*"Deploy", "Rollback", "Contacts"/)
    const text = refusal({ kind: 'find', text: 'nowhere', around: 1 })
    assert.match(text, /^TEXT_NOT_FOUND: .*"Deploy", "Rollback", "Contacts"/)
  })

  it('says how many blocks there are', () => {
    assert.match(refusal({ kind: 'block', block: 9, around: 0 }), /blocks 1 to 7, but no block 9/)
  })

  it('lists the headings with their blocks and words', () => {
    const outline = read({ kind: 'outline' })
    assert.ok(outline.ok && outline.kind === 'outline')
    assert.deepEqual(outline.headings, [
      { level: 2, title: 'Deploy', block: 2, words: 3 },
      { level: 3, title: 'Rollback', block: 4, words: 2 },
      { level: 2, title: 'Contacts', block: 6, words: 1 },
    ])
    assert.deepEqual([outline.blocks, outline.words], [7, 10])
  })

  it('reads a section with its subsections', () => {
    const { markdown: text, from, to } = part({ kind: 'section', heading: 'Deploy' })
    assert.equal(text, '## Deploy\n\nRun **it** now.\n\n### Rollback\n\nGo back.\n')
    assert.deepEqual([from, to], [2, 5])
  })

  it('reads a block with some around it, and says what it is under', () => {
    const { markdown: text, under, blocks } = part({ kind: 'block', block: 5, around: 0 })
    assert.equal(text, 'Go back.\n')
    assert.deepEqual(under, ['Deploy', 'Rollback'])
    assert.equal(blocks, 7)
    assert.equal(part({ kind: 'block', block: 1, around: 2 }).to, 3)
  })

  it('finds a text whatever its marks', () => {
    assert.equal(part({ kind: 'find', text: 'RUN it now', around: 0 }).from, 3)
  })

  it('reads a column of a board', () => {
    const text = '## To do\n\n- [ ] Paint\n\n## Done\n'
    const result = read({ kind: 'section', heading: 'To do' }, { text, isBoard: true })
    assert.ok(result.ok && result.kind === 'part')
    assert.equal(result.markdown, '## To do\n\n- [ ] Paint\n')
  })
})
