import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { converted, convertTexts } from '../../../../../test/support/sources/files.ts'
import { notionPage } from '../../../../../test/support/sources/samples/notion-html.ts'
import { writeZip, zipOf } from '../../../../../test/support/sources/write-zip.ts'
import { splitFrontMatter } from '../../../document/front-matter.ts'
import { openArchive } from '../archive/open-archive.ts'
import { hasId, withoutId } from './names.ts'

const ids = Array.from({ length: 10 }, (_, index) => String(index).repeat(32))
const [wiki, plan, tasks, write, ship, note, lone] = ids

/** What the front matter of a file says. */
function head(text: string | undefined): Record<string, unknown> {
  return { ...splitFrontMatter(text ?? '').attributes }
}

const body = (text: string | undefined): string => splitFrontMatter(text ?? '').body

/** A wiki with a page, a database with two rows that have pages, and one that has none. */
const wikiFiles = {
  [`Team Wiki ${wiki}.md`]: `# Team Wiki\n\nWelcome.\n\n[Tasks](Team%20Wiki%20${wiki}/Tasks%20${tasks}.csv)\n\n[Plan](Team%20Wiki%20${wiki}/Plan%20${plan}.md)\n`,
  [`Team Wiki ${wiki}/Plan ${plan}.md`]: `# Plan: 2026/27\n\n![photo](Plan%20${plan}/photo.png)\n\n[up](../Team%20Wiki%20${wiki}.md)\n`,
  [`Team Wiki ${wiki}/Plan ${plan}/photo.png`]: 'x',
  [`Team Wiki ${wiki}/Tasks ${tasks}.csv`]: 'Name,Status\nShip it,Done\n',
  [`Team Wiki ${wiki}/Tasks ${tasks}_all.csv`]:
    '\ufeffName,Status,Due,Done,Hours,Tags,Blocks\nShip it,Done,"November 3, 2025",Yes,2.5,"a, b",\nWrite the docs,Open,,No,1,c,Ship it (https://www.notion.so/Ship-4)\nNo page,Open,,No,,,\n',
  [`Team Wiki ${wiki}/Tasks ${tasks}/Write the docs ${write}.md`]:
    '# Write the docs\n\nStatus: Open\nHours: 1\nTags: c\nBlocks: Ship it (Ship%20it%204.md)\n\nA: body\n',
  [`Team Wiki ${wiki}/Tasks ${tasks}/Ship it ${ship}.md`]:
    '# Ship it\n\nStatus: Done\nDue: November 3, 2025\nDone: Yes\nHours: 2.5\nTags: a, b\n\n---\n\nText\n',
}

describe('the names of Notion', () => {
  it('lose their ID, and only that', () => {
    assert.equal(withoutId(`Team Wiki ${wiki}`), 'Team Wiki')
    assert.equal(withoutId(`${wiki}`), 'Untitled')
    assert.equal(withoutId('a 01234567-89ab-cdef-0123-456789abcdef'), 'a')
    for (const name of ['Team Wiki', `a ${'0'.repeat(31)}`, `a ${'g'.repeat(32)}`]) {
      assert.equal(withoutId(name), name)
      assert.equal(hasId(name), false)
    }
  })
})

