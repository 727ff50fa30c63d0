import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ColumnType, readValue, startColumn } from './columns.ts'
import { readDate } from './dates.ts'
import { parseCsv } from './parse-csv.ts'

function columnType(
  name: string,
  values: readonly string[],
  { hasDecimalComma = false } = {},
): ColumnType {
  const column = startColumn(name, { hasDecimalComma })
  for (const value of values) column.add(value)
  return column.type()
}

describe('readDate', () => {
  it('takes no other text for a date', () => {
    for (const text of [
      '',
      'tomorrow',
      '2026',
      '2026-13-01',
      '2026-02-30',
      'Foo 3, 2025',
      'May 32, 2025',
      'May 2025',
      '2025-11-03 → 2025-11-04',
      'In 2025-11-03',
    ]) {
      assert.equal(readDate(text), undefined, text)
    }
  })

  it('reads days and times as programs write them', () => {
    const dates: Record<string, string> = {
      '2025-11-03': '2025-11-03',
      '2025-11-03T09:05:00.000Z': '2025-11-03T09:05',
      '2025-11-03 09:05': '2025-11-03T09:05',
      '@November 3, 2025': '2025-11-03',
      'Nov 03, 2025': '2025-11-03',
      'November 3, 2025 9:05 AM': '2025-11-03T09:05',
      'November 3, 2025 12:05 AM': '2025-11-03T00:05',
      'November 3, 2025 12:05 PM (UTC)': '2025-11-03T12:05',
      '3 November 2025 21:05': '2025-11-03T21:05',
      '2025/11/03': '2025-11-03',
      '2025/1/3 9:05': '2025-01-03T09:05',
    }
    for (const [text, date] of Object.entries(dates)) assert.equal(readDate(text), date, text)
  })
})

describe('columnType', () => {
  it('takes a column for text unless all of its values are something else', () => {
    assert.equal(columnType('A', []), 'text')
    assert.equal(columnType('A', ['', ' ']), 'text')
    assert.equal(columnType('A', ['1', 'two']), 'text')
    assert.equal(columnType('A', ['007', '12']), 'text')
    assert.equal(columnType('A', ['Yes', 'maybe']), 'text')
    assert.equal(columnType('A', ['2025-11-03', 'soon']), 'text')
  })

  it('reads values by their column', () => {
    assert.equal(columnType('A', ['Yes', 'No', '']), 'checkbox')
    assert.equal(columnType('A', ['1', '-2.5', '1,200', '0.5']), 'number')
    assert.equal(columnType('A', ['November 3, 2025', '2025-11-04']), 'date')
    assert.equal(columnType('Tags', ['1']), 'list')
    assert.deepEqual(
      [
        readValue('checkbox', 'Yes'),
        readValue('checkbox', 'no'),
        readValue('number', '1,200.5'),
        readValue('date', 'Nov 3, 2025'),
        readValue('list', 'a, b;c'),
        readValue('text', ' a '),
        readValue('text', ' '),
      ],
      [true, false, 1200.5, '2025-11-03', ['a', 'b', 'c'], 'a', undefined],
    )
  })
})

describe('a column of a table whose cells are separated by semicolons', () => {
  const typeOf = (...values: string[]) => columnType('A', values, { hasDecimalComma: true })

  it('stays text if its numbers can be read in two ways', () => {
    assert.equal(typeOf('1.500'), 'text')
    assert.equal(typeOf('1.500', '2'), 'text')
    assert.equal(typeOf('1,500.25'), 'text')
    assert.equal(typeOf('1,5', '2.25'), 'text')
  })

  it('has numbers with a decimal comma, or with a point alone', () => {
    assert.equal(typeOf('1,500', '2'), 'decimal comma')
    assert.equal(typeOf('1.500', '2,5'), 'decimal comma')
    assert.equal(typeOf('3.14', '1.500'), 'number')
    assert.equal(typeOf('1', '-2'), 'number')
    const read = ['1,500', '1.500', '-2.000,5'].map((value) => readValue('decimal comma', value))
    assert.deepEqual(read, [1.5, 1500, -2000.5])
  })
})

describe('parseCsv', () => {
  it('reads what is not closed, and lines of other lengths', async () => {
    assert.deepEqual(await parseCsv(''), [])
    assert.deepEqual(await parseCsv('\n\n'), [])
    assert.deepEqual(await parseCsv('a,"b\nc'), [['a', 'b\nc']])
    assert.deepEqual(await parseCsv('a,b\nc\n'), [['a', 'b'], ['c']])
    assert.deepEqual(await parseCsv('"a"b,c'), [['ab', 'c']])
  })

  it('reads quotation marks, line breaks and separators in cells', async () => {
    const text = '\ufeffName,Note\r\n"a, b","say ""hi"""\r\n"two\nlines",\r\n'
    assert.deepEqual(await parseCsv(text), [
      ['Name', 'Note'],
      ['a, b', 'say "hi"'],
      ['two\nlines', ''],
    ])
  })

  it('finds the separator in the first line', async () => {
    assert.deepEqual(await parseCsv('a;b\n"1,5";2'), [
      ['a', 'b'],
      ['1,5', '2'],
    ])
    assert.deepEqual(await parseCsv('a\tb\n1\t2'), [
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it('ends an empty cell at the end of the text', async () => {
    assert.deepEqual(await parseCsv('a,\n,b,'), [
      ['a', ''],
      ['', 'b', ''],
    ])
  })

  it('lets other work run within one line, of many cells or quotation marks', async () => {
    for (const line of [
      ','.repeat(2_000_000),
      '""'.repeat(2_000_000),
      `"${'""'.repeat(1_000_000)}"`,
    ]) {
      let rounds = 0
      const timer = setInterval(() => (rounds += 1), 0)
      await parseCsv(`a,b\n${line}`)
      clearInterval(timer)
      assert.ok(rounds > 0, 'no timer ran')
    }
  })

  it('reads a large table without quadratic work', async () => {
    const lines = Array.from({ length: 50_000 }, (_, index) => `"row ""${index}""",${index}`)
    const rows = await parseCsv(['name,number', ...lines].join('\n'))
    assert.deepEqual([rows.length, rows.at(-1)], [50_001, ['row "49999"', '49999']])
  })
})
