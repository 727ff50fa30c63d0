import assert from 'node:assert/strict'
import { renameSync, symlinkSync } from 'node:fs'
import { cp, readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  initialize,
  runCommand,
  runServer,
  type ServerProcess,
  startProcess,
} from '../support/processes/process.ts'
import { type Call, caller, withFolder } from './caller.ts'

type Running = {
  server: ServerProcess
  first: Awaited<ReturnType<typeof initialize>>
  call: Call
  dataFolder: string
  folder: string
}

/** Starts a server on a store with a page, and does something to it. */
function withServer(work: (running: Running) => Promise<void>): Promise<void> {
  return withFolder(async (folder) => {
    const dataFolder = join(folder, 'data')
    const first = await initialize({ dataFolder })
    const server = await startProcess({ dataFolder })
    const call = caller(server.address, first)
    const created = await call('/v1/pages/create', { title: 'Early', markdown: 'Kept.' })
    assert.equal(created.status, 200)
    await work({ server, first, call, dataFolder, folder })
  })
}

const create = (call: Call) => call('/v1/pages/create', { title: 'Late', markdown: 'Lost?' })

async function upload(call: Call): Promise<{ status: number; code: unknown }> {
  const { body: page } = await create(call)
  const { status, body } = await call('/v1/page-files/upload-file', {
    pageId: page['pageId'],
    fileName: 'a.txt',
    mimeType: 'text/plain',
    contentBase64: 'aGVsbG8K',
  })
  return { status, code: body['code'] }
}

/** No write is answered 200 from now on, `/readyz` says no, and the server ends and says why. */
async function assertStops({ server, call }: Running, path: string): Promise<void> {
  const gone = { status: 0, body: { code: 'gone' } }
  const ready = await fetch(`${server.address}/readyz`).catch(() => gone)
  const { status, body } = await create(call).catch(() => gone)
  assert.ok([0, 503].includes(ready.status), `/readyz: ${ready.status}`)
  assert.ok([0, 503].includes(status), `${status}: ${JSON.stringify(body)}`)
  await assertEnds({ server }, path)
}

async function assertEnds({ server }: Pick<Running, 'server'>, path: string): Promise<void> {
  const { code, stderr } = await server.ended
  assert.equal(code, 1)
  assert.match(stderr, /^Quire stopped: .* was removed or replaced while the server ran\..*\n$/)
  assert.ok(stderr.includes(path), stderr)
}

describe('a data folder that goes while the server runs', () => {
  it('is missed when it is moved away', () =>
    withServer(async (running) => {
      const { dataFolder, folder } = running
      await rename(dataFolder, join(folder, 'elsewhere'))
      await assertStops(running, dataFolder)
    }))

  it('is missed when another one is put in its place', () =>
    withServer(async (running) => {
      const { dataFolder, folder } = running
      await cp(dataFolder, join(folder, 'older'), { recursive: true })
      await rename(dataFolder, join(folder, 'elsewhere'))
      await rename(join(folder, 'older'), dataFolder)
      await assertStops(running, join(dataFolder, 'quire.db'))
    }))

  it('is missed when it is removed', () =>
    withServer(async (running) => {
      await rm(running.dataFolder, { recursive: true })
      await assertStops(running, running.dataFolder)
    }))

  it('is missed when only the log of the store is removed', () =>
    withServer(async (running) => {
      const log = join(running.dataFolder, 'quire.db-wal')
      await rm(log)
      await assertStops(running, log)
    }))

  it('is missed when only the folder of files is replaced', () =>
    withServer(async (running) => {
      const files = join(running.dataFolder, 'files')
      await cp(files, `${files}-copy`, { recursive: true })
      await rename(files, `${files}-old`)
      await rename(`${files}-copy`, files)
      const { status } = await upload(running.call).catch(() => ({ status: 0 }))
      assert.ok([0, 503].includes(status), String(status))
      await assertEnds(running, files)
    }))

  it('stays found behind a link that leads to where it was moved', () =>
    withServer(async ({ server, call, dataFolder, folder }) => {
      // In one go: the server looks every second whether the folder is there.
      renameSync(dataFolder, join(folder, 'elsewhere'))
      symlinkSync(join(folder, 'elsewhere'), dataFolder)
      assert.equal((await create(call)).status, 200)
      assert.equal((await server.stop()).code, 0)
    }))
})

