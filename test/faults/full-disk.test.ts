import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pages, systemViewer } from '../../server/store/index.ts'
import { initialize, runServer, startProcess } from '../support/processes/process.ts'
import { type Call, caller, faultsOf, inspect, type Reply, withFolder } from './caller.ts'

/** Ways to mount something that nobody else sees and that goes with the process: as anybody, as root. */
const namespaces = [
  ['unshare', '--map-root-user', '--mount'],
  ['unshare', '--mount'],
]

function withinMount(script: string): string[] | undefined {
  const shell = ['sh', '-c']
  const found = namespaces.find(([program = '', ...options]) => {
    const probe = [...options, ...shell, 'mount -t tmpfs -o size=64k tmpfs /tmp']
    return spawnSync(program, probe, { stdio: 'ignore' }).status === 0
  })
  return found === undefined ? undefined : [...found, ...shell, script]
}

function upload(call: Call, pageId: string, size: number): Promise<Reply> {
  const contentBase64 = Buffer.alloc(size, 'x').toString('base64')
  const file = { fileName: 'x.txt', mimeType: 'text/plain', contentBase64 }
  return call('/v1/page-files/upload-file', { pageId, ...file })
}

function isFull({ status, body }: Reply): boolean {
  if (status === 200) return false
  assert.deepEqual([status, body['code']], [507, 'STORAGE_FULL'])
  assert.match(String(body['message']), /nothing was changed\. Free some space and try again/)
  return true
}

/** Writes until one is refused for want of space; gives the pages that were answered. */
async function fill(call: Call): Promise<string[]> {
  const answered: string[] = []
  const markdown = 'Words that fill a page. '.repeat(400)
  for (;;) {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => call('/v1/pages/create', { title: 'Filling', markdown })),
    )
    const accepted = replies.filter((reply) => !isFull(reply))
    answered.push(...accepted.map(({ body }) => String(body['pageId'])))
    if (accepted.length < replies.length) return answered
  }
}

async function assertReadable(call: Call, pageId: string): Promise<void> {
  const read = await call('/v1/pages/markdown', { pageId })
  assert.deepEqual([read.status, read.body['markdown']], [200, 'Before it was full.\n'])
  const found = await call('/v1/search/pages', { query: 'before' })
  assert.equal((found.body['results'] as unknown[]).length, 1)
  assert.equal((await call('/v1/workspace/stats', {})).status, 200)
}

describe('a full disk', () => {
  it('refuses writes with 507, goes on reading, and takes writes again when there is space', (t) =>
    withFolder(async (folder) => {
      const within = withinMount(
        'mount -t tmpfs -o size=8m tmpfs "$0" && cp -R "$0/../seed/." "$0" && exec "$@"',
      )
      if (within === undefined) {
        // The next test proves the same by a limit on the size of files.
        t.diagnostic('nothing can be mounted here, not even in a namespace')
        return
      }
      const first = await initialize({ dataFolder: join(folder, 'seed') })
      const dataFolder = join(folder, 'data')
      await mkdir(dataFolder)
      const server = await startProcess({ dataFolder, within: [...within, dataFolder] })
      const call = caller(server.address, first)
      const seen = join(`/proc/${server.pid}/root`, dataFolder)
      const ballast = join(seen, 'ballast')
      const before = await call('/v1/pages/create', {
        title: 'Early',
        markdown: 'Before it was full.',
      })
      const pageId = String(before.body['pageId'])

      await assert.rejects(writeFile(ballast, Buffer.alloc(16_000_000)), { code: 'ENOSPC' })
      const answered = await fill(call)
      assert.equal(isFull(await upload(call, pageId, 100_000)), true)
      assert.deepEqual(await readdir(join(seen, 'files/unfinished')), [])
      await assertReadable(call, pageId)

      await rm(ballast)
      assert.equal((await call('/v1/pages/update', { pageId, title: 'Late' })).status, 200)
      assert.equal((await upload(call, pageId, 100_000)).status, 200)
      // SQLite would resolve the way through /proc to a path that is another one here.
      const copy = join(folder, 'copy')
      await cp(seen, copy, { recursive: true })
      await inspect(copy, first, async (context) => {
        assert.deepEqual(await faultsOf(context), [])
        const stored = (await pages.all(context.store, systemViewer(first.workspaceId))).map(
          ({ id }) => id,
        )
        assert.deepEqual(stored.toSorted(), [pageId, ...answered].toSorted())
      })
      assert.equal((await server.stop()).code, 0)
    }))

  it('is the same when files may not grow, and loses nothing when the server is killed in it', () =>
    withFolder(async (folder) => {
      const dataFolder = join(folder, 'data')
      const first = await initialize({ dataFolder })
      // In blocks of 512 or 1,024 bytes, as the shell likes.
      const limited = ['sh', '-c', 'ulimit -S -f 1600 && exec "$0" "$@"']
      const server = await startProcess({ dataFolder, within: limited })
      const call = caller(server.address, first)
      const before = await call('/v1/pages/create', {
        title: 'Early',
        markdown: 'Before it was full.',
      })
      const pageId = String(before.body['pageId'])
      const answered = await fill(call)
      await assertReadable(call, pageId)
      assert.equal((await server.stop('SIGKILL')).signal, 'SIGKILL')

      const again = await startProcess({ dataFolder })
      const recovered = caller(again.address, first)
      await assertReadable(recovered, pageId)
      assert.equal((await recovered('/v1/pages/update', { pageId, title: 'Late' })).status, 200)
      assert.equal((await again.stop()).code, 0)
      await inspect(dataFolder, first, async (context) => {
        assert.deepEqual(await faultsOf(context), [])
        const stored = (await pages.all(context.store, systemViewer(first.workspaceId))).map(
          ({ id }) => id,
        )
        assert.deepEqual(stored.toSorted(), [pageId, ...answered].toSorted())
      })
    }))

  it('refuses to start in one sentence, and leaves the store as it is', () =>
    withFolder(async (folder) => {
      const dataFolder = join(folder, 'data')
      const limited = ['sh', '-c', 'ulimit -S -f 8 && exec "$0" "$@"']
      const { code, stdout, stderr } = await runServer({ dataFolder, within: limited })
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
      assert.match(stderr, /^Quire cannot start: The server could not write to its disk.*\n$/)
      const first = await initialize({ dataFolder })
      await inspect(dataFolder, first, async (context) => {
        assert.deepEqual(await faultsOf(context), [])
      })
    }))
})
