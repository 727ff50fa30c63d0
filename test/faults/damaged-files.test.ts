import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { initialize, runCommand, startProcess } from '../support/processes/process.ts'
import { until } from '../support/until.ts'
import { caller, withFolder } from './caller.ts'

describe('a file whose bytes were changed on the disk', () => {
  it('is found by the running server before anybody reads it, and named by check and backup', () =>
    withFolder(async (dataFolder) => {
      const first = await initialize({ dataFolder })
      const content = Buffer.from('as it was')
      let server = await startProcess({ dataFolder, environment: { FILE_CHECK_DAYS: '0' } })
      const call = caller(server.address, first)
      const { body: page } = await call('/v1/pages/create', { title: 'Page' })
      const file = { fileName: 'a.txt', mimeType: 'text/plain' }
      const contentBase64 = content.toString('base64')
      const pageId = page['pageId']
      const created = await call('/v1/page-files/upload-file', { pageId, ...file, contentBase64 })
      await server.stop()
      const sha256 = createHash('sha256').update(content).digest('hex')
      await writeFile(join(dataFolder, 'files', sha256.slice(0, 2), sha256), 'as it is!')

      server = await startProcess({ dataFolder })
      const headers = { authorization: `Bearer ${first.key}`, range: 'bytes=0-3' }
      const url = `${server.address}/files/${String(created.body['fileId'])}`
      await until(async () => (await fetch(url, { headers })).status === 410)
      await server.stop()

      const checked = await runCommand(['check'], { dataFolder })
      assert.equal(checked.code, 1)
      assert.match(
        checked.stdout,
        /\(a\.txt\) has contents that differ from those that were stored/,
      )
      const saved = await runCommand(['backup', join(dataFolder, 'b.tar.gz')], { dataFolder })
      assert.equal(saved.code, 1)
      assert.match(saved.stdout, /Files without contents: 1\n {2}file [\da-f-]{36} \(a\.txt\)/)
    }))
})
