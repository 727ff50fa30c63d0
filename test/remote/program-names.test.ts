import assert from 'node:assert/strict'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { version } from '../../client/version.ts'
import { versionSource } from '../../client/write-version.ts'
import { useRemote } from '../support/processes/remote.ts'
import { runJobs } from '../support/semantic.ts'

type Item = { type: string; page: { title: string } | null; run: { client: string | null } | null }

describe('the name of the program beside a change', () => {
  const remote = useRemote()
  let jobs: ReturnType<typeof runJobs> | undefined
  before(() => {
    jobs = runJobs(remote.quire())
  })
  after(() => jobs?.stop())

  const clientsOf = async (title: string) => {
    const { workspaceId } = remote.quire()
    const { body } = await remote
      .quire()
      .post<{ items: Item[] }>('/v1/activity/list', { workspaceId })
    const found = body.items.filter(({ page }) => page?.title === title)
    return [...new Set(found.map(({ run }) => run?.client))]
  }
  const folderWith = async (path: string, text: string) => {
    const folder = await mkdtemp(join(remote.folder(), 'named-'))
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
    return folder
  }

  it('is quire for the command line, also of what it imports', async () => {
    await remote.json('page', 'create', 'Made by command', '--text', 'Text.')
    assert.deepEqual(await clientsOf('Made by command'), ['quire'])
    await remote.json('import', await folderWith('Brought in.md', 'Text.\n'), '--yes')
    assert.deepEqual(await clientsOf('Brought in'), ['quire'])
  })

  it('is quire-sync for a synced folder', async () => {
    const folder = await folderWith('Kept.md', 'Text.\n')
    await remote.json('sync', folder, '--once', '--yes')
    assert.deepEqual(await clientsOf('Kept'), ['quire-sync'])
  })

  it('is quire-client for other programs, unless they name themselves', async () => {
    const { workspaceId } = remote.quire()
    await remote.client().pages.create({ workspaceId, title: 'Made by a script' })
    assert.deepEqual(await clientsOf('Made by a script'), ['quire-client'])
  })

  it('has the version of the package', () => {
    assert.equal(versionSource().split('\n')[1], `export const version = '${version}'`)
  })
})