describe('an export of Notion as Markdown', () => {
  it('warns of pages that are no text, and keeps pages that cannot be read', async () => {
    const { files, losses, warnings } = await convertTexts({
      [`A ${plan}.md`]: Buffer.from([0xff]),
      [`B ${note}.md`]: `# B\n\n${'>'.repeat(2000)} deep\n`,
    })
    assert.equal(warnings.length, 2)
    assert.match(warnings[0] ?? '', /A 1{32}\.md was not converted: It is no text/)
    assert.match(warnings[1] ?? '', /nested too deeply/)
    assert.deepEqual(
      losses.map(({ kind, outcome }) => [kind, outcome]),
      [
        ['page content', 'lost'],
        ['page content', 'lost'],
      ],
    )
    assert.deepEqual(Object.keys(files), ['B.md'])
  })

  it('reports a table that is too large, and keeps it as a file', async () => {
    const name = `Log ${tasks}_all.csv`
    const { files, warnings } = await convertTexts({
      [`Team Wiki ${wiki}.md`]: '# Team Wiki\n\nText.\n',
      [`Team Wiki ${wiki}/${name}`]: `Name\n${'row\n'.repeat(2_200_000)}`,
    })
    assert.equal(warnings.length, 1)
    assert.match(warnings[0] ?? '', /_all\.csv was not converted: .*larger than 8 MiB\.$/)
    assert.deepEqual(Object.keys(files), [`Team Wiki/Log/${name}`, 'Team Wiki/index.md'])
  })

  it('joins pages with their folders, and removes the IDs', async () => {
    const { kind, files, warnings } = await convertTexts(wikiFiles)
    assert.equal(kind, 'notion')
    assert.deepEqual(warnings, [])
    assert.deepEqual(Object.keys(files), [
      'Team Wiki/Plan.md',
      'Team Wiki/Plan/photo.png',
      'Team Wiki/Tasks/No page.md',
      'Team Wiki/Tasks/Ship it.md',
      'Team Wiki/Tasks/Write the docs.md',
      'Team Wiki/Tasks/index.md',
      'Team Wiki/index.md',
    ])
    assert.equal(
      files['Team Wiki/index.md'],
      'Welcome.\n\n[Tasks](Tasks/index.md)\n\n[Plan](Plan.md)\n',
    )
    assert.equal(body(files['Team Wiki/Plan.md']), '![photo](Plan/photo.png)\n\n[up](index.md)\n')
    assert.deepEqual(head(files['Team Wiki/Plan.md']), {
      quire: { title: 'Plan: 2026/27', order: 2 },
    })
  })

  it('makes a database a page with a table of its rows, which have their properties', async () => {
    const { files } = await convertTexts(wikiFiles)
    assert.equal(
      body(files['Team Wiki/Tasks/index.md']),
      '```quire-view\nunder: this\nchildren: true\ncolumns:\n  - title\n  - Status\n  - Due\n  - Done\n  - Hours\n  - Tags\n  - Blocks\n```\n',
    )
    assert.deepEqual(head(files['Team Wiki/Tasks/Ship it.md']), {
      Status: 'Done',
      Due: '2025-11-03',
      Done: true,
      Hours: 2.5,
      Tags: ['a', 'b'],
      quire: { order: 1 },
    })
    assert.equal(body(files['Team Wiki/Tasks/Ship it.md']), '---\n\nText\n')
    assert.deepEqual(head(files['Team Wiki/Tasks/Write the docs.md']), {
      Status: 'Open',
      Hours: 1,
      Tags: ['c'],
      Blocks: 'Ship it',
      quire: { order: 2 },
    })
    assert.equal(body(files['Team Wiki/Tasks/Write the docs.md']), 'A: body\n')
    assert.deepEqual(head(files['Team Wiki/Tasks/No page.md']), {
      Status: 'Open',
      Done: false,
      quire: { order: 3 },
    })
  })

  it('joins folders without IDs, as newer exports have them', async () => {
    const { files } = await convertTexts({
      [`Team ${wiki}.md`]: `# Team\n\n[Plan](Team/Plan%20${plan}.md)\n`,
      [`Team/Plan ${plan}.md`]: '# Plan\n',
      [`Team/Plan/Deep ${note}.md`]: '# Deep\n',
    })
    assert.deepEqual(Object.keys(files), [
      'Team/Plan/Deep.md',
      'Team/Plan/index.md',
      'Team/index.md',
    ])
    assert.equal(files['Team/index.md'], '[Plan](Plan/index.md)\n')
  })

  it('keeps pages of one name apart, and gives folders without a page one', async () => {
    const { files } = await convertTexts({
      [`Untitled ${plan}.md`]: '# \n',
      [`Untitled ${note}.md`]: '# \n',
      [`Untitled ${note}/Below ${lone}.md`]: '# Below\n',
      [`Private & Shared/Other ${write}.md`]: '# Other\n',
    })
    assert.deepEqual(Object.keys(files), [
      'Private & Shared/Other.md',
      'Untitled 2/Below.md',
      'Untitled 2/index.md',
      'Untitled.md',
    ])
    assert.deepEqual(head(files['Untitled 2/index.md']), { quire: { title: 'Untitled' } })
  })

  it('comes out of archives in archives', async () => {
    const part = zipOf(wikiFiles)
    const archive = writeZip([
      { name: 'Export-1/ExportBlock-1-Part-1.zip', content: part, isStored: true },
      {
        name: 'Export-1/ExportBlock-1-Part-2.zip',
        content: zipOf({ [`Other ${lone}.md`]: '# Other\n' }),
      },
    ])
    const { kind, files } = await converted(await openArchive(archive))
    assert.equal(kind, 'notion')
    assert.equal(Object.keys(files).length, 8)
    assert.equal(files['Other.md'], '')
  })
})

