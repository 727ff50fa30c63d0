import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parse, stringify } from 'yaml'
import { editProperties, type PropertyEdit, type YamlValue } from './edit-properties.ts'
import { mergeProperties } from './merge-properties.ts'

function edited(source: string | null, edit: PropertyEdit): string | null {
  const result = editProperties({ source, edit })
  assert.ok(result.ok, JSON.stringify(result))
  return result.source
}

describe('editProperties', () => {
  it('refuses a key that is missing or taken, and YAML that would not be accepted', () => {
    for (const edit of [
      { rename: [['x', 'y']] },
      { rename: [['a', 'b']] },
      { set: [['a', 'x'.repeat(70_000)]] },
      { set: [['', 1]] },
      { set: [['k'.repeat(101), 1]] },
    ] satisfies PropertyEdit[]) {
      const result = editProperties({ source: 'a: 1\nb: 2\n', edit })
      assert.equal(result.ok, false, JSON.stringify(edit))
    }
  })

  it('changes a value and leaves its comment and the other lines', () => {
    const source = '# top\n"a" :  1   # one\n\n# of b\nb: >-\n  folded\n  text\nc:\n'
    for (const [edit, after] of [
      [{ set: [['a', 2]] }, source.replace('1   #', '2   #')],
      [{ set: [['a', null]] }, '# top\n"a" :   # one\n\n# of b\nb: >-\n  folded\n  text\nc:\n'],
      [{ set: [['b', 'x: y']] }, '# top\n"a" :  1   # one\n\n# of b\nb: "x: y"\nc:\n'],
      [{ set: [['c', true]] }, source.replace('c:', 'c: true')],
      [{ set: [['d', ['x', 'y, z']]] }, `${source}d: [x, "y, z"]\n`],
      [{ remove: ['b', 'none'] }, '# top\n"a" :  1   # one\n\n# of b\nc:\n'],
      [{ rename: [['a', 'x: y']] }, source.replace('"a"', '"x: y"')],
      [
        { move: { key: 'b', after: 'c' } },
        '# top\n"a" :  1   # one\nc:\n\n# of b\nb: >-\n  folded\n  text\n',
      ],
      [{ move: { key: 'c', after: null } }, `# top\nc:\n${source.slice(6, -3)}`],
    ] satisfies [PropertyEdit, string][]) {
      assert.equal(edited(source, edit), after)
    }
  })

  it('keeps the lines and comments of list items that stay', () => {
    const source = 'tags: # of the page\n  # best\n  - a # one\n  - b\nx: 1\n'
    assert.equal(
      edited(source, { set: [['tags', ['c', 'a']]] }),
      'tags: # of the page\n  # best\n  - c\n  - a # one\nx: 1\n',
    )
    assert.equal(edited('tags: [a]  # x\n', { set: [['tags', ['a', 'b']]] }), 'tags: [a, b]  # x\n')
  })

  it('changes keys that share lines, and begins and ends with nothing', () => {
    assert.deepEqual(parse(edited('{ a: 1, b: 2 }\n', { set: [['a', 3]] }) ?? ''), { a: 3, b: 2 })
    assert.equal(edited(null, { set: [['a', 'x']] }), 'a: x\n')
    assert.equal(edited('a: x', { set: [['b', 1]] }), 'a: x\nb: 1\n')
    assert.equal(edited('a: x\n', { remove: ['a'] }), null)
    assert.equal(edited('# note\n', { set: [['a', 1]] }), '# note\na: 1\n')
    assert.equal(edited('a: 1\r\nb: 2\r\n', { set: [['c', 3]] }), 'a: 1\r\nb: 2\r\nc: 3\r\n')
  })
})

const name = fc.constantFrom(
  'a',
  'b',
  'status',
  'due date',
  'tags',
  '日付',
  'x: y',
  '#h',
  '__proto__',
)
const scalar = fc.oneof(
  fc.string({ maxLength: 20 }).map((text) => text.toWellFormed()),
  fc.constantFrom(
    'yes',
    '2026-01-01',
    '- x',
    'a # b',
    '"q"',
    "it's",
    '[x]',
    '{y}',
    '*z',
    '&w',
    '%',
    '@',
    '|',
    ': ',
  ),
  fc.integer(),
  fc.boolean(),
)
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 4 }), fc.constant(null))
const style = fc.constantFrom('block', 'flow', 'lines')
const comment = fc.constantFrom('', '# note', '   # far: [', '# "open')

