import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useRemote } from '../support/processes/remote.ts'
import { readTree } from '../support/sync/folder.ts'
import { startSync } from '../support/sync/synced-folder.ts'

describe('quire sync of renamed and deleted files', () => {
  const remote = useRemote()

  const start = (title: string) => startSync(remote, title)

  it('moves untouched files aside without a question while others stay, and asks about edited ones', async () => {
    const { create, sync, write, words, root, workspaceId } = await start('Confirmed')
    const names = ['A', 'B', 'C', 'D', 'E', 'F']
    const ids = await Promise.all(names.map((name) => create(name, `of ${name}\n`)))
    await sync()
    const { trash } = remote.client()
    for (const pageId of ids.slice(0, 3)) await trash.remove({ workspaceId, pageId })
    assert.match(await sync(), /^moved A\.md to .*: its page is gone\n/)
    assert.deepEqual(Object.keys(await readTree(root)), ['D.md', 'E.md', 'F.md'])
    for (const name of ['D', 'E']) await write(`${name}.md`, `of ${name}, edited\n`)
    for (const pageId of ids.slice(3, 5)) await trash.remove({ workspaceId, pageId })
    const asked = await remote.refused(...words)
    assert.equal(asked.exitCode, 5)
    assert.match(asked.message, /^2 of 3 files go to \.quire\/removed/)
    assert.deepEqual(Object.keys(await readTree(root)), ['D.md', 'E.md', 'F.md'])
  })

  it('gives a page the new name of its file, also where the file states its title', async () => {
    const { create, sync, move, root, workspaceId } = await start('Renamed')
    const guide = await create('Guide', '# Setup\n\nInstall it.\n')
    const slashed = await create('A/B', 'slashed\n')
    const box = await create('C: D', 'box\n')
    await create('In', 'in it\n', box)
    await sync()
    const titles = async () => {
      const pages = [guide, slashed, box].map((page) =>
        remote.client().pages.get({ workspaceId, page }),
      )
      return (await Promise.all(pages)).map(({ title }) => title)
    }
    assert.deepEqual(await titles(), ['Guide', 'A/B', 'C: D'])
    await move('Guide.md', 'Manual.md')
    await move('A-B.md', 'plain.md')
    await move('C- D', 'crate')
    await sync()
    assert.deepEqual(await titles(), ['Manual', 'plain', 'crate'])
    assert.deepEqual(await readTree(root), {
      'Manual.md': '---\nquire:\n  title: Manual\n---\n\n# Setup\n\nInstall it.\n',
      'crate/In.md': 'in it\n',
      'crate/index.md': 'box\n',
      'plain.md': 'slashed\n',
    })
  })

  it('keeps the title of a heading and of the properties when a file is renamed', async () => {
    const { sync, write, move, idAt, read, workspaceId } = await start('Headed')
    await sync()
    await write('a.md', '# The heading\n\ntext\n')
    await write('b.md', '---\ntitle: The property\n---\ntext of b\n')
    await sync()
    const texts = [await read('a.md'), await read('b.md')]
    await move('a.md', 'c.md')
    await move('b.md', 'd.md')
    await sync()
    const pages = [await idAt('c.md'), await idAt('d.md')]
    const titles = await Promise.all(
      pages.map(async (page) => (await remote.client().pages.get({ workspaceId, page })).title),
    )
    assert.deepEqual(titles, ['The heading', 'The property'])
    assert.deepEqual([await read('c.md'), await read('d.md')], texts)
  })

  it('takes a file beside a folder of its name as the page of the folder', async () => {
    const { sync, write, move, root, list, idAt, create } = await start('Beside')
    await write('Guide.md', '# Guide\n\n[one](Guide/One.md)\n')
    await write('Guide/One.md', '[up](../Guide.md)\n')
    await write('Leaf.md', 'leaf\n')
    await sync()
    const outline = async () =>
      (await list()).map(({ path, folder }) => `${path} ${folder}`).toSorted()
    assert.deepEqual(await outline(), ['Guide.md Guide', 'Guide/One.md null', 'Leaf.md null'])
    const guide = await idAt('Guide.md')
    const leaf = await idAt('Leaf.md')
    await write('Leaf/Two.md', 'two\n')
    await write('Guide/Deep.md', 'deep\n')
    await write('Guide/Deep/Three.md', 'three\n')
    await sync()
    await create('Four', 'four\n', leaf)
    await sync()
    const before = await readTree(root)
    assert.deepEqual(Object.keys(before), [
      'Guide.md',
      'Guide/Deep.md',
      'Guide/Deep/Three.md',
      'Guide/One.md',
      'Leaf.md',
      'Leaf/Four.md',
      'Leaf/Two.md',
    ])
    assert.equal(await sync(), 'Already in sync.\n')
    await move('Guide.md', 'Manual.md')
    await move('Guide', 'Manual')
    await sync()
    assert.equal(await idAt('Manual.md'), guide)
    assert.deepEqual(await outline(), [
      'Leaf.md Leaf',
      'Leaf/Four.md null',
      'Leaf/Two.md null',
      'Manual.md Manual',
      'Manual/Deep.md Manual/Deep',
      'Manual/Deep/Three.md null',
      'Manual/One.md null',
    ])
  })

  it('takes a file in a folder of its name as the page of the folder', async () => {
    const { sync, write, move, remove, read, root, list, idAt, create } = await start('Within')
    await write('Guide/Guide.md', '# Guide\n\n[one](One.md)\n')
    await write('Guide/One.md', '[up](Guide.md)\n')
    await write('box/in.md', 'in\n')
    await sync()
    const outline = async () =>
      (await list()).map(({ path, folder }) => `${path} ${folder}`).toSorted()
    const first = ['Guide/Guide.md Guide', 'Guide/One.md null']
    assert.deepEqual(await outline(), [...first, 'box/index.md box', 'box/in.md null'].toSorted())
    const guide = await idAt('Guide/Guide.md')
    await create('Two', 'two\n', guide)
    await write('box/box.md', 'the box\n')
    await sync()
    assert.deepEqual(Object.keys(await readTree(root)).toSorted(), [
      'Guide/Guide.md',
      'Guide/One.md',
      'Guide/Two.md',
      'box/box.md',
      'box/in.md',
    ])
    assert.ok((await outline()).includes('box/box.md box'))
    assert.equal(await sync(), 'Already in sync.\n')
    await move('Guide', 'Manual')
    await move('Manual/Guide.md', 'Manual/Manual.md')
    await sync()
    assert.equal(await idAt('Manual/Manual.md'), guide)
    const after = await outline()
    assert.deepEqual(
      after.filter((line) => line.startsWith('Manual')),
      ['Manual/Manual.md Manual', 'Manual/One.md null', 'Manual/Two.md null'],
    )
    assert.equal(await sync(), 'Already in sync.\n')
    const text = await read('Manual/Manual.md')
    await remove('.quire')
    await sync()
    assert.deepEqual(await outline(), after)
    assert.equal(await read('Manual/Manual.md'), text)
  })

  it('gives a folder without a file the text of a new file beside it', async () => {
    const { sync, write, remove, root, list } = await start('Given')
    await write('box/in.md', 'in\n')
    await sync()
    await write('box.md', 'the box\n')
    await sync()
    assert.deepEqual(
      (await list()).map(({ path, folder }) => [path, folder]),
      [
        ['box.md', 'box'],
        ['box/in.md', null],
      ],
    )
    await remove('box.md')
    await sync()
    assert.deepEqual(await readTree(root), { 'box/in.md': 'in\n' })
    assert.deepEqual(
      (await list()).map(({ isImplicit }) => isImplicit),
      [true, false],
    )
  })

  it('makes no twin of a folder that the server has when the state is deleted', async () => {
    const { sync, write, remove, list } = await start('Again')
    await write('box/in.md', 'in\n')
    await write('bag/index.md', 'bag\n')
    await write('sack.md', 'sack\n')
    await write('sack/in.md', 'in sack\n')
    await sync()
    await remove('.quire')
    for (const folder of ['box', 'bag', 'sack']) await write(`${folder}/new.md`, 'new\n')
    await sync()
    assert.deepEqual((await list()).map(({ path }) => path).toSorted(), [
      'bag/index.md',
      'bag/new.md',
      'box/in.md',
      'box/index.md',
      'box/new.md',
      'sack.md',
      'sack/in.md',
      'sack/new.md',
    ])
  })
})
