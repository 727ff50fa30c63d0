import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageDocument } from './document.ts'
import { editDocument } from './edit.ts'
import type { Edit } from './edit.ts'
import { parseBoard } from './parse-board.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { writeMarkdown } from './write-markdown.ts'

function pageOf(markdown: string): PageDocument {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return parsed.document
}

const source = '# Plan\n\nFirst.\n\n## Next\n\nOld *text*.\n\n- a\n\n## Later\n\nFirst things.\n'
const page = pageOf(source)

function edited(edit: Edit, document: PageDocument = page): PageDocument {
  const result = editDocument(document, edit)
  assert.ok(result.ok, result.ok ? '' : result.message)
  return result.document
}

describe('editDocument refuses', () => {
  function refusal(edit: Edit, document: PageDocument = page): [string, number] {
    const result = editDocument(document, edit)
    assert.ok(!result.ok)
    assert.match(result.message, /\.$/)
    return [result.reason, result.matches]
  }

  it('a heading that is not there, or is there twice', () => {
    assert.deepEqual(refusal({ mode: 'section', heading: 'None', text: '' }), [
      'HEADING_NOT_FOUND',
      0,
    ])
    const twice = pageOf('# A\n\n## A\n\n# A\n')
    assert.deepEqual(refusal({ mode: 'section', heading: 'A', text: '' }, twice), [
      'HEADING_AMBIGUOUS',
      3,
    ])
    assert.deepEqual(refusal({ mode: 'section', heading: '# A', text: '' }, twice), [
      'HEADING_AMBIGUOUS',
      2,
    ])
  })

  it('a text that is not there, is empty, or is there more than once', () => {
    assert.deepEqual(refusal({ mode: 'replace', find: 'None', text: '' }), ['TEXT_NOT_FOUND', 0])
    assert.deepEqual(refusal({ mode: 'replace', find: '', text: 'a' }), ['TEXT_NOT_FOUND', 0])
    assert.deepEqual(refusal({ mode: 'replace', find: 'First', text: '' }), ['TEXT_AMBIGUOUS', 2])
  })

  it('Markdown that is too deep, and pages that would become too large', () => {
    assert.deepEqual(refusal({ mode: 'append', text: '> '.repeat(200) }), ['INVALID_MARKDOWN', 0])
    const full = pageOf('a\n\n'.repeat(20_000))
    assert.deepEqual(refusal({ mode: 'append', text: 'a\n\n'.repeat(20_000) }, full), [
      'INVALID_MARKDOWN',
      0,
    ])
  })
})

describe('editDocument', () => {
  it('appends and prepends, and leaves the other blocks the same objects', () => {
    const appended = edited({ mode: 'append', text: 'End.' })
    assert.equal(writeMarkdown(appended), `${source}\nEnd.\n`)
    const prepended = edited({ mode: 'prepend', text: 'Start.' })
    assert.equal(writeMarkdown(prepended), `Start.\n\n${source}`)
    for (const [index, block] of page.content.entries()) {
      assert.equal(appended.content[index], block)
      assert.equal(prepended.content[index + 1], block)
    }
  })

  it('fills an empty page', () => {
    assert.equal(writeMarkdown(edited({ mode: 'append', text: 'a' }, pageOf(''))), 'a\n')
  })

  it('replaces a section up to the next heading of its level', () => {
    const result = edited({ mode: 'section', heading: 'Next', text: 'New.\n\n### Deep\n' })
    assert.equal(
      writeMarkdown(result),
      '# Plan\n\nFirst.\n\n## Next\n\nNew.\n\n### Deep\n\n## Later\n\nFirst things.\n',
    )
    assert.equal(result.content[1], page.content[1])
    assert.equal(
      writeMarkdown(edited({ mode: 'section', heading: '## Later', text: '' })),
      source.replace('\nFirst things.\n', ''),
    )
    assert.equal(
      writeMarkdown(edited({ mode: 'section', heading: 'Plan', text: 'All.' })),
      '# Plan\n\nAll.\n',
    )
  })

  it('replaces a text in the Markdown of the page, across blocks too', () => {
    const result = edited({ mode: 'replace', find: 'Old *text*', text: 'New **text**' })
    assert.equal(writeMarkdown(result), source.replace('Old *text*', 'New **text**'))
    assert.equal(result.content[0], page.content[0])
    assert.equal(result.content[5], page.content[5])
    const across = edited({ mode: 'replace', find: '*text*.\n\n- a', text: 'words.' })
    assert.equal(writeMarkdown(across), source.replace('*text*.\n\n- a', 'words.'))
    assert.equal(
      writeMarkdown(edited({ mode: 'replace', find: 'First.\n\n', text: '' })),
      source.replace('First.\n\n', ''),
    )
  })

  it('knows the footnotes of the rest of the page', () => {
    const notes = pageOf('a[^1]\n\n[^1]: b\n')
    const result = edited({ mode: 'replace', find: 'a[', text: 'c[' }, notes)
    assert.equal(writeMarkdown(result), 'c[^1]\n\n[^1]: b\n')
  })

  it('edits a board through its Markdown', () => {
    const parsed = parseBoard('## To do\n\n- [ ] a\n\n## Done\n\n- [x] b\n')
    assert.ok(parsed.ok)
    const result = edited({ mode: 'append', text: '- [ ] c\n\n## More' }, parsed.document)
    assert.equal(
      writeMarkdown(result),
      '## To do\n\n- [ ] a\n\n## Done\n\n- [x] b\n- [ ] c\n\n## More\n',
    )
    const ticked = edited({ mode: 'replace', find: '[ ] a', text: '[x] a' }, parsed.document)
    assert.equal(writeMarkdown(ticked), '## To do\n\n- [x] a\n\n## Done\n\n- [x] b\n')
  })
})