/** A key with its value in one of several styles, with a comment before or behind it. */
const entry = fc
  .record({ key: name, value, style, commentBefore: comment, behind: comment })
  .map(({ key, value: content, style: how, commentBefore, behind }) => {
    const options = {
      lineWidth: how === 'lines' ? 20 : 0,
      collectionStyle: how === 'flow' ? 'flow' : 'block',
    } as const
    const written = stringify({ [key]: content }, { ...options, collectionStyle: 'block' })
    const text =
      how === 'flow' && Array.isArray(content)
        ? `${stringify(key).trimEnd()}: ${stringify(content, options)}`
        : written
    const isLine =
      text.indexOf('\n') === text.length - 1 && !text.includes('|') && !text.includes('>')
    const closed = isLine && behind !== '' ? `${text.trimEnd()} ${behind.trim()}\n` : text
    return { key, text: `${commentBefore === '' ? '' : `${commentBefore.trim()}\n`}${closed}` }
  })
const yaml = fc
  .uniqueArray(entry, { selector: ({ key }) => key, minLength: 1, maxLength: 6 })
  .map((entries) => entries)

describe('edits by key of any properties', () => {
  it('have the value afterwards, and leave every other line', () => {
    fc.assert(
      fc.property(yaml, name, value, (entries, key, next) => {
        const source = entries.map(({ text }) => text).join('')
        const set: [string, YamlValue][] = [[key, next]]
        const after = edited(source, { set }) ?? ''
        const expected = { ...asObject(source), ...asObject(stringify({ [key]: next })) }
        assert.deepEqual(asObject(after), expected, source)
        for (const other of entries.filter((one) => one.key !== key)) {
          assert.ok(after.includes(other.text), `${source}\n=>\n${after}`)
        }
        const removed = edited(source, { remove: [key] }) ?? ''
        for (const other of entries.filter((one) => one.key !== key)) {
          assert.ok(removed.includes(other.text), `${source}\n=>\n${removed}`)
        }
        assert.ok(!(key in asObject(removed)) || !Object.hasOwn(asObject(removed), key))
      }),
      { numRuns: 500 },
    )
  })

  it('keep every value and comment when a key moves or is renamed', () => {
    fc.assert(
      fc.property(yaml, fc.nat(), fc.nat(), (entries, one, other) => {
        const source = entries.map(({ text }) => text).join('')
        const keys = entries.map(({ key }) => key)
        const key = keys[one % keys.length] ?? ''
        const after = keys[other % keys.length] ?? ''
        const moved = edited(source, { move: { key, after } }) ?? ''
        assert.deepEqual(asObject(moved), asObject(source), moved)
        assert.deepEqual(moved.split('\n').toSorted(), source.split('\n').toSorted())
        const renamed = edited(source, { rename: [[key, 'new name']] }) ?? ''
        assert.equal(renamed.split('\n').length, source.split('\n').length)
        assert.ok(Object.hasOwn(asObject(renamed), 'new name'))
      }),
      { numRuns: 300 },
    )
  })

  it('merge: both keep the keys that they changed', () => {
    fc.assert(
      fc.property(yaml, value, value, (entries, mine, theirs) => {
        const base = entries.map(({ text }) => text).join('')
        const [first = ''] = entries.map(({ key }) => key)
        const own = edited(base, { set: [['mine', mine]] })
        const other = edited(base, {
          set: [
            [first, theirs],
            ['theirs', 1],
          ],
        })
        const merged = mergeProperties({ base, mine: own, theirs: other })
        assert.ok(merged.ok)
        const expected = { ...asObject(other ?? ''), ...asObject(stringify({ mine })) }
        assert.deepEqual(asObject(merged.source ?? ''), expected)
      }),
      { numRuns: 300 },
    )
  })
})

describe('mergeProperties', () => {
  it('takes over changed, added and removed keys, and comments of both', () => {
    const base = '# top\na: 1\nb: 2 # b\nc: 3\n'
    const mine = '# top\na: 1\nb: 5 # mine\nnew: [x]\n'
    const theirs = '# changed\na: 9\nb: 2 # b\nc: 3\nd: 4\n'
    const merged = mergeProperties({ base, mine, theirs })
    assert.deepEqual(merged, { ok: true, source: '# changed\na: 9\nb: 5 # mine\nd: 4\nnew: [x]\n' })
    const flow = mergeProperties({ base: '{a: 1}', mine: '{a: 2}', theirs: '{a: 1, b: 1}' })
    assert.deepEqual(flow.ok && parse(flow.source ?? ''), { a: 2, b: 1 })
    assert.equal(mergeProperties({ base, mine: 'a: [', theirs }).ok, false)
  })
})

function asObject(source: string): Record<string, unknown> {
  const read: unknown = parse(source)
  return typeof read === 'object' && read !== null ? { ...read } : {}
}
