import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addFile } from '../../../test/support/pages.ts'
import { startServer, type TestServer } from '../../../test/support/server.ts'
import { addSkill, publishSkill } from '../../../test/support/skills/skills.ts'
import { archiveVersion } from './archive.ts'
import { unzip } from './unzip.ts'

let quire: TestServer
let address: { workspaceId: string; pageId: string; version: number }
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  const pageId = await addSkill(quire, 'Packed', 'Text.')
  await addFile(quire, pageId, { name: 'run.sh', content: '#!/bin/sh\n' })
  const { version } = await publishSkill(quire, pageId)
  address = { workspaceId: quire.workspaceId, pageId, version }
})
after(() => quire.close())

describe('archiveVersion', () => {
  it('is empty for a version that does not exist', async () => {
    const options = { format: 'zip', folder: undefined } as const
    const archive = await archiveVersion(quire.app.store, { ...address, version: 99 }, options)
    assert.deepEqual(await unzip(archive, { files: 9, bytes: 9 }), { ok: true, entries: [] })
  })

  it('has the files at its root, or in a folder', async () => {
    const paths = async (folder: string | undefined) => {
      const options = { format: 'zip', folder } as const
      const archive = await archiveVersion(quire.app.store, address, options)
      const read = await unzip(archive, { files: 9, bytes: 9999 })
      assert.ok(read.ok)
      return read.entries.map(({ path, isExecutable }) => `${path} ${String(isExecutable)}`)
    }
    assert.deepEqual(await paths(undefined), ['SKILL.md false', 'scripts/run.sh true'])
    assert.deepEqual(await paths('a'), ['a/SKILL.md false', 'a/scripts/run.sh true'])
  })

  it('has the same bytes each time, in both formats', async () => {
    for (const format of ['zip', 'tar.gz'] as const) {
      const options = { format, folder: 'a' }
      const first = await archiveVersion(quire.app.store, address, options)
      assert.deepEqual(await archiveVersion(quire.app.store, address, options), first)
      assert.ok(first.length > 0)
    }
  })
})
