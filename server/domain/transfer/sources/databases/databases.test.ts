import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readView } from '../../../../../content/views/read-view.ts'
import { filesOf } from '../../../../../test/support/sources/files.ts'
import { createOutput } from '../folder/output.ts'
import { addTable } from './add-table.ts'
import { readTable } from './table.ts'
import { viewBlock, viewOf } from './view.ts'

const same = (value: string): string => value

describe('viewOf', () => {
  it('is a view that can be read, whatever the names of properties are', () => {
    for (const names of [
      [],
      ['Status', 'Due date'],
      [
        'title',
        'created',
        'any',
        'property:x',
        '#',
        '- a',
        'a: b',
        '"',
        "'",
        '{',
        '[',
        '*',
        '&',
        '!',
        '%',
        '@',
      ],
      Array.from({ length: 100 }, (_, index) => `Column ${index}`),
    ]) {
      const read = readView(viewOf(names))
      assert.ok(read.ok, viewOf(names))
      assert.equal(read.query.under, 'this')
      assert.equal(read.query.children, true)
      assert.equal(read.query.columns?.length, Math.min(30, names.length + 1))
    }
  })

  it('is a block of the language of views', () => {
    assert.equal(
      viewBlock(['Status']),
      '```quire-view\nunder: this\nchildren: true\ncolumns:\n  - title\n  - Status\n```\n',
    )
  })
})

describe('readTable', () => {
  it('reads a table without rows, without a head, and with short lines', async () => {
    assert.deepEqual((await readTable('', same)).keys, [])
    assert.deepEqual((await readTable('', same)).rows, [])
    assert.deepEqual((await readTable('Name,A', same)).rows, [])
    const { rows } = await readTable('Name,A,B\nx\n', same)
    assert.deepEqual(rows, [{ title: 'x', properties: {} }])
  })

  it('refuses more columns than people make', async () => {
    const head = Array.from({ length: 1001 }, (_, index) => `c${index}`).join(',')
    await assert.rejects(readTable(head, same), /more than 1,000 columns/)
  })

  it('reads a comma in a number as a decimal where semicolons separate cells', async () => {
    const { rows } = await readTable('Name;Price\nx;1,500\ny;2\n', same)
    assert.deepEqual(
      rows.map(({ properties }) => properties['Price']),
      [1.5, 2],
    )
    const english = await readTable('Name,Price\nx,"1,500"\n', same)
    assert.deepEqual(english.rows[0]?.properties, { Price: 1500 })
  })

  it('reads and writes a large table with pauses for other work', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `row ${index},${index},Yes`)
    let rounds = 0
    const timer = setInterval(() => (rounds += 1), 0)
    const table = await readTable(['Name,Number,Done', ...lines].join('\n'), same)
    const afterReading = rounds
    const output = createOutput(filesOf({}))
    await addTable(output, { path: 'T/index.md', title: 'T' }, table)
    clearInterval(timer)
    assert.ok(afterReading > 0 && rounds > afterReading, 'no timer ran')
    assert.equal(output.finish('csv').files.paths().length, 20_001)
  })

  it('reads texts of other locations by the types of its columns', async () => {
    const table = await readTable('Name,Done,Hours\nx,Yes,1\ny,No,2\n', (value) => value.trim())
    assert.deepEqual(table.read({ Done: 'Yes', Hours: '3', Other: 'x' }), { Done: true, Hours: 3 })
    assert.deepEqual(table.read({ Done: 'maybe', Hours: true }), { Done: false, Hours: true })
    assert.deepEqual(table.read({}), {})
  })
})

describe('addTable', () => {
  it('leaves out rows that have pages, as often as they have', async () => {
    const output = createOutput(filesOf({}))
    const table = await readTable('Name,A\nx,1\nx,2\ny,3\nx,4\n', same)
    const taken = { titles: ['x', 'x', 'other'], names: ['x.md', 'x 2.md'] }
    await addTable(output, { path: 'T/index.md', title: 'T' }, table, taken)
    const { files } = output.finish('csv')
    assert.deepEqual(files.paths(), ['T/index.md', 'T/y.md', 'T/x 3.md'])
    const last = Buffer.from(await files.read('T/x 3.md')).toString()
    assert.equal(last, '---\nA: 4\nquire:\n  title: x\n  order: 4\n---\n')
  })
})
