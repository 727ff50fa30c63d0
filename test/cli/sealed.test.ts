import assert from 'node:assert/strict'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { writeBackup } from '../../server/domain/transfer/backup/backup.ts'
import { runCommand, runCommandProcess } from '../support/processes/process.ts'
import { contextOf } from '../support/server.ts'
import { type Desk, openDesk } from './folders.ts'

let desk: Desk
before(async () => {
  desk = await openDesk()
  const webhook = { url: 'https://93.184.216.34/hook', events: ['*'] }
  const { workspaceId } = desk
  const { status } = await desk.post('/v1/webhooks/create', { workspaceId, ...webhook })
  assert.equal(status, 200)
  await writeBackup(contextOf(desk, { via: 'cli' }), backup())
})
after(() => desk.close())

const backup = () => join(desk.folder, 'backup.tar.gz')
const folderOf = (name: string) => ({ dataFolder: join(desk.folder, name) })

describe('quire restore', () => {
  it('says what cannot be read without the secret of the old store, and what to do', async () => {
    const { code, stdout } = await runCommandProcess(['restore', 'backup.tar.gz'], {
      ...folderOf('without'),
      cwd: desk.folder,
    })
    assert.equal(code, 0)
    assert.match(stdout, /CANNOT BE DECRYPTED: the secrets of 1 webhook\. /)
    assert.match(
      stdout,
      /copy secret\.key from the old data folder to \S+\/without, or set QUIRE_SECRET/,
    )
    assert.match(stdout, /If the key is lost: give each webhook a new secret\./)
    const json = await runCommand(['restore', backup(), '--json'], folderOf('json'))
    const { unreadable } = JSON.parse(json.stdout)
    assert.deepEqual(unreadable, { webhooks: 1, bots: 0, embeddings: 0, secondFactors: 0 })
  })

  it('says nothing of it where the secret is there already', async () => {
    await mkdir(join(desk.folder, 'with'))
    const key = join(desk.folder, 'with', 'secret.key')
    await copyFile(join(desk.dataFolder, 'secret.key'), key)
    const { code, stdout } = await runCommand(['restore', backup()], folderOf('with'))
    assert.equal(code, 0)
    assert.doesNotMatch(stdout, /CANNOT BE DECRYPTED/)
    await rm(key)
  })
})
