import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pages, systemViewer } from '../../server/store/index.ts'
import { writeDocx } from '../support/sources/write-docx.ts'
import { writeZip, zipOf } from '../support/sources/write-zip.ts'
import { type Desk, openDesk, pixel } from './folders.ts'
import { readTree, type Seen } from './trees.ts'

let desk: Desk
before(async () => {
  desk = await openDesk()
})
after(() => desk.close())

/** Writes an archive, imports it, and gives the tree it became. */
async function bring(name: string, content: string | Uint8Array) {
  const path = join(desk.folder, name)
  await writeFile(path, content)
  const workspaceId = await desk.addWorkspace()
  const report = await desk.importSource(path, workspaceId)
  return { report, workspaceId, tree: await readTree(desk.app.store, workspaceId) }
}

function outline(tree: readonly Seen[], indent = ''): string[] {
  return tree.flatMap(({ title, pages: below }) => [
    `${indent}${title}`,
    ...outline(below, `${indent}  `),
  ])
}

const ids = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(32))

describe('an import of another program', () => {
  it('rejects a file that is not there, and leaves nothing behind', async () => {
    const temporary = async (): Promise<string[]> =>
      (await readdir(tmpdir())).filter((name) => name.startsWith('quire-import-'))
    const before = await temporary()
    const workspaceId = await desk.addWorkspace()
    await assert.rejects(desk.importSource(join(desk.folder, 'gone'), workspaceId), {
      code: 'VALIDATION_FAILED',
      message: /is not a folder or a file/,
    })
    await bring('left.zip', zipOf({ 'a.md': '[[b]]', 'b.md': '' }))
    assert.deepEqual(await temporary(), before)
  })

  it('skips files of an archive that no folder can contain', async () => {
    const long = `${'x'.repeat(300)}.md`
    const { report, tree } = await bring(
      'odd.zip',
      zipOf({ 'a.md': 'A', 'a.md/b.md': 'B', [long]: 'C', 'd.md': 'D' }),
    )
    assert.deepEqual(outline(tree), ['a', 'd'])
    assert.deepEqual(
      report.skipped.map(({ path, reason }) => [path, reason]),
      [
        ['a.md/b.md', 'has a name that cannot be written'],
        [long, 'has a name that cannot be written'],
      ],
    )
  })

  it('joins the pages of Notion with their folders, with links, files and a database', async () => {
    const [wiki, plan, tasks, ship] = ids
    const part = zipOf({
      [`Wiki ${wiki}.md`]: `# Wiki\n\n[Tasks](Wiki%20${wiki}/Tasks%20${tasks}.csv)\n`,
      [`Wiki ${wiki}/Plan ${plan}.md`]: `# Plan: all\n\n![p](Plan%20${plan}/p.png)\n\n<aside>\n💡 Think\n\n</aside>\n`,
      [`Wiki ${wiki}/Plan ${plan}/p.png`]: pixel,
      [`Wiki ${wiki}/Tasks ${tasks}.csv`]: 'Name,Status\nShip,Done\nWait,Open\n',
      [`Wiki ${wiki}/Tasks ${tasks}/Ship ${ship}.md`]: '# Ship\n\nStatus: Done\n\nText\n',
    })
    const archive = writeZip([{ name: 'Export-Part-1.zip', content: part }])
    const { report, tree, workspaceId } = await bring('notion.zip', archive)
    assert.equal(report.kind, 'notion')
    assert.deepEqual(outline(tree), ['Wiki', '  Tasks', '    Ship', '    Wait', '  Plan: all'])
    const [wikiPage] = tree
    const [tasksPage, planPage] = wikiPage?.pages ?? []
    assert.match(wikiPage?.markdown ?? '', /\[Tasks\]\(\/pages\/<Wiki \/ Tasks>\)/)
    assert.match(tasksPage?.markdown ?? '', /```quire-view\nunder: this\n/)
    assert.match(planPage?.markdown ?? '', /!\[p\]\(\/files\/<p\.png [\s\S]*> \[!TIP\]\n> Think/)
    assert.deepEqual([report.brokenLinks, report.files, report.leftOut], [[], 1, []])
    const rows = await pages.all(desk.app.store, systemViewer(workspaceId))
    const row = rows.find(({ title }) => title === 'Wait')
    const found = await desk.post<{ properties: { key: string; value: unknown }[] }>(
      '/v1/pages/properties',
      { workspaceId, pageId: row?.id },
    )
    assert.deepEqual(
      found.body.properties.map(({ key, value }) => [key, value]),
      [['Status', 'Open']],
    )
  })

  it('makes the embeds and links of a vault pages and files', async () => {
    const folder = await desk.write({
      '.obsidian/app.json': '{}',
      'Project B.md': '## Goals\n\n![[Deep note#Part]]\n\n![[photo.png]] [[Deep note|see]]\n',
      'notes/Deep note.md': '# Another heading\n\n## Part\n\nText ^here\n',
      'assets/photo.png': pixel,
    })
    const workspaceId = await desk.addWorkspace()
    const report = await desk.importSource(folder, workspaceId)
    const tree = await readTree(desk.app.store, workspaceId)
    assert.deepEqual(outline(tree), ['notes', '  Deep note', 'Project B'])
    const markdown = tree[1]?.markdown ?? ''
    assert.match(
      markdown,
      /^## Goals\n\n!\[Deep note › Part\]\(\/pages\/<notes \/ Deep note>#part\)/,
    )
    assert.match(
      markdown,
      /!\[photo\.png\]\(\/files\/<photo\.png .*\[see\]\(\/pages\/<notes \/ Deep note>\)/,
    )
    assert.deepEqual([report.kind, report.brokenLinks, report.files], ['obsidian', [], 1])
    assert.match(
      tree[0]?.pages[0]?.markdown ?? '',
      /^# Another heading\n\n## Part\n\nText<a id="here">/,
    )
  })

  it('reads a single Word document, with its image', async () => {
    const body =
      '<w:p><w:r><w:t>Text</w:t></w:r></w:p><w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="A" descr="A"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="rIdImage"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>'
    const { report, tree } = await bring('Report.docx', writeDocx(body, { pixel }))
    assert.deepEqual([report.kind, report.pages, report.files], ['word', 1, 1])
    assert.deepEqual(outline(tree), ['Report'])
    assert.match(tree[0]?.markdown ?? '', /^Text\n\n!\[A\]\(\/files\/<image 1\.png /)
  })

  it('imports again what it converted and exported', async () => {
    const { workspaceId, tree } = await bring(
      'tables.zip',
      zipOf({ 'Books.csv': 'Title,Year\nDune,1965\n"A: B",2001\n', 'Other.csv': 'Name\nX\n' }),
    )
    const { path } = await desk.exportTo('tables-again', workspaceId)
    const other = await desk.addWorkspace()
    await desk.importFrom(path, other)
    assert.deepEqual(outline(await readTree(desk.app.store, other)), outline(tree))
    assert.deepEqual(outline(tree), ['Books', '  Dune', '  A: B', 'Other', '  X'])
  })
})
