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
  skillEvaluations,
  skillFiles,
  skillLabels,
  skillUses,
  skillVersions,
  type Store,
  systemViewer,
} from '../../server/store/index.ts'
import { addFile } from '../support/pages.ts'
import { contextOf, startServer, type TestServer } from '../support/server.ts'
import { addSkill, askSkills, publishSkill, rewrite, skillText } from '../support/skills/skills.ts'
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
  const uses = await skillUses.callers(store, viewer, { pageId: skill, limit: 9 })
  const all = { pageId: skill, limit: 9, offset: 0 }
  const evaluations = await skillEvaluations.list(store, viewer, all)
  const since = await skillUses.since(store, workspaceId)
  return JSON.parse(JSON.stringify({ versions, files, labels, uses, evaluations, since }))
}

describe('a backup', () => {
  it('has the published versions of skills, with their files, labels, uses and evaluations', async () => {
    await skillText(quire, skill)
    await askSkills(quire, '/v1/skills/uses', { pageId: skill })
    const result = { pageId: skill, version: 2, name: 'Suite', outcome: 'scored', score: 0.5 }
    await askSkills(quire, '/v1/skills/report-evaluation', result)
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
      assert.match(JSON.stringify(expected), /"uses":1.*"score":0\.5/)
    } finally {
      await app.close()
    }
  })
})
