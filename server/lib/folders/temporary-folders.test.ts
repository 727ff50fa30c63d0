import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, it } from 'node:test'
import { createTemporaryFolder, removeAbandonedFolders } from './temporary-folders.ts'

describe('removeAbandonedFolders', () => {
  it('removes folders of processes that ended, and no others', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'quire-test-'))
    const own = await createTemporaryFolder('export')
    const child = spawn(process.execPath, ['--eval', ''])
    const { pid: ended } = child
    await once(child, 'exit')
    const [, , host = '', pid = '', start = ''] = basename(own).split('-')
    assert.equal(Number(pid), process.pid)
    const stay = [
      basename(own),
      `quire-import-${host}-${process.ppid}-1-abcdef`,
      `quire-import-00000000-${ended}-1-abcdef`,
      'quire-import-abcdef',
      `quire-upload-${host}-${ended}-1-abcdef`,
    ]
    const go = [
      `quire-import-${host}-${ended}-1-abcdef`,
      `quire-export-${host}-${process.pid}-${Number(start) - 1}-abcdef`,
    ]
    for (const name of [...stay, ...go]) {
      await mkdir(join(parent, name))
      await writeFile(join(parent, name, 'source'), 'x')
    }
    await removeAbandonedFolders(parent)
    assert.deepEqual((await readdir(parent)).toSorted(), stay.toSorted())
    await rm(parent, { recursive: true })
    await rm(own, { recursive: true })
  })
})
