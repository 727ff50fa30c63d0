import assert from 'node:assert/strict'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { useRemote } from '../support/processes/remote.ts'
import { runJobs } from '../support/semantic.ts'
import { zipOf } from '../support/transfer/imports.ts'
import { until } from '../support/until.ts'

describe('quire import and export', () => {
  const remote = useRemote()
  let jobs: ReturnType<typeof runJobs> | undefined
  before(() => {
    jobs = runJobs(remote.quire())
  })
  after(() => jobs?.stop())

  const write = async (folder: string, files: Record<string, string>) => {
    const root = join(remote.folder(), folder)
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), content)
    }
    return root
  }

  const titles = async () => {
    const { workspaceId } = remote.quire()
    const { pages } = await remote.client().pages.list({ workspaceId, depth: 5 })
    return pages.map(({ title }) => title)
  }

  it('refuses what cannot be read, and to import without a confirmation', async () => {
    const folder = await write('asks', { 'a.md': '# Asks' })
    const refused = async (...words: string[]) => {
      const { code, exitCode } = await remote.refused('import', ...words)
      return [code, exitCode]
    }
    assert.deepEqual(await refused('no-such-folder', '--yes'), ['FILE_UNREADABLE', 2])
    assert.deepEqual(await refused(folder), ['MISUSED', 2])
    assert.deepEqual(await refused(folder, '--yes', '--parent', 'No page'), ['PAGE_NOT_FOUND', 4])
    assert.deepEqual(await titles(), [])
  })

  it('fails if there is nothing to import', async () => {
    const folder = await write('empty', { 'picture.png': 'x' })
    const { code, message, exitCode } = await remote.refused('import', folder, '--yes')
    assert.deepEqual([code, exitCode], ['IMPORT_FAILED', 1])
    assert.match(message, /^Nothing in it can be imported/)
  })

  it('shows a preview, and imports nothing with --dry-run or without a yes', async () => {
    const folder = await write('dry', { 'a.md': '# Dry\n\n[x](gone.md)', 'b/c.md': '# Below' })
    await symlink('/etc/hostname', join(folder, 'link.md'))
    const dry = await remote.run(['import', folder, '--dry-run'])
    assert.equal(dry.code, 0, dry.stderr)
    assert.match(dry.stdout, /^3 pages, of which 0 update existing pages/)
    assert.match(dry.stdout, / {2}Below\tcreate\tb\/c\.md/)
    assert.match(dry.stdout, /a\.md links to gone\.md in line 3, which does not exist/)
    assert.match(dry.stderr, /link\.md is a link/)
    const asked: string[] = []
    const confirm = async (question: string) => {
      asked.push(question)
      return false
    }
    assert.equal((await remote.run(['import', folder], { confirm })).code, 1)
    assert.deepEqual(asked, ['Import 3 pages?'])
    assert.deepEqual(await titles(), [])
  })

  it('imports a folder and an archive, and updates the pages the next time', async () => {
    const folder = await write('notes', { 'a.md': '# One\n\n![](p.png)', 'p.png': 'x' })
    const first = await remote.json('import', folder, '--yes')
    assert.partialDeepStrictEqual(first, {
      state: 'done',
      counts: { pages: { created: 1, updated: 0 }, files: 1, links: { resolved: 1 } },
    })
    const archive = join(remote.folder(), 'notes.zip')
    await writeFile(archive, await zipOf({ 'a.md': '# Two\n', 'n.md': '# New\n' }))
    const second = await remote.run(['import', archive, '--yes'])
    assert.equal(second.code, 0, second.stderr)
    assert.match(second.stdout, /Pages updated \| 1/)
    assert.deepEqual(await titles(), ['Two', 'New'])
  })

  it('ends if the import is paused meanwhile, and says how it goes on', async () => {
    const folder = await write('paused', { 'a.md': '# Paused' })
    const { workspaceId } = remote.quire()
    const { imports } = remote.client()
    const pausing = Promise.withResolvers<void>()
    const pause = async () => {
      const importId = await until(async () => {
        const [latest] = (await imports.list({ workspaceId, limit: 1 })).imports
        return latest?.state === 'running' && latest.id
      })
      await imports.pause({ workspaceId, importId })
    }
    // Without the worker, it stays running until it is paused.
    const confirm = async () => {
      await jobs?.stop()
      pausing.resolve(pause())
      return true
    }
    const { code, stderr } = await remote.run(['import', folder], { confirm })
    await pausing.promise
    jobs = runJobs(remote.quire())
    assert.equal(code, 1)
    assert.match(stderr, /The import was paused, with 0 of 1 page imported\. Resume it in Settings/)
  })

  it('exports what can be imported again, and replaces no file', async () => {
    const { workspaceId } = remote.quire()
    const client = remote.client()
    const { pageId } = await client.pages.create({ workspaceId, title: 'Out', markdown: 'Text.' })
    await client.pages.create({ workspaceId, title: 'In', parentId: pageId, markdown: 'Below.' })
    const path = join(remote.folder(), 'out.zip')
    const written = await remote.json('export', path, '--page', 'Out')
    assert.partialDeepStrictEqual(written, { path, pageId })
    const again = await remote.refused('export', path)
    assert.deepEqual([again.code, again.exitCode], ['ALREADY_EXISTS', 5])
    const nowhere = await remote.refused('export', join(remote.folder(), 'x'), '--page', 'No page')
    assert.deepEqual([nowhere.code, nowhere.exitCode], ['PAGE_NOT_FOUND', 4])
    const site = join(remote.folder(), 'site.zip')
    await remote.json('export', site, '--page', 'Out', '--format', 'html')
    assert.match(await readFile(site, 'latin1'), /pages\/In\.html/)
    const imported = await remote.json('import', path, '--yes', '--copy')
    assert.partialDeepStrictEqual(imported, { counts: { pages: { created: 2 } } })
  })
})
