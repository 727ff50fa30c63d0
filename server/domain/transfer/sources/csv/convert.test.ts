import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertTexts } from '../../../../../test/support/sources/files.ts'
import { splitFrontMatter } from '../../../document/front-matter.ts'

describe('a table', () => {
  it('that is no text or empty stays a file', async () => {
    const { files, warnings } = await convertTexts({ 'a.csv': Buffer.from([0xff]), 'b.csv': '\n' })
    assert.match(warnings[0] ?? '', /a\.csv was not converted: It is not UTF-8 text/)
    assert.match(warnings[1] ?? '', /b\.csv was not converted: It is empty\./)
    assert.deepEqual(Object.keys(files), ['a.csv', 'b.csv'])
  })

  it('has a page of its own beside one with the same name', async () => {
    const { files } = await convertTexts({ 'a.csv': 'Name\nx\n', 'a.tsv': 'Name\ny\n' })
    const rows = Object.keys(files).filter((path) => !path.endsWith('index.md'))
    assert.deepEqual(rows, ['a 2/y.md', 'a/x.md'])
  })

  it('becomes a page with a view, and a page with properties for each row', async () => {
    const { kind, files } = await convertTexts({
      'data/Books.csv':
        'Title,Year,Read,Year,,tags\n"Dune, I",1965,Yes,2020-01-01,x,"sf, long"\n,2001,No,,,\nDune: I,,,,,\n',
    })
    assert.equal(kind, 'csv')
    assert.deepEqual(Object.keys(files), [
      'data/Books/Dune, I.md',
      'data/Books/Dune- I.md',
      'data/Books/Untitled.md',
      'data/Books/index.md',
    ])
    assert.equal(
      files['data/Books/index.md'],
      '```quire-view\nunder: this\nchildren: true\ncolumns:\n  - title\n  - Year\n  - Read\n  - Year 2\n  - Column 5\n  - property:tags\n```\n',
    )
    assert.deepEqual(
      { ...splitFrontMatter(files['data/Books/Dune, I.md'] ?? '').attributes },
      {
        Year: 1965,
        Read: true,
        'Year 2': '2020-01-01',
        'Column 5': 'x',
        tags: ['sf', 'long'],
        quire: { order: 1 },
      },
    )
    assert.match(files['data/Books/Dune- I.md'] ?? '', /title: "Dune: I"/)
  })
})
