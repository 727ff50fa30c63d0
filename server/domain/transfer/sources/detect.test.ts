import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertTexts, filesOf } from '../../../../test/support/sources/files.ts'
import { confluencePage } from '../../../../test/support/sources/samples/confluence.ts'
import { joplinId, writeItems } from '../../../../test/support/sources/samples/joplin.ts'
import { notionPage } from '../../../../test/support/sources/samples/notion-html.ts'
import { convertSource } from './convert.ts'
import { detectSource } from './detect.ts'
import { type SourceKind, sourceKinds } from './source-files.ts'

const id = 'a1b2c3d4e5f60718293a4b5c6d7e8f90'

describe('detectSource', () => {
  it('finds nothing in files that cannot become pages', async () => {
    for (const files of [
      {},
      { 'a.pdf': 'x', 'b.png': 'x' },
      { '.hidden.md': 'x' },
      { 'a.json': '{}' },
    ]) {
      assert.equal(await detectSource(filesOf(files)), undefined)
    }
  })

  const cases: [string, SourceKind, Record<string, string | Uint8Array>][] = [
    ['the settings of a vault', 'obsidian', { '.obsidian/app.json': '{}', 'a.md': 'A' }],
    ['links between brackets', 'markdown', { 'a.md': 'A', 'b.md': 'See [[a]].' }],
    ['embeds between brackets', 'markdown', { 'a.md': '![[b.png]]', 'b.png': 'x' }],
    ['IDs in the names of pages', 'notion', { [`Team ${id}.md`]: '# Team' }],
    ['IDs in the names of tables', 'notion', { [`Tasks ${id}_all.csv`]: 'Name\nA' }],
    [
      'an article of Notion',
      'notion',
      { 'Team.html': notionPage({ id: 'a1b2c3d4-e5f6-0718-293a-4b5c6d7e8f90' }, '') },
    ],
    ['pages of a space', 'confluence', { 'Home_1.html': confluencePage('Home', '') }],
    [
      'the index of a space',
      'confluence',
      { 'index.html': '<h2>Space Details:</h2>', 'a.html': 'A' },
    ],
    [
      'documents beside folders of their name',
      'outline',
      { 'Team/A.md': '# A\n\nx', 'Team/A/B.md': '# B' },
    ],
    ['a manual with such folders', 'markdown', { 'a.md': '# A\n', 'a/b.md': '# B\n' }],
    ['other titles than names', 'markdown', { 'docs/a.md': '# One\n', 'docs/a/b.md': '# Two\n' }],
    [
      'an index',
      'markdown',
      { 'T/A.md': '# A\n', 'T/A/B.md': '# B\n', 'T/README.md': '# README\n' },
    ],
    ['JSON of Outline', 'outline', { 'metadata.json': '{"exportVersion":1}', 'team.json': '{}' }],
    [
      'Markdown files with IDs as names',
      'markdown',
      { 'a1b2c3d4-e5f6-0718-293a-4b5c6d7e8f90.md': 'A' },
    ],
    [
      'one name with an ID among others',
      'markdown',
      { [`Team ${id}.md`]: 'A', 'b.md': 'B', 'c.md': 'C' },
    ],
    ['Word documents', 'word', { 'a.docx': 'x', 'b.pdf': 'x' }],
    ['notes of Evernote', 'evernote', { 'a.enex': 'x', 'b.pdf': 'x', 'c.docx': 'x' }],
    ['the settings of a graph', 'logseq', { 'logseq/config.edn': '{}', 'pages/a.md': '- A' }],
    ['an archive of Joplin', 'joplin', { 'a.jex': 'x', 'b.pdf': 'x' }],
    [
      'items of Joplin',
      'joplin',
      writeItems(
        { id: joplinId('a'), type: 1, title: 'A' },
        { id: joplinId('b'), type: 2, title: 'B' },
      ),
    ],
    ['HTML', 'html', { 'a.html': '<p>A', 'b.css': 'x' }],
    ['tables', 'csv', { 'a.csv': 'Name\nA' }],
    ['Markdown beside others', 'markdown', { 'a.md': 'A', 'b.html': '<p>', 'c.csv': 'x' }],
  ]
  for (const [what, kind, files] of cases) {
    it(`takes ${what} for ${kind}`, async () => {
      assert.equal(await detectSource(filesOf(files)), kind)
    })
  }
})

describe('convertSource', () => {
  it('rejects a source without pages, and names the export of Confluence that it can read', async () => {
    const code = 'VALIDATION_FAILED'
    const nothing = { code, message: /Nothing in it can be imported\. Quire reads Markdown/ }
    await assert.rejects(convertSource(filesOf({ 'a.pdf': 'x' })), nothing)
    for (const [name, message] of [
      ['Page.doc', /a \.doc file of Confluence.*export the space as HTML/],
      ['Page.mht', /a web archive/],
      ['Notes.bear2bk', /a Bear export.*as Markdown/],
      ['Table.xlsx', /a spreadsheet.*as CSV/],
    ] as const) {
      await assert.rejects(convertSource(filesOf({ [name]: 'x' })), { code, message })
    }
    const mixed = await convertSource(filesOf({ 'a.md': '# A', 'b.enex': 'x', 'c.xlsx': 'x' }))
    assert.deepEqual(mixed.warnings, [
      'Quire reads an Evernote export (.enex) only by itself: 1 file is not imported. Import it separately.',
    ])
    const space = { code, message: /XML export of Confluence.*Export the space as HTML/ }
    await assert.rejects(convertSource(filesOf({ 'entities.xml': '<x/>' })), space)
  })

  it('takes the kind that was chosen', async () => {
    const files = { 'a.md': 'See [[b]].\n', 'b.md': 'B' }
    assert.equal((await convertTexts(files)).kind, 'markdown')
    assert.equal((await convertTexts(files, 'obsidian')).kind, 'obsidian')
    assert.equal(sourceKinds.length, 11)
  })

  it('leaves Markdown as it is, and passes on the warnings of an archive', async () => {
    const files = { ...filesOf({ 'a.md': '# A\n', 'b.png': 'x' }), warnings: ['One is encrypted.'] }
    const { kind, files: same, warnings, losses } = await convertSource(files)
    assert.deepEqual(
      [kind, same.paths(), warnings, losses],
      ['markdown', ['a.md', 'b.png'], ['One is encrypted.'], []],
    )
  })
})