describe('a store that is missing beside what belongs to it', () => {
  const assertRefused = async (dataFolder: string) => {
    const file = join(dataFolder, 'quire.db')
    const before = (await readdir(dataFolder)).toSorted()
    const person = ['--email', 'a@b.c', '--first-name', 'A', '--last-name', 'B', '--workspace', 'L']
    for (const { code, stdout, stderr } of [
      await runServer({ dataFolder }),
      await runCommand(['init', ...person], { dataFolder }),
    ]) {
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
      assert.ok(stderr.includes(`${file} is missing or empty`), stderr)
      assert.match(stderr, /quire restore.*QUIRE_DATA/)
    }
    assert.deepEqual((await readdir(dataFolder)).toSorted(), before)
  }

  it('is not made anew, and a backup can be restored there', () =>
    withServer(async ({ server, call, dataFolder, folder }) => {
      assert.equal((await upload(call)).status, 200)
      await server.stop()
      const backup = join(folder, 'backup.tar.gz')
      assert.equal((await runCommand(['backup', backup], { dataFolder })).code, 0)
      const file = join(dataFolder, 'quire.db')
      await rm(file)
      await assertRefused(dataFolder)
      await writeFile(file, '')
      await assertRefused(dataFolder)
      // Without a note of the last commit, by the files alone.
      await rm(`${file}-mark`)
      await assertRefused(dataFolder)
      const restored = await runCommand(['restore', backup], { dataFolder })
      assert.equal(restored.code, 0, restored.stderr)
      const again = await startProcess({ dataFolder })
      assert.equal((await again.stop()).code, 0)
    }))
})

describe('a store that lacks its last commits', () => {
  const losses: Record<string, (log: string) => Promise<void>> = {
    'whose log is gone': (log) => rm(log),
    'whose log is cut': async (log) => truncate(log, (await stat(log)).size - 5000),
    'whose log is damaged': async (log) => {
      const { size } = await stat(log)
      await truncate(log, size - 3000)
      await truncate(log, size)
    },
  }
  for (const [name, lose] of Object.entries(losses)) {
    it(`${name} is refused until the loss is accepted`, () =>
      withServer(async ({ server, call, dataFolder }) => {
        for (let count = 0; count < 10; count += 1) await create(call)
        await server.stop('SIGKILL')
        const file = join(dataFolder, 'quire.db')
        await lose(`${file}-wal`)
        const refused = await runServer({ dataFolder })
        assert.equal(refused.code, 1)
        assert.match(refused.stderr, /lacks its last (commit|\d+ commits).*--accept-loss/)
        const checked = await runCommand(['check'], { dataFolder })
        assert.equal(checked.code, 1)
        assert.match(checked.stdout, /commits are missing/)
        const still = await runServer({ dataFolder })
        assert.equal(still.code, 1, 'a look at it accepts nothing')
        const accepted = await runCommand(['check', '--accept-loss'], { dataFolder })
        assert.equal(accepted.code, 0, accepted.stdout + accepted.stderr)
        const again = await startProcess({ dataFolder })
        assert.equal((await again.stop()).code, 0)
      }))
  }

  it('because an older copy was put in its place is refused as well', () =>
    withServer(async ({ server, first, dataFolder }) => {
      await server.stop()
      const file = join(dataFolder, 'quire.db')
      await cp(file, `${file}-old`)
      const again = await startProcess({ dataFolder })
      assert.equal((await create(caller(again.address, first))).status, 200)
      await again.stop()
      await rename(`${file}-old`, file)
      assert.match((await runServer({ dataFolder })).stderr, /lacks its last/)
    }))

  it('is none after a kill, however often', () =>
    withServer(async ({ server, call, dataFolder }) => {
      await create(call)
      await server.stop('SIGKILL')
      for (let round = 0; round < 3; round += 1) {
        const again = await startProcess({ dataFolder })
        assert.equal((await again.stop('SIGKILL')).signal, 'SIGKILL')
      }
      assert.equal((await runCommand(['check'], { dataFolder })).code, 0)
    }))
})
