import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readProperties } from './properties.ts'
import { readReference, timeOf, writeReference } from './property-values.ts'

const pageId = '0199f0c2-7b60-7000-8000-000000000001'

function values(source: string): string[] {
  const read = readProperties(source)
  assert.ok(read.ok, JSON.stringify(read))
  return read.properties.values.map(
    ({ key, type, item, text, number }) => `${key} ${type} ${item} ${text} ${number}`,
  )
}

describe('readProperties', () => {
  it('refuses what is no flat mapping of unique keys, with the reason', () => {
    const deep = Array.from({ length: 40 }, (_, level) => `${' '.repeat(level)}a:\n`).join('')
    for (const [source, reason] of [
      [`a: ${'x'.repeat(65_536)}\n`, /64 KB/],
      [`a: ${'é'.repeat(33_000)}\n`, /64 KB/],
      ['a: &x 1\nb: *x\n', /alias/],
      ['a: 1\na: 2\n', /key a twice/],
      ['a:\n  b: 1\n  b: 2\n', /key b twice/],
      [deep, /nested/],
      [`a: ${'['.repeat(40)}${']'.repeat(40)}\n`, /nested/],
      ['- a\n- b\n', /mapping/],
      ['text\n', /mapping/],
      ['a: "open\n', /not valid YAML/],
      ['a: 1\n---\nb: 2\n', /ends a YAML document/],
      ['a: 1\n...\n', /ends a YAML document/],
      ['? [a, b]\n: 1\n', /YAML|twice/],
      [`${'k'.repeat(101)}: 1\n`, /key/],
      ['"": 1\n', /key/],
      ['a: "\\uD800"\n', undefined],
    ] as const) {
      const read = readProperties(source)
      if (reason === undefined) continue
      assert.ok(
        !read.ok && reason.test(read.reason),
        `${source.slice(0, 40)} ${JSON.stringify(read)}`,
      )
    }
  })

  it('takes types from values', () => {
    assert.deepEqual(
      values(
        [
          '# of the page',
          'status: In Progress',
          'count: 3',
          'ratio: 1.5e3',
          'done: true',
          'due: 2026-11-23',
          'at: 2026-11-23T10:30',
          'site: https://example.com/A',
          'labels: [Red, blue]',
          `lead: "[Ada [1\\\\]](/members/${pageId})"`,
          `see: ["[A](/pages/${pageId})", "[B](/pages/${pageId.toUpperCase()})"]`,
          'empty:',
          'none: []',
          'no: no',
          'inf: .inf',
          'day: 2026-02-31',
          'deep: { a: 1 }',
          '',
        ].join('\n'),
      ),
      [
        'status text 0 in progress null',
        'count number 0 3 3',
        'ratio number 0 1500 1500',
        'done checkbox 0 true 1',
        'due date 0 2026-11-23 20780',
        'at date 0 2026-11-23t10:30 20780.4375',
        'site url 0 https://example.com/a null',
        'labels multi-select 0 red null',
        'labels multi-select 1 blue null',
        `lead person 0 ${pageId} null`,
        `see page 0 ${pageId} null`,
        `see page 1 ${pageId} null`,
        'no text 0 no null',
        'inf text 0 .inf null',
        'day text 0 2026-02-31 null',
      ],
    )
  })

  it('returns the YAML letter for letter, and tags without their #', () => {
    const source = '#  note\r\ntags:   [ "#Book" , plan]   # these\r\n\r\n'
    const read = readProperties(source)
    assert.ok(read.ok)
    assert.equal(read.properties.source, source)
    assert.deepEqual(read.properties.tags, ['Book', 'plan'])
    const text = readProperties('tags: "a, #b"\n')
    assert.deepEqual(text.ok && text.properties.tags, ['a', 'b'])
  })

  it('accepts a source of comments, and none', () => {
    for (const source of [null, '', '# nothing yet\n', '{}\n']) {
      const read = readProperties(source)
      assert.deepEqual(read.ok && read.properties, { source, values: [], tags: [] })
    }
  })

  it('shows nested values as YAML', () => {
    const read = readProperties('a:\n  b:\n    - 1\n    - 2 # two\nc: 1\n')
    assert.ok(read.ok)
    assert.deepEqual(read.written[0], {
      key: 'a',
      kind: 'nested',
      yaml: '  b:\n    - 1\n    - 2 # two',
    })
    assert.equal(read.properties.values.length, 1)
  })

  it('indexes a limited number of values', () => {
    const read = readProperties(`a:\n${'- x\n'.repeat(5000)}`)
    assert.equal(read.ok && read.properties.values.length, 1000)
  })
})

describe('references in properties', () => {
  it('come back as they were written', () => {
    const label = 'A ] and [ and \\ and "'
    const written = writeReference({ type: 'page', id: pageId, label })
    assert.deepEqual(readReference(written), { type: 'page', id: pageId, label })
    assert.equal(readReference('[A](/pages/1)'), undefined)
  })

  it('read times with zones, and no days that do not exist', () => {
    assert.equal(timeOf('2026-11-23 10:00 +02'), Date.UTC(2026, 10, 23, 8))
    assert.equal(timeOf('2026-11-23T10:00:00.5Z'), Date.UTC(2026, 10, 23, 10, 0, 0, 500))
    assert.equal(timeOf('2026-11-23 10:00 +0230'), Date.UTC(2026, 10, 23, 7, 30))
    assert.equal(timeOf('2026-13-01'), undefined)
    assert.equal(timeOf('2024-02-29'), Date.UTC(2024, 1, 29))
    assert.equal(timeOf('2025-02-29'), undefined)
  })
})
