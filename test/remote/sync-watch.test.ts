import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createMemory } from '../../client/cli/sync/sync.ts'
import { useRemote } from '../support/processes/remote.ts'
import { syncOnce } from '../support/sync/context.ts'
import { editorOf, readTree } from '../support/sync/folder.ts'
import { startSync } from '../support/sync/synced-folder.ts'
import { typeText } from '../support/typing.ts'
import { until } from '../support/until.ts'

const main = join(import.meta.dirname, '../../client/cli/main.ts')

const isCall = (url: unknown, name: string) =>
  typeof url === 'string' && url.endsWith(`/markdown-files/${name}`)

describe('quire sync --watch', () => {
  const remote = useRemote()

  const watch = async (title: string) => {
    const { workspaceId } = remote.quire()
    const { pageId: parentId } = await remote.client().pages.create({ workspaceId, title })
    const root = join(remote.folder(), title)
    const stopped = new AbortController()
    const words = ['sync', root, '--workspace', workspaceId, '--parent', parentId, '--watch']
    const running = remote.run(words, { signal: stopped.signal })
    const stop = async () => {
      stopped.abort()
      return running
    }
    return { workspaceId, parentId, root, words, stop, running, ...editorOf(root) }
  }

  it('brings edits to the other side while it runs, and stops without an error', async () => {
    const { workspaceId, parentId, root, stop, write, read } = await watch('Watched')
    const client = remote.client()
    const page = { workspaceId, parentId, title: 'Page', markdown: 'one' }
    const { pageId } = await client.pages.create(page)
    await until(async () => (await read('Page.md').catch(() => '')) === 'one\n')
    await client.pages.edit({ workspaceId, pageId, mode: 'append', text: 'from the server' })
    await until(async () => (await read('Page.md')).includes('from the server'))
    await write('Page.md', 'one\n\nfrom the server\n\nfrom the folder\n')
    await until(async () => {
      const { markdown } = await client.pages.markdown({ workspaceId, pageId })
      return markdown.includes('from the folder')
    })
    assert.deepEqual((await stop()).code, 0)
    assert.deepEqual(Object.keys(await readTree(root)), ['Page.md'])
  })

  it('continues when someone types after it has listed the pages', async () => {
    const folder = await startSync(remote, 'Typed')
    const pageId = await folder.create('Page', 'one\n')
    const synced = { ...folder, address: remote.address(), key: remote.quire().key }
    let typed = 0
    const typeBeforeRead: typeof fetch = async (url, init) => {
      if (isCall(url, 'read') && typed < 2) {
        typed += 1
        await typeText(remote.quire(), pageId, `${typed} `)
      }
      return fetch(url, init)
    }
    await syncOnce(synced, { isConfirmed: false }, typeBeforeRead)
    assert.equal(await folder.read('Page.md'), '2 1 one\n')
    assert.equal(await folder.sync(), 'Already in sync.\n')
  })

  it('merges what is typed and what is written at the same place exactly', async () => {
    const folder = await startSync(remote, 'Exact')
    const pageId = await folder.create('Page', 'one\n')
    await folder.sync()
    await typeText(remote.quire(), pageId, 'one and ')
    await folder.write('Page.md', 'one or two\n')
    await folder.sync()
    assert.equal(await folder.read('Page.md'), 'one and one or two\n')
  })

  it('keeps a page on which someone types while its file is deleted', async () => {
    const folder = await startSync(remote, 'Typed and deleted')
    const ids = [await folder.create('A', 'a\n'), await folder.create('B', 'b\n')]
    const synced = { ...folder, address: remote.address(), key: remote.quire().key }
    const memory = createMemory(false)
    await syncOnce(synced, {}, fetch, memory)
    await typeText(remote.quire(), ids[0] ?? '', 'typed ')
    await folder.remove('A.md')
    await folder.remove('B.md')
    await syncOnce(synced, {}, fetch, memory)
    assert.deepEqual(await readTree(folder.root), { 'A.md': 'typed a\n' })
  })

  it('does not take a file that a program empties before it writes for an empty one', async () => {
    const folder = await startSync(remote, 'Rewritten')
    const ids = [await folder.create('A', 'a\n'), await folder.create('B', 'b\n')]
    const texts = () => Promise.all(ids.map(folder.markdown))
    const synced = { ...folder, address: remote.address(), key: remote.quire().key }
    const memory = createMemory(true)
    await syncOnce(synced, {}, fetch, memory)
    await folder.write('A.md', '')
    await syncOnce(synced, {}, fetch, memory)
    assert.deepEqual(await texts(), ['a\n', 'b\n'])
    await folder.write('A.md', 'a, edited\n')
    await folder.write('B.md', 'b, edited\n')
    const emptyBeforeSave: typeof fetch = async (url, init) => {
      if (isCall(url, 'save')) await folder.write('B.md', '')
      return fetch(url, init)
    }
    await syncOnce(synced, {}, emptyBeforeSave, memory)
    assert.deepEqual(await texts(), ['a, edited\n', 'b\n'])
    await folder.write('B.md', 'b, edited\n')
    await syncOnce(synced, {}, fetch, memory)
    assert.deepEqual(await texts(), ['a, edited\n', 'b, edited\n'])
    await folder.write('B.md', '')
    await until(async () => {
      await syncOnce(synced, {}, fetch, memory)
      return (await folder.markdown(ids[1] ?? '')) === ''
    })
  })

  it('moves a page to the trash when its file stays away', async () => {
    const { workspaceId, parentId, stop, read, remove } = await watch('Away')
    const client = remote.client()
    const create = (title: string) =>
      client.pages.create({ workspaceId, parentId, title, markdown: title })
    await create('Gone')
    await create('Kept')
    await until(async () => (await read('Gone.md').catch(() => '')) !== '')
    await until(async () => (await read('Kept.md').catch(() => '')) !== '')
    await remove('Gone.md')
    const address = { workspaceId, underPageId: parentId }
    await until(async () => (await client.markdownFiles.list(address)).files.length === 1)
    assert.equal((await stop()).code, 0)
  })

  it('ends when a question has no one to answer it', async () => {
    const { workspaceId, parentId, running, read, remove } = await watch('Asked')
    const client = remote.client()
    for (const title of ['A', 'B', 'C']) {
      await client.pages.create({ workspaceId, parentId, title, markdown: title })
    }
    await until(async () => (await read('C.md').catch(() => '')) !== '')
    await remove('A.md')
    await remove('B.md')
    const { code, stderr } = await running
    assert.equal(code, 5)
    assert.match(stderr, /2 of 3 pages go to the trash/)
  })

  it('continues after the program was killed while it wrote', async () => {
    const { workspaceId, parentId, root, words, stop, read } = await watch('Killed')
    const client = remote.client()
    const page = { workspaceId, parentId, title: 'Page', markdown: 'one' }
    const { pageId } = await client.pages.create(page)
    await until(async () => (await read('Page.md').catch(() => '')) !== '')
    await stop()
    const child = spawn(process.execPath, [main, ...words], {
      env: { PATH: process.env['PATH'], ...remote.environment() },
      stdio: 'ignore',
    })
    await client.pages.edit({ workspaceId, pageId, mode: 'append', text: 'two' })
    await until(async () => (await read('Page.md')).includes('two'))
    await writeFile(join(root, 'Page.md'), 'one\n\ntwo\n\nthree\n')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const { code } = await remote.run(words.filter((word) => word !== '--watch'))
    assert.equal(code, 0)
    const { markdown } = await client.pages.markdown({ workspaceId, pageId })
    assert.equal(markdown, 'one\n\ntwo\n\nthree\n')
    assert.equal(await read('Page.md'), markdown)
  })
})