describe('an export of Notion as HTML', () => {
  const property = (type: string, name: string, value: string): string =>
    `<tr class="property-row property-row-${type}"><th><span class="icon property-icon"><svg></svg></span>${name}</th><td>${value}</td></tr>`

  const rowHead = `<div class="page-header-icon undefined"><span class="icon">🚀</span></div><table class="properties"><tbody>${[
    property('select', 'Status', '<span class="selected-value select-value-color-red">Done</span>'),
    property(
      'multi_select',
      'Tags',
      '<span class="selected-value">a</span><span class="selected-value">b</span>',
    ),
    property('date', 'Due', '<time>@November 3, 2025</time>'),
    property('checkbox', 'Ready', '<div class="checkbox checkbox-on"></div>'),
    property('number', 'Hours', '2.5'),
    property(
      'person',
      'Owner',
      '<span class="user"><img src="x.png" class="icon user-icon"/>Ada</span>',
    ),
    property('relation', 'Blocks', '<a href="x.html"><span class="icon"></span>Other</a>'),
    property(
      'url',
      'Site',
      '<a href="https://example.com" class="url-value">https://example.com</a>',
    ),
    property('text', 'Empty', ''),
  ].join('')}</tbody></table>`

  const table = `<table class="collection-content"><thead><tr><th><span class="icon property-icon"><svg></svg></span>Name</th><th>Status</th><th>created</th></tr></thead><tbody><tr><td class="cell-title"><a href="Tasks%20${tasks}/Ship%20${ship}.html">Ship</a></td><td><span class="selected-value">Done</span></td></tr></tbody></table>`

  it('reads properties, the icon and the table of a database', async () => {
    const { files, losses } = await convertTexts({
      'index.html': '<html><body><ul><li><a href="x">sitemap</a></li></ul></body></html>',
      [`Tasks ${tasks}.html`]: notionPage({ title: 'Tasks' }, table),
      [`Tasks ${tasks}/Ship ${ship}.html`]: notionPage(
        { title: 'Ship', head: rowHead },
        '<p>Text</p>',
      ),
    })
    assert.deepEqual(losses, [])
    assert.deepEqual(Object.keys(files), ['Tasks/Ship.md', 'Tasks/index.md'])
    assert.equal(
      files['Tasks/index.md'],
      '```quire-view\nunder: this\nchildren: true\ncolumns:\n  - title\n  - Status\n  - property:created\n```\n',
    )
    assert.deepEqual(head(files['Tasks/Ship.md']), {
      Status: 'Done',
      Tags: ['a', 'b'],
      Due: '2025-11-03',
      Ready: true,
      Hours: 2.5,
      Owner: 'Ada',
      Blocks: 'Other',
      Site: 'https://example.com',
      quire: { icon: '🚀' },
    })
  })

  it('keeps a database within a page as a table with links, and says so', async () => {
    const cover = '<img class="page-cover-image" src="cover.png"/>'
    const { files, losses } = await convertTexts({
      [`Page ${wiki}.html`]: notionPage({ title: 'Page', head: cover }, `<p>Above</p>${table}`),
      [`Tasks ${tasks}/Ship ${ship}.html`]: notionPage({ title: 'Ship' }, ''),
    })
    assert.match(
      files['Page.md'] ?? '',
      /^!\[\]\(cover\.png\)\n\nAbove\n\n\| Name \| Status \| created \|[\s\S]*\[Ship\]\(Tasks\/Ship\.md\)/,
    )
    assert.deepEqual(
      losses.map(({ kind, outcome }) => [kind, outcome]),
      [
        ['cover image', 'changed'],
        ['inline database', 'changed'],
      ],
    )
  })

  it('counts colored text once for a page, however many words have a color', async () => {
    const word = '<mark class="highlight-red">red</mark>'
    const span = '<span style="color:red">red</span>'
    const { losses } = await convertTexts({
      [`Page ${wiki}.html`]: notionPage({ title: 'Page' }, `<p>${word} and ${word}</p>`),
      [`Plan ${plan}.md`]: `# Plan\n\n${span} and ${span}\n`,
    })
    assert.deepEqual(
      losses.map(({ kind, count }) => [kind, count]),
      [
        ['text color', 1],
        ['text color', 1],
      ],
    )
  })
})

