import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, chown, readdir } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { initialize, runServer, startProcess } from '../support/processes/process.ts'
import { onReadOnlyMount } from '../support/processes/read-only.ts'
import { type Call, caller, type Reply, withFolder } from './caller.ts'

const isRoot = process.getuid?.() === 0
const unprivilegedId = 65_534
/** Root may read and write everything: the server runs as somebody else then. */
const asUnprivilegedUser = [
  'setpriv',
  `--reuid=${unprivilegedId}`,
  `--regid=${unprivilegedId}`,
  '--clear-groups',
]

const file = {
  fileName: 'a.txt',
  mimeType: 'text/plain',
  contentBase64: Buffer.alloc(5000, 'x').toString('base64'),
}

async function addPage(call: Call): Promise<Reply> {
  return call('/v1/pages/create', { title: 'T', markdown: 'Text.' })
}

describe('a log of the store that belongs to somebody else', () => {
  it('is named at the start, with what to do, and no word of damage', () =>
    withFolder(async (folder) => {
      const dataFolder = join(folder, 'data')
      const first = await initialize({ dataFolder })
      const server = await startProcess({ dataFolder })
      assert.equal((await addPage(caller(server.address, first))).status, 200)
      await server.stop('SIGKILL')
      const log = join(dataFolder, 'quire.db-wal')
      await chmod(folder, 0o755)
      if (isRoot) {
        for (const name of ['', ...(await readdir(dataFolder))]) {
          await chown(join(dataFolder, name), unprivilegedId, unprivilegedId)
        }
        await chown(log, 0, 0)
      }
      await chmod(log, isRoot ? 0o600 : 0)
      const within = isRoot ? asUnprivilegedUser : []
      const { code, stderr } = await runServer({ dataFolder, within })
      assert.equal(code, 1)
      assert.ok(stderr.includes(`${log} cannot be read and written by this user`), stderr)
      assert.match(stderr, /belongs to user \d+\..*chown/)
      assert.doesNotMatch(stderr, /damaged/)
    }))
})

describe('a folder of files that cannot be written', () => {
  it('is named at the start', () =>
    withFolder(async (dataFolder) => {
      await initialize({ dataFolder })
      const files = join(dataFolder, 'files')
      const { code, stderr } = await runServer({ dataFolder, within: onReadOnlyMount(files) })
      assert.equal(code, 1)
      assert.ok(stderr.includes(files), stderr)
    }))

  it('refuses uploads with 503 and a code of its own, and the node is not ready meanwhile', () =>
    withFolder(async (dataFolder) => {
      const first = await initialize({ dataFolder })
      const files = join(dataFolder, 'files')
      const bind = 'mount --bind "$0" "$0" && exec "$@"'
      const within = isRoot ? ['unshare', '--mount', 'sh', '-c', bind, files] : []
      const server = await startProcess({ dataFolder, within })
      const call = caller(server.address, first)
      const { body } = await addPage(call)
      const upload = () => call('/v1/page-files/upload-file', { pageId: body['pageId'], ...file })
      const set = async (mode: 'ro' | 'rw') => {
        if (!isRoot) {
          const unfinished = join(files, 'unfinished')
          for (const path of [files, unfinished]) await chmod(path, mode === 'ro' ? 0o500 : 0o700)
          return
        }
        const enter = [`--target=${server.pid}`, '--mount', 'mount', '-o', `remount,bind,${mode}`]
        assert.equal(spawnSync('nsenter', [...enter, files]).status, 0)
      }
      const ready = async () => (await fetch(`${server.address}/readyz`)).status
      assert.equal(await ready(), 200)
      await set('ro')
      const refused = await upload()
      assert.deepEqual([refused.status, refused.body['code']], [503, 'STORAGE_READ_ONLY'])
      assert.match(String(refused.body['message']), /nothing was changed.*writable again/)
      assert.equal(await ready(), 503)
      assert.equal((await addPage(call)).status, 200, 'pages are not kept there')
      await set('rw')
      assert.equal(await ready(), 200)
      assert.equal((await upload()).status, 200)
      assert.equal((await server.stop()).code, 0)
    }))
})

describe('a server that has too many files open', () => {
  it('answers an upload with 503 and when to try again', () =>
    withFolder(async (dataFolder) => {
      const first = await initialize({ dataFolder })
      const within = ['sh', '-c', 'ulimit -n 80 && exec "$0" "$@"']
      const server = await startProcess({ dataFolder, within })
      const { port } = new URL(server.address)
      const { body } = await addPage(caller(server.address, first))
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const upload = () => {
        const payload = { workspaceId: first.workspaceId, pageId: body['pageId'], ...file }
        return post(agent, `${server.address}/v1/page-files/upload-file`, first.key, payload)
      }
      assert.equal((await upload()).status, 200)
      const sockets: Socket[] = []
      const connectMore = async () => {
        for (let count = 0; count < 100; count += 1) {
          const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
          await new Promise((resolve) => socket.once('connect', resolve))
          sockets.push(socket)
        }
      }
      // A file that the server closes after it refused connections leaves room for one upload.
      const refused = await uploadUntil(503, upload, connectMore)
      assert.deepEqual([refused.status, refused.retryAfter], [503, '1'], refused.text)
      assert.match(refused.text, /"BUSY".*too many files open/)
      for (const socket of sockets) socket.destroy()
      const pause = () => new Promise((resolve) => setTimeout(resolve, 50))
      assert.equal((await uploadUntil(200, upload, pause)).status, 200)
      agent.destroy()
      await server.stop()
    }))
})

/** Uploads until the server answers with the status, at most 100 times. */
async function uploadUntil(
  status: number,
  upload: () => Promise<Answer>,
  before: () => Promise<unknown>,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    await before()
    const answer = await upload()
    if (answer.status === status || tries === 100) return answer
  }
}

type Answer = { status: number | undefined; retryAfter: unknown; text: string }

async function post(agent: Agent, url: string, key: string, body: object): Promise<Answer> {
  const sent = request(url, {
    agent,
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  })
  sent.end(JSON.stringify(body))
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve)
    sent.once('error', reject)
  })
  const { statusCode: status, headers } = answer
  return { status, retryAfter: headers['retry-after'], text: await text(answer) }
}
