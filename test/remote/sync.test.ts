import assert from 'node:assert/strict'
import { existsSync, renameSync } from 'node:fs'
import { mkdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { useRemote } from '../support/processes/remote.ts'
import { addKey } from '../support/server.ts'
import { syncOnce } from '../support/sync/context.ts'
import { readRemoved, readTree } from '../support/sync/folder.ts'
import { startSync } from '../support/sync/synced-folder.ts'

describe('quire sync', () => {
  const remote = useRemote()

  const start = (title: string) => startSync(remote, title)

  it('rejects --once with --watch, a missing folder and an unknown page, and writes nothing', async () => {
    const both = await remote.refused('sync', 'x', '--once', '--watch')
    assert.deepEqual([both.code, both.exitCode], ['MISUSED', 2])
    assert.equal((await remote.refused('sync')).code, 'MISUSED')
    const root = join(remote.folder(), 'unwritten')
    const unknown = await remote.refused('sync', root, '--parent', crypto.randomUUID())
    assert.equal(unknown.exitCode, 4)
    await assert.rejects(stat(root))
  })

  it('rejects a folder that is synced with another page, and one that is in use', async () => {
    const { root, words, sync } = await start('Taken')
    await sync()
    const other = await start('Other')
    const wrong = await remote.refused('sync', root, ...other.words.slice(2))
    assert.deepEqual([wrong.code, wrong.exitCode], ['SYNC_OTHER_WORKSPACE', 2])
    const lock = JSON.stringify({ pid: 1, host: 'another-machine', id: 'x' })
    await writeFile(join(root, '.quire/lock'), lock)
    const used = await remote.refused(...words)
    assert.deepEqual([used.code, used.exitCode], ['SYNC_RUNNING', 5])
  })

  it('checks pages out as an export writes them, and ignores its state in git', async () => {
    const { create, sync, root } = await start('Checkout')
    const guide = await create('Guide', '# Setup\n\nInstall it.\n')
    await create('Details', `See [the guide](/pages/${guide}).\n`, guide)
    await sync()
    assert.deepEqual(await readTree(root), {
      'Guide/Details.md': 'See [the guide](index.md).\n',
      'Guide/index.md': '---\nquire:\n  title: Guide\n---\n\n# Setup\n\nInstall it.\n',
    })
    assert.equal(await readFile(join(root, '.quire/.gitignore'), 'utf8'), '*\n')
    assert.equal(await sync(), 'Already in sync.\n')
  })

  it('brings edits over in both directions, and leaves other files untouched', async () => {
    const { create, append, markdown, sync, write, read, root } = await start('Edits')
    const a = await create('A', 'first\n')
    await create('B', '* star\n* star\n')
    await sync()
    const old = new Date('2020-01-01')
    await utimes(join(root, 'B.md'), old, old)
    await write('A.md', 'first\n\nfrom the folder\n')
    assert.equal(await sync(), 'saved A.md\n')
    assert.equal(await markdown(a), 'first\n\nfrom the folder\n')
    await append(a, 'from the web')
    assert.equal(await sync(), 'updated A.md\n')
    assert.equal(await read('A.md'), 'first\n\nfrom the folder\n\nfrom the web\n')
    assert.equal((await stat(join(root, 'B.md'))).mtimeMs, old.getTime())
  })

  it('merges edits of both sides, and keeps the bytes of blocks that did not change', async () => {
    const { sync, write, read, idAt, append, run } = await start('Merges')
    const text = '---\ntags: [a]\n---\nSetext\n======\n\n*  odd   list\n*  item\n\nlast\n'
    await sync()
    await write('odd.md', text)
    await sync()
    assert.equal(await read('odd.md'), text)
    const pageId = await idAt('odd.md')
    await append(pageId, 'from the web')
    await write('odd.md', text.replace('last', 'last, edited').replace('[a]', '[a, b]'))
    const { code, stderr } = await run()
    assert.deepEqual([code, stderr], [0, ''])
    const merged = text.replace('last', 'last, edited').replace('[a]', '[a, b]')
    assert.equal(await read('odd.md'), `${merged}\nfrom the web\n`)
  })

  it('keeps both versions of what cannot be merged', async () => {
    const { create, sync, write, read, run, root, workspaceId, markdown } = await start('Conflicts')
    const pageId = await create('Plan', 'The red house.\n')
    await sync()
    await write('Plan.md', 'The green house.\n')
    await remote.client().pages.edit({
      workspaceId,
      pageId,
      mode: 'replace',
      find: 'red',
      text: 'blue',
    })
    const { code, stderr } = await run()
    assert.equal(code, 5)
    assert.match(stderr, /Plan\.md conflicts with the page\. Your version is in Plan\.conflict-/)
    assert.equal(await read('Plan.md'), 'The blue house.\n')
    assert.equal(await markdown(pageId), 'The blue house.\n')
    const conflict = Object.keys(await readTree(root)).find((path) => path !== 'Plan.md') ?? ''
    assert.equal(await read(conflict), 'The green house.\n')
    const { threads } = await remote.client().comments.list({ workspaceId, pageId })
    assert.match(threads[0]?.comments[0]?.markdown ?? '', /The green house\./)
    assert.equal(await sync(), 'Already in sync.\n')
  })

  it('creates pages for files and folders, with links between them', async () => {
    const { sync, write, read, list, root } = await start('Created')
    await sync()
    await write('intro.md', '# Intro\n\nSee [the end](part/end.md) and [part](part/).\n')
    await write('part/end.md', 'The [intro](../intro.md).\n')
    await write('part/README.md', '# Part\n')
    const before = await readTree(root)
    await sync()
    assert.deepEqual(await readTree(root), before)
    const files = await list()
    assert.deepEqual(files.map(({ path }) => path).toSorted(), [
      'intro.md',
      'part/README.md',
      'part/end.md',
    ])
    const links = await remote.client().pageLinks.backlinks({
      workspaceId: remote.quire().workspaceId,
      pageId: files.find(({ path }) => path === 'part/end.md')?.pageId ?? '',
    })
    assert.equal(links.links, 1)
    assert.equal(await read('intro.md'), before['intro.md'])
  })

  it('follows moved and renamed files and folders', async () => {
    const { sync, write, move, list, idAt, root } = await start('Moves')
    await sync()
    await write('a.md', 'text of a\n')
    await write('box/b.md', 'text of b\n')
    await write('link.md', '[a](a.md) and [b](box/b.md)\n')
    await sync()
    const ids = [await idAt('a.md'), await idAt('box/b.md')]
    await move('a.md', 'box/renamed.md')
    await sync()
    assert.equal(await idAt('box/renamed.md'), ids[0])
    await move('box', 'crate')
    await sync()
    assert.deepEqual([await idAt('crate/renamed.md'), await idAt('crate/b.md')], ids)
    assert.equal((await list()).length, 4)
    assert.deepEqual(await readTree(root), {
      'crate/b.md': 'text of b\n',
      'crate/renamed.md': 'text of a\n',
      'link.md': '[a](crate/renamed.md) and [b](crate/b.md)\n',
    })
  })

  it('follows pages that are moved and renamed on the server', async () => {
    const { create, sync, root, workspaceId } = await start('Followed')
    const box = await create('Box', 'the box\n')
    const page = await create('Page', 'the page\n')
    await sync()
    await remote.client().pages.move({ workspaceId, pageId: page, newParentId: box })
    await remote.client().pages.update({ workspaceId, pageId: page, title: 'New name' })
    await sync()
    assert.deepEqual(await readTree(root), {
      'Box/New name.md': 'the page\n',
      'Box/index.md': 'the box\n',
    })
  })

  it('moves pages of deleted files to the trash, and files of deleted pages aside', async () => {
    const { create, sync, root, workspaceId, remove, list } = await start('Deleted')
    const ids = await Promise.all(['A', 'B', 'C', 'D'].map((name) => create(name, `of ${name}\n`)))
    await sync()
    await remove('A.md')
    await sync()
    assert.deepEqual((await list()).length, 3)
    await remote.client().trash.remove({ workspaceId, pageId: ids[1] ?? '' })
    await writeFile(join(root, 'B.md'), 'of B, edited\n')
    await sync()
    assert.deepEqual(Object.keys(await readTree(root)), ['C.md', 'D.md'])
    assert.deepEqual(await readRemoved(root), ['of B, edited\n'])
  })

  it('restores a file that was deleted while its page changed', async () => {
    const { create, sync, remove, append, read } = await start('Restored')
    const page = await create('Kept', 'one\n')
    await sync()
    await append(page, 'two')
    await remove('Kept.md')
    await sync()
    assert.equal(await read('Kept.md'), 'one\n\ntwo\n')
  })

  it('writes an empty file for a folder that lost its pages, and removes it when it has one again', async () => {
    const { sync, write, idAt, root, workspaceId } = await start('Emptied')
    await sync()
    await write('box/a.md', 'of a\n')
    await sync()
    await remote.client().trash.remove({ workspaceId, pageId: await idAt('box/a.md') })
    await sync()
    assert.deepEqual(await readTree(root), { 'box/index.md': '' })
    await write('box/b.md', 'of b\n')
    await sync()
    assert.deepEqual(await readTree(root), { 'box/b.md': 'of b\n' })
    assert.equal(await sync(), 'Already in sync.\n')
  })

  it('asks before many deletions on either side', async () => {
    const { create, sync, run, remove, list, root, words, workspaceId } = await start('Many')
    const ids = await Promise.all(['A', 'B', 'C', 'D'].map((name) => create(name, `of ${name}\n`)))
    await sync()
    await remove('A.md')
    await remove('B.md')
    const refused = await remote.refused(...words)
    assert.deepEqual([refused.code, refused.exitCode], ['DELETIONS_NOT_CONFIRMED', 5])
    assert.match(refused.message, /^2 of 4 pages go to the trash/)
    const answered = await remote.run(words, { confirm: async () => false })
    assert.equal(answered.code, 5)
    assert.equal((await list()).length, 4)
    assert.equal((await run('--yes')).code, 0)
    assert.equal((await list()).length, 2)
    for (const pageId of ids.slice(2)) await remote.client().trash.remove({ workspaceId, pageId })
    const gone = await remote.refused(...words)
    assert.match(gone.message, /^2 of 2 files go to \.quire\/removed/)
    assert.equal((await remote.run(words, { confirm: async () => true })).code, 0)
    assert.deepEqual(await readTree(root), {})
    assert.equal((await readRemoved(root)).length, 2)
  })

  it('never follows links, and leaves out what is no page', async () => {
    const { sync, run, root, write, list } = await start('Links')
    await sync()
    const outside = join(remote.folder(), 'outside')
    await mkdir(outside)
    await writeFile(join(outside, 'secret.md'), 'secret\n')
    await symlink(outside, join(root, 'folder'))
    await symlink(join(outside, 'secret.md'), join(root, 'file.md'))
    await write('bytes.md', new Uint8Array([0xff, 0xfe, 0x00]))
    await write('.hidden.md', 'hidden\n')
    const { code, stderr } = await run()
    assert.equal(code, 0)
    assert.match(stderr, /bytes\.md is left out: it is not UTF-8 text/)
    assert.match(stderr, /file\.md is left out: it is a link/)
    assert.match(stderr, /folder is left out: it is a link/)
    assert.deepEqual(await list(), [])
  })

  it('never writes through a link', async () => {
    const { create, root, run } = await start('Through')
    const box = await create('Box', 'box\n')
    await create('In', 'in\n', box)
    const outside = join(remote.folder(), 'through')
    await mkdir(outside)
    await mkdir(root)
    await symlink(outside, join(root, 'Box'))
    const { code, stderr } = await run()
    assert.equal(code, 1)
    assert.match(stderr, /Box\/index\.md is a link or a folder on the way to a file/)
    assert.deepEqual(await readTree(outside), {})
  })

  it('gives names that differ only in case other names', async () => {
    const { sync, write, root } = await start('Case')
    await sync()
    await write('Notes.md', 'one\n')
    await write('notes.md', 'two\n')
    await sync()
    const texts = Object.values(await readTree(root))
    for (const text of ['one\n', 'two\n'])
      assert.ok(
        texts.some((one) => one.endsWith(text)),
        text,
      )
    const names = Object.keys(await readTree(root)).map((name) => name.toLowerCase())
    assert.equal(new Set(names).size, 2)
  })

  it('uploads and writes the files that pages link to', async () => {
    const { sync, write, read, root, list, workspaceId, parentId } = await start('Attached')
    await sync()
    const image = Buffer.from('iVBORw0KGgoAAAANSUhEUg==', 'base64')
    await write('img/dot.png', image)
    await write('page.md', '![dot](img/dot.png)\n')
    await sync()
    const [page] = await list()
    assert.ok(page !== undefined)
    const { files } = await remote.client().pageFiles.list({ workspaceId, pageId: page.pageId })
    assert.deepEqual(
      files.map(({ name, size }) => [name, size]),
      [['dot.png', image.length]],
    )
    const other = join(remote.folder(), 'Attached again')
    const again = ['sync', other, '--workspace', workspaceId, '--parent', parentId]
    assert.equal((await remote.run(again)).code, 0)
    assert.deepEqual(await readTree(other), await readTree(root))
    await write('img/dot.png', Buffer.from('iVBORw0KGgoAAAANSUhEUgAA', 'base64'))
    await sync()
    assert.equal(await read('page.md'), '![dot](img/dot.png)\n')
    assert.equal((await remote.run(again)).code, 0)
    assert.deepEqual(await readTree(other), await readTree(root))
  })

  it('names the files whose changes the server rejects, and keeps them', async () => {
    const { create, sync, write, read, words } = await start('Read-only')
    await create('Page', 'one\n')
    await sync()
    await write('Page.md', 'one, edited\n')
    await write('New.md', 'new\n')
    const readOnly = await addKey(remote.quire(), { readOnly: true })
    const environment = { ...remote.environment(), QUIRE_KEY: readOnly }
    const { code, stderr } = await remote.run(words, { environment })
    assert.equal(code, 1)
    assert.match(stderr, /^quire: New\.md: .+\.\nquire: Page\.md: .+\.\n$/)
    assert.deepEqual([await read('Page.md'), await read('New.md')], ['one, edited\n', 'new\n'])
  })

  it('shows a conflict of what was written to a file while it was replaced', async () => {
    const { create, sync, read, root, workspaceId } = await start('Late')
    const pageId = await create('Page', 'one\n')
    await sync()
    const state = join(root, '.quire/pages', `${pageId}.json`)
    const before = JSON.parse(await readFile(state, 'utf8'))
    await remote
      .client()
      .pages.edit({ workspaceId, pageId, mode: 'replace', find: 'one', text: 'two' })
    await sync()
    // As a program leaves it that ended after it replaced the file, which another one had open.
    const { path, text, version, revision } = JSON.parse(await readFile(state, 'utf8'))
    const incoming = { path, text, version, revision }
    await writeFile(state, JSON.stringify({ ...before, incoming }))
    await mkdir(join(root, '.quire/replaced'), { recursive: true })
    await writeFile(join(root, '.quire/replaced', pageId), 'three\n')
    await sync()
    assert.equal(await read('Page.md'), 'two\n')
    const conflict = Object.keys(await readTree(root)).find((name) => name !== 'Page.md') ?? ''
    assert.equal(await read(conflict), 'three\n')
    const { threads } = await remote.client().comments.list({ workspaceId, pageId })
    assert.match(threads[0]?.comments[0]?.markdown ?? '', /three/)
  })

  it('finds a file that another program moves in the moment in which it moves it itself', async () => {
    const folder = await start('Moving')
    const { create, sync, root, workspaceId } = folder
    const gone = await create('A', 'of A\n')
    const renamed = await create('B', 'of B\n')
    await sync()
    const synced = { ...folder, address: remote.address(), key: remote.quire().key }
    const moveMeanwhile = (from: string, to: string) =>
      syncOnce(synced, {
        step: () => {
          if (existsSync(join(root, from))) renameSync(join(root, from), join(root, to))
        },
      })
    await remote.client().trash.remove({ workspaceId, pageId: gone })
    await moveMeanwhile('A.md', 'A2.md')
    assert.deepEqual(await readRemoved(root), ['of A\n'])
    await remote.client().pages.update({ workspaceId, pageId: renamed, title: 'C' })
    await moveMeanwhile('B.md', 'B2.md')
    await sync()
    assert.deepEqual(await readTree(root), { 'C.md': 'of B\n' })
  })

  it('keeps a file that the folder had before a page of the same path', async () => {
    const { create, write, run, sync, root } = await start('Before')
    await create('Same', 'same\n')
    await create('Other', 'on the server\n')
    await write('Same.md', 'same\n')
    await write('Other.md', 'in the folder\n')
    const { code, stderr } = await run()
    assert.equal(code, 5)
    assert.match(stderr, /Other\.md is another file/)
    const texts = Object.values(await readTree(root)).toSorted()
    assert.deepEqual(texts, ['in the folder\n', 'on the server\n', 'same\n'])
    assert.equal(await sync(), 'Already in sync.\n')
  })
})
