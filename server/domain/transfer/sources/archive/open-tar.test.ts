import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { writeTar } from '../../../../../test/support/sources/samples/joplin.ts'
import { archiveLimits } from './limits.ts'
import { openTar } from './open-tar.ts'

const code = 'VALIDATION_FAILED'

describe('openTar', () => {
  it('reads files of any length and name', async () => {
    const long = `${'a/'.repeat(80)}ä.md`
    const contents = {
      'a.md': 'x'.repeat(512),
      'b.md': '',
      'c/d.md': 'y'.repeat(1000),
      [long]: 'z',
    }
    const files = await openTar(writeTar(contents))
    assert.deepEqual(files.paths(), Object.keys(contents))
    for (const [path, content] of Object.entries(contents)) {
      assert.equal(files.size(path), content.length)
      assert.equal(Buffer.from(await files.read(path)).toString(), content)
    }
  })

  it('skips links, and says so', async () => {
    const files = await openTar(writeTar({ 'a.md': '' }, '2'))
    assert.deepEqual(
      [files.paths(), files.warnings],
      [[], ['1 file skipped: links to other files.']],
    )
  })

  it('rejects paths outside, and whatever is beyond its limits', async () => {
    for (const name of ['../a.md', '/etc/passwd', 'a/../../b']) {
      await assert.rejects(openTar(writeTar({ [name]: 'x' })), { code, message: /path outside/ })
    }
    const archive = writeTar({ 'one.md': 'x'.repeat(600), 'two.md': 'x'.repeat(600) })
    for (const [limit, message] of [
      [{ entries: 1 }, /more than 1 files/],
      [{ fileBytes: 599 }, /one\.md is too large/],
      [{ totalBytes: 1000 }, /files of the archive are too large/],
      [{ pathLength: 5 }, /more than 5 characters/],
    ] as const) {
      await assert.rejects(openTar(archive, { ...archiveLimits, ...limit }), { code, message })
    }
  })

  it('rejects an archive that was cut off or changed', async () => {
    const archive = writeTar({ 'a.md': 'x'.repeat(600) })
    const changed = Buffer.from(archive)
    changed.write('b', 0)
    for (const bytes of [archive.subarray(0, 1000), changed, Buffer.from('x'.repeat(1024))]) {
      await assert.rejects(openTar(bytes), { code, message: /damaged or incomplete/ })
    }
  })
})
