import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Tree, treeOfValue, treeOfYaml } from './tree.ts'

function treeOf(source: string): Tree {
  const read = treeOfYaml(source)
  assert.ok(read.ok, source)
  return read.tree
}

describe('treeOfYaml', () => {
  it('says in which line the YAML ends to be valid', () => {
    for (const [source, line] of [
      ['a: [', 1],
      ['a: 1\nb: "', 2],
      ['a: 1\na: 2', 2],
      ['a: &x 1\nb: *x', 1],
    ] as const) {
      const read = treeOfYaml(source)
      assert.ok(!read.ok, source)
      assert.equal(read.problem.line, line, `${source}: ${read.problem.message}`)
      assert.match(read.problem.message, /^The YAML .*\.$/)
    }
  })

  it('has the line of each key and value', () => {
    const tree = treeOf('# first\na: 1\nb:\n  - x\n  - c: true\n')
    assert.deepEqual(tree, {
      kind: 'map',
      line: 2,
      entries: [
        { key: 'a', line: 2, value: { kind: 'scalar', line: 2, value: 1 } },
        {
          key: 'b',
          line: 3,
          value: {
            kind: 'list',
            line: 4,
            items: [
              { kind: 'scalar', line: 4, value: 'x' },
              {
                kind: 'map',
                line: 5,
                entries: [{ key: 'c', line: 5, value: { kind: 'scalar', line: 5, value: true } }],
              },
            ],
          },
        },
      ],
    })
  })

  it('reads an empty text, and values without content, as null', () => {
    assert.deepEqual(treeOf(''), { kind: 'scalar', line: 1, value: null })
    const tree = treeOf('a:\nb: ~')
    assert.ok(tree.kind === 'map')
    const values = tree.entries.map(({ value }) => value)
    assert.deepEqual(
      values.map((value) => value.kind === 'scalar' && value.value),
      [null, null],
    )
  })

  it('keeps dates and other texts as they are written', () => {
    for (const [source, value] of [
      ['2026-02-03', '2026-02-03'],
      ['"5"', '5'],
      ['5', 5],
      ['yes', 'yes'],
      ['true', true],
    ] as const) {
      assert.deepEqual(treeOf(source), { kind: 'scalar', line: 1, value })
    }
  })
})

describe('treeOfValue', () => {
  it('takes JSON, without lines', () => {
    assert.deepEqual(treeOfValue({ a: [1, null], b: { c: 'x' } }), {
      kind: 'map',
      line: 0,
      entries: [
        {
          key: 'a',
          line: 0,
          value: {
            kind: 'list',
            line: 0,
            items: [
              { kind: 'scalar', line: 0, value: 1 },
              { kind: 'scalar', line: 0, value: null },
            ],
          },
        },
        {
          key: 'b',
          line: 0,
          value: {
            kind: 'map',
            line: 0,
            entries: [{ key: 'c', line: 0, value: { kind: 'scalar', line: 0, value: 'x' } }],
          },
        },
      ],
    })
    assert.deepEqual(treeOfValue(undefined), { kind: 'scalar', line: 0, value: null })
  })
})
