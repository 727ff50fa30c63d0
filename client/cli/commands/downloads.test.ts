import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { save } from './downloads.ts'

describe('save', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-save-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('stops an answer without an end before the disk is full, and leaves nothing', async () => {
    const part = new Uint8Array(8 * 1024 * 1024)
    let sent = 0
    const endless = new ReadableStream({
      pull: (controller) => {
        sent += part.length
        controller.enqueue(part)
      },
    })
    const disk = 300 * 1024 * 1024
    const readFree = async () => disk - sent
    const saving = save(new Response(endless), join(folder, 'export.zip'), readFree)
    await assert.rejects(saving, { code: 'DISK_FULL' })
    assert.ok(sent < disk, `${sent} bytes`)
    assert.deepEqual(await readdir(folder), [])
  })

  it('writes an answer that has room', async () => {
    const path = join(folder, 'file.txt')
    assert.equal(await save(new Response('hello'), path), 5)
    assert.equal(await readFile(path, 'utf8'), 'hello')
  })
})
