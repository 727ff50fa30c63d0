import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { writeBackup } from '../../server/domain/transfer/backup/backup.ts'
import { restoreBackup } from '../../server/domain/transfer/backup/restore.ts'
import {
  skillFiles,
  skillLabels,
  skillVersions,
  type Store,
  systemViewer,
} from '../../server/store/index.ts'
import { addFile } from '../support/pages.ts'
import { contextOf, startServer, type TestServer } from '../support/server.ts'
import { addSkill, publishSkill, rewrite } from '../support/skills/skills.ts'
import { databaseOf } from '../support/stores/stores.ts'

let quire: TestServer
let folder: string
let skill: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  folder = await mkdtemp(join(tmpdir(), 'quire-skills-'))
  skill = await addSkill(quire, 'Kept', 'First.')
  await addFile(quire, skill, { name: 'a.bin', content: Buffer.from([0, 1, 255]) })
  await publishSkill(quire, skill, { note: 'As agreed.', labels: ['production', 'staging'] })
  await rewrite(quire, skill, 'Second.')
  await publishSkill(quire, skill, { labels: ['next'] })
})
after(async () => {
  await quire.close()
  await rm(folder, { recursive: true, force: true })
})

/** Everything that is published of the skill, with its bytes. */
async function publishedIn(store: Store): Promise<unknown> {
  const { workspaceId } = quire
  const address = { workspaceId, pageId: skill }
  const viewer = systemViewer(workspaceId)
  const versions = await skillVersions.list(store, viewer, { pageId: skill, limit: 9, offset: 0 })
  const files = []
  for (const { version } of versions) {
    for (const file of await skillFiles.list(store, { ...address, version })) {
      const content = await skillFiles.content(store, { workspaceId, sha256: file.sha256 })
      files.push({ version, ...file, content: Buffer.from(content ?? []).toString('base64') })
    }
  }
  const labels = await skillLabels.list(store, address)
  return JSON.parse(JSON.stringify({ versions, files, labels }))
}

describe('a backup', () => {
  it('has the published versions of skills, with their files and labels', async () => {
    const expected = await publishedIn(quire.app.store)
    const path = join(folder, 'backup.tar.gz')
    await writeBackup(contextOf(quire, { via: 'cli' }), path)
    const dataFolder = join(folder, 'restored')
    const app = await openApp(
      readConfig({ QUIRE_DATA: dataFolder, DATABASE_URL: await databaseOf(dataFolder) }),
    )
    try {
      await restoreBackup(contextOf({ ...quire, app }, { via: 'cli' }), path)
      assert.deepEqual(await publishedIn(app.store), expected)
      assert.match(JSON.stringify(expected), /"note":"As agreed\."/)
    } finally {
      await app.close()
    }
  })
})
