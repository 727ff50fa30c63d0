import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseMarkdown } from '../../../content/parse-markdown.ts'
import { writeMarkdown } from '../../../content/write-markdown.ts'
import { shortened, takeTitle } from './title.ts'

function take(markdown: string, given?: unknown): [title: string, body: string] {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  const { title, document } = takeTitle(parsed.document, given, 'file-name')
  return [title, writeMarkdown(document).trim()]
}

describe('takeTitle', () => {
  it('falls back to the name of the file where nothing has a text', () => {
    for (const markdown of ['', 'only prose', '# \n\nprose', '> # quoted', '```\n# code\n```']) {
      assert.equal(take(markdown)[0], 'file-name')
    }
  })

  it('takes no list, mapping or nothing for a title', () => {
    for (const given of [null, undefined, [], {}, ['a'], new Date(0)]) {
      assert.deepEqual(take('# Heading\n\nbody', given), ['Heading', 'body'])
    }
  })

  it('takes the title that is stated, and leaves the body whole', () => {
    assert.deepEqual(take('# Heading\n\nbody', 'Stated'), ['Stated', '# Heading\n\nbody'])
    assert.deepEqual(take('', 2026), ['2026', ''])
    assert.deepEqual(take('', false), ['false', ''])
    assert.equal(take('', 'a\0b\uD800')[0], 'a\uFFFDb\uFFFD')
  })

  it('takes a heading out of the body only at the very start, of level 1 and plain', () => {
    assert.deepEqual(take('# One\n\nbody'), ['One', 'body'])
    assert.deepEqual(take('# One'), ['One', ''])
    assert.deepEqual(take('# An *emphasis*\n\nbody'), ['An emphasis', 'body'])
    assert.deepEqual(take('# A [link](/x)'), ['A link', '# A [link](/x)'])
  })

  it('takes no title from a heading of another level, or after something else', () => {
    for (const markdown of [
      '## Goals\n\nbody',
      'prose\n\n# Late',
      '---\n\n# Late',
      '- item\n\n# Late',
    ]) {
      assert.equal(take(markdown)[0], 'file-name', markdown)
    }
  })

  it('leaves a heading in the body when it was too long for a title', () => {
    const long = 'word '.repeat(80).trim()
    const [title, body] = take(`# ${long}`)
    assert.deepEqual([title, body], [long.slice(0, 255), `# ${long}`])
  })
})

describe('shortened', () => {
  it('counts characters, not halves of them', () => {
    assert.equal(shortened('🌲'.repeat(255)), '🌲'.repeat(255))
    assert.equal(shortened('🌲'.repeat(256)), '🌲'.repeat(255))
    assert.equal(shortened('a'.repeat(255)), 'a'.repeat(255))
  })
})