describe('what an export of Notion says of its own pages', () => {
  it('leads to the page with the ID, also from the web and from another type of file', async () => {
    const { files, losses } = await convertTexts({
      [`Home ${wiki}.md`]: `# Home\n\n[Plan](https://www.notion.so/Plan-${plan}?pvs=4) [Tasks](Home/Tasks%20${tasks}.md) [Gone](https://www.notion.so/Gone-${lone})\n`,
      [`Home/Plan ${plan}.md`]: '# Plan\n\ntext\n',
      [`Home/Tasks ${tasks}.csv`]: 'Name\nOne\n',
    })
    assert.equal(
      body(files['Home/index.md']),
      `[Plan](Plan.md) [Tasks](Tasks/index.md) [Gone](https://www.notion.so/Gone-${lone})\n`,
    )
    assert.deepEqual(losses, [
      {
        path: `Home ${wiki}.md`,
        kind: 'link to a page that is not in the export',
        outcome: 'changed',
        count: 1,
      },
    ])
  })

  it('has the caption and the description of a bookmark, and the cover', async () => {
    const figure =
      '<figure><a href="https://example.com/c" class="bookmark source"><div class="bookmark-title">Site</div><div class="bookmark-description">About it</div></a><figcaption>my <b>own</b> words</figcaption></figure>'
    const page = notionPage({ title: 'P' }, figure).replace(
      '<header>',
      '<header><img class="page-cover-image" src="P/cover.png" style="x"/>',
    )
    const { files, losses } = await convertTexts({
      [`P ${plan}.html`]: page,
      'P/cover.png': 'x',
    })
    assert.equal(
      body(files['P.md'] ?? files['P/index.md']).replaceAll(/\]\((?:P\/)?cover/g, '](cover'),
      '![](cover.png)\n\n[Site](https://example.com/c)\n\nAbout it\n\nmy **own** words\n',
    )
    assert.deepEqual(
      losses.map(({ kind, outcome }) => [kind, outcome]),
      [['cover image', 'changed']],
    )
  })

  it('has a property of several lines as the table has it', async () => {
    const { files } = await convertTexts({
      [`Tasks ${tasks}.csv`]: 'Name,Status,Notes\r\nMilk,Done,"line1\r\nline2"\r\n',
      [`Tasks/Milk ${write}.md`]:
        '# Milk\n\nStatus: Done\nNotes: line1\nline2\n\nBody of the row\n',
    })
    assert.deepEqual(head(files['Tasks/Milk.md']), {
      Status: 'Done',
      Notes: 'line1\nline2',
      quire: { order: 1 },
    })
    assert.equal(body(files['Tasks/Milk.md']).trim(), 'Body of the row')
  })
})
