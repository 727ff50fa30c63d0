import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { useRemote } from '../support/processes/remote.ts'

describe('quire files', () => {
  const remote = useRemote()

  const write = async (name: string, bytes: Buffer) => {
    const path = join(remote.folder(), name)
    await writeFile(path, bytes)
    return path
  }

  it('rejects a path that is no file, and a file that is not there', async () => {
    for (const path of [remote.folder(), 'no-such-file']) {
      const { code, exitCode } = await remote.refused('files', 'put', path)
      assert.deepEqual([code, exitCode], ['FILE_UNREADABLE', 2])
    }
    const unknown = '01a1f7ec-0000-7000-8000-000000000000'
    for (const file of [unknown, 'plan.pdf']) {
      const output = join(remote.folder(), 'never')
      const { code, exitCode } = await remote.refused('files', 'get', file, '--output', output)
      assert.deepEqual([code, exitCode], ['FILE_NOT_FOUND', 4])
    }
    assert.deepEqual(
      (await readdir(remote.folder())).filter((name) => name.startsWith('never')),
      [],
    )
  })

  it('uploads nothing where the page does not exist', async () => {
    const path = await write('lost.txt', Buffer.from('x'))
    assert.equal(
      (await remote.refused('files', 'put', path, '--page', 'No page')).code,
      'PAGE_NOT_FOUND',
    )
    const { workspaceId } = remote.quire()
    assert.equal((await remote.client().files.list({ workspaceId })).total, 0)
  })

  it('asks for a path before it downloads to a screen or as JSON', async () => {
    const path = await write('shown.txt', Buffer.from('x'))
    const { fileId } = await remote.json('files', 'put', path)
    const words = ['files', 'get', String(fileId)]
    const shown = await remote.run(words, { isScreen: true })
    assert.deepEqual([shown.code, shown.stdout], [2, ''])
    assert.match(shown.stderr, /--output/)
    assert.equal((await remote.refused(...words)).exitCode, 2)
  })

  it('uploads a file of more than one request, attaches it, and downloads the same bytes', async () => {
    const bytes = randomBytes(3_000_000)
    const path = await write('data.bin', bytes)
    await remote.json('page', 'create', 'With file')
    const put = await remote.json(
      'files',
      'put',
      path,
      '--page',
      'With file',
      '--name',
      'Data ✓.bin',
    )
    assert.partialDeepStrictEqual(put, { name: 'Data ✓.bin', size: bytes.length })
    const { workspaceId } = remote.quire()
    const pageId = String(put['pageId'])
    const { files } = await remote.client().pageFiles.list({ workspaceId, pageId })
    assert.partialDeepStrictEqual(files, [{ id: put['fileId'], name: 'Data ✓.bin' }])
    const output = join(remote.folder(), 'copy.bin')
    const address = `http://127.0.0.1/files/${String(put['fileId'])}`
    const got = await remote.json('files', 'get', address, '--output', output)
    assert.deepEqual([got['path'], got['size']], [output, bytes.length])
    assert.ok((await readFile(output)).equals(bytes))
    assert.deepEqual(
      (await readdir(remote.folder())).filter((name) => name.endsWith('.part')),
      [],
    )
  })

  it('prints a file where the output is redirected, but not to a person', async () => {
    const path = await write('small.bin', Buffer.from([0, 1, 254, 255]))
    const { fileId } = await remote.json('files', 'put', path)
    const words = ['files', 'get', String(fileId)]
    assert.equal((await remote.run(words)).stdout, '\u0000\u0001\u00FE\u00FF')
    assert.equal((await remote.run(words, { isScreen: true })).code, 2)
  })
})
