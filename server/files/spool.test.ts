import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { spool } from './spool.ts'

describe('spool', () => {
  const content = randomBytes(5000)
  const chunks = [content.subarray(0, 10), content.subarray(10, 3000), content.subarray(3000)]
  const sha256 = createHash('sha256').update(content).digest('hex')

  it('holds what is small in memory, whole', async () => {
    const spooled = await spool(chunks, 5000)
    assert.ok(spooled.kind === 'memory')
    assert.deepEqual(Buffer.from(spooled.bytes), content)
    assert.deepEqual([spooled.sha256, spooled.size], [sha256, 5000])
    await spooled.remove()
  })

  it('puts what is larger into a file that only this user reads, and takes it away again', async () => {
    const spooled = await spool(chunks, 2000)
    assert.ok(spooled.kind === 'file')
    assert.deepEqual(await readFile(spooled.path), content)
    assert.equal((await stat(spooled.path)).mode & 0o077, 0)
    assert.deepEqual([spooled.sha256, spooled.size], [sha256, 5000])
    await spooled.remove()
    await assert.rejects(stat(spooled.path))
  })

  it('takes nothing for something', async () => {
    const spooled = await spool([], 10)
    assert.ok(spooled.kind === 'memory')
    assert.equal(spooled.size, 0)
  })
})
