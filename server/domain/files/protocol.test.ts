import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { type ClientRequest, request as send } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { nothing } from '../../../test/support/pages.ts'
import { addPerson, type Person } from '../../../test/support/people.ts'
import { addKey, type Refusal, startServer, type TestServer } from '../../../test/support/server.ts'
import { until } from '../../../test/support/until.ts'
import { files, systemViewer } from '../../store/index.ts'
import { statement } from '../../store/statement.ts'
import { putMember } from '../people/members.ts'

const path = '/v1/uploads'
const limit = 1_000_000

describe('/v1/uploads', () => {
  let quire: TestServer
  let address = ''
  let grace: Person
  let viewer: Person
  before(async () => {
    quire = await startServer({ uploadLimit: limit, requestTimeout: 1000 })
    address = await quire.server.listen({ port: 0 })
    grace = await addPerson(quire, 'Grace', 'MEMBER')
    viewer = await addPerson(quire, 'Vera', 'VIEWER')
  })
  after(() => quire.close())

  type Options = { key?: string | null; headers?: Record<string, string>; body?: Buffer }
  const ask = async (
    method: string,
    at: string,
    { key = quire.key, headers, body }: Options = {},
  ) => {
    const response = await fetch(address + at, {
      method,
      headers: {
        'tus-resumable': '1.0.0',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const refusal = async (asked: ReturnType<typeof ask>) => {
    const { status, text, headers } = await asked
    assert.match(headers.get('content-type') ?? '', /^application\/json/, text)
    const body: Refusal = JSON.parse(text)
    return [status, body.code, ...(body.errors ?? []).map((error) => error.path)]
  }
  const describing = (metadata: Record<string, string>) =>
    Object.entries(metadata)
      .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
      .join(',')
  const aim = (more: Record<string, string> = {}) =>
    describing({ workspaceId: quire.workspaceId, filename: 'a.bin', filetype: '', ...more })
  const begin = (size: number | string, metadata = aim(), key = quire.key) =>
    ask('POST', path, {
      key,
      headers: { 'upload-length': String(size), 'upload-metadata': metadata },
    })
  const begun = async (size: number, metadata = aim(), key = quire.key): Promise<string> => {
    const { status, headers, text } = await begin(size, metadata, key)
    assert.equal(status, 201, text)
    return headers.get('location') ?? ''
  }
  const part = (at: string, offset: number, body: Buffer, key = quire.key) =>
    ask('PATCH', at, {
      key,
      body,
      headers: {
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
    })
  const storedFile = (id: string | null) =>
    files.get(quire.app.store, systemViewer(quire.workspaceId), id ?? '')
  const waiting = () => readdir(join(quire.dataFolder, 'uploads'))

  describe('beginning', () => {
    it('refuses who gives no key, and who may not write', async () => {
      assert.deepEqual(await refusal(ask('POST', path, { key: null })), [401, 'INVALID_API_KEY'])
      const outsider = await addPerson(quire, 'Stan')
      const readOnly = await addKey(quire, { readOnly: true })
      for (const key of [viewer.key, outsider.key, readOnly]) {
        assert.deepEqual(await refusal(begin(1, aim(), key)), [403, 'FORBIDDEN'])
      }
    })

    it('refuses what is not told well', async () => {
      const at = (name: string) => `/Upload-Metadata/${name}`
      const wrong = [
        [aim({ workspaceId: 'x' }), at('workspaceId')],
        [aim({ filename: '' }), at('filename')],
        [aim({ filename: 'x'.repeat(513) }), at('filename')],
        [aim({ filetype: 'x'.repeat(129) }), at('filetype')],
      ] as const
      for (const [metadata, where] of wrong) {
        assert.deepEqual(await refusal(begin(1, metadata)), [400, 'VALIDATION_FAILED', where])
      }
      for (const size of ['', '-1', '1.5', 'x']) {
        assert.equal((await refusal(begin(size)))[1], 'VALIDATION_FAILED')
      }
      const headers = { 'upload-metadata': aim(), 'upload-defer-length': '1' }
      const deferred = await refusal(ask('POST', path, { headers }))
      assert.deepEqual(deferred, [400, 'VALIDATION_FAILED', '/Upload-Length'])
    })

    it('refuses what it does not do, with a code that fits the status', async () => {
      const declared = { 'upload-length': '1', 'upload-metadata': aim() }
      const joined = { ...declared, 'upload-concat': 'partial' }
      assert.deepEqual(await refusal(ask('POST', path, { headers: joined })), [
        501,
        'NOT_SUPPORTED',
      ])
      const old = { ...declared, 'tus-resumable': '' }
      const version = await refusal(ask('POST', path, { headers: old }))
      assert.deepEqual(version, [412, 'VERSION_NOT_SUPPORTED'])
    })

    it('refuses a file over the limit', async () => {
      assert.deepEqual(await refusal(begin(limit + 1)), [413, 'FILE_TOO_LARGE'])
      assert.equal((await begin(limit)).status, 201)
    })

    it('tells no other site that it may ask', async () => {
      const headers = { origin: 'https://evil.example' }
      const { headers: answer } = await ask('OPTIONS', path, { headers })
      assert.equal(answer.get('access-control-allow-origin'), null)
      assert.equal(answer.get('tus-max-size'), String(limit))
    })
  })

  describe('going on', () => {
    it('refuses uploads that are not there, and those of others as if they were not', async () => {
      const at = await begun(4)
      const foreign = [
        part(at, 0, Buffer.from('abcd'), grace.key),
        ask('DELETE', at, { key: grace.key }),
      ]
      const unknown = [`${path}/${nothing}`, `${path}/..%2Fquire.db`, `${path}/x`]
      for (const asked of [...foreign, ...unknown.map((one) => part(one, 0, Buffer.from('x')))]) {
        assert.deepEqual(await refusal(asked), [404, 'UPLOAD_NOT_FOUND'])
      }
      assert.equal((await ask('HEAD', at, { key: grace.key })).status, 404)
      assert.equal((await ask('HEAD', at)).headers.get('upload-offset'), '0')
    })

    it('refuses a wrong offset, and more than was said', async () => {
      const at = await begun(4)
      assert.deepEqual(await refusal(part(at, 2, Buffer.from('cd'))), [409, 'UPLOAD_CONFLICT'])
      assert.deepEqual(await refusal(part(at, 0, Buffer.from('abcde'))), [413, 'FILE_TOO_LARGE'])
      assert.equal((await ask('HEAD', at)).headers.get('upload-offset'), '0')
    })

    it('refuses a person who may no longer write', async () => {
      const ben = await addPerson(quire, 'Ben', 'MEMBER')
      const at = await begun(2, aim(), ben.key)
      await part(at, 0, Buffer.from('a'), ben.key)
      const actor = { userId: quire.userId, via: 'cli' } as const
      const viewing = { userId: ben.userId, role: 'VIEWER' } as const
      await putMember(quire.app.store, quire.workspaceId, viewing, actor)
      assert.deepEqual(await refusal(part(at, 1, Buffer.from('b'), ben.key)), [403, 'FORBIDDEN'])
      assert.equal(await storedFile(at.split('/').at(-1) ?? ''), undefined)
    })

    it('takes parts, and gives the file at the end', async () => {
      const content = randomBytes(300_000)
      const metadata = aim({ filename: 'Föto.png', filetype: '' })
      const at = await begun(content.length, metadata, grace.key)
      const first = await part(at, 0, content.subarray(0, 100_000), grace.key)
      assert.equal(first.status, 204)
      assert.equal(first.headers.get('quire-file-id'), null)
      assert.equal(first.headers.get('upload-offset'), '100000')
      assert.ok(first.headers.get('x-request-id'))
      const last = await part(at, 100_000, content.subarray(100_000), grace.key)
      assert.equal(last.status, 204, last.text)
      const row = await storedFile(last.headers.get('quire-file-id'))
      assert.equal(row?.sha256, createHash('sha256').update(content).digest('hex'))
      assert.deepEqual(
        [row?.name, row?.mimeType, row?.size, row?.createdBy],
        ['Föto.png', 'image/png', content.length, grace.userId],
      )
      const { body } = await quire.request<string>({
        method: 'GET',
        url: `/files/${row?.id}`,
        headers: { authorization: `Bearer ${quire.key}` },
      })
      assert.equal(body.length > 0, true)
      const sql = `select data from events where type = 'file.uploaded' order by sequence desc limit 1`
      const [event] = await quire.app.store.all(statement<{ data: string }>('test.uploaded', sql))
      assert.equal(JSON.parse(event?.data ?? '').fileId, row?.id)
      const left = await waiting()
      assert.ok(!left.includes(row?.id ?? ''), 'the bytes are in one place only')
    })

    it('takes a whole file at its beginning, and an empty one', async () => {
      const complete = await ask('POST', path, {
        headers: {
          'upload-length': '3',
          'upload-metadata': aim({ filename: 'x.html', filetype: 'text/html' }),
          'content-type': 'application/offset+octet-stream',
        },
        body: Buffer.from('abc'),
      })
      assert.equal(complete.status, 201)
      assert.equal((await storedFile(complete.headers.get('quire-file-id')))?.mimeType, 'text/html')
      const empty = await begin(0)
      assert.equal((await storedFile(empty.headers.get('quire-file-id')))?.size, 0)
    })

    it('tells again of a file whose last answer was lost', async () => {
      const at = await begun(3)
      const { headers } = await part(at, 0, Buffer.from('abc'))
      const id = headers.get('quire-file-id')
      const again = await ask('HEAD', at)
      assert.deepEqual(
        [again.status, again.headers.get('upload-offset'), again.headers.get('quire-file-id')],
        [200, '3', id],
      )
      const nothingMore = await part(at, 3, Buffer.alloc(0))
      assert.equal(nothingMore.headers.get('quire-file-id'), id)
      assert.deepEqual(await refusal(ask('DELETE', at)), [404, 'UPLOAD_NOT_FOUND'])
    })

    it('takes its time over a slow line, longer than other requests may', async () => {
      const at = await begun(5)
      const { status, headers } = await slowly(`${address}${at}`, quire.key, 'abcde', 600)
      assert.deepEqual([status, headers['upload-offset']], [204, '5'])
    })

    it('keeps what came before a sender hung up', async () => {
      const at = await begun(5)
      await assert.rejects(slowly(`${address}${at}`, quire.key, 'ab', 100, 5))
      const offset = async () => Number((await ask('HEAD', at)).headers.get('upload-offset'))
      await until(async () => (await offset()) >= 2)
      assert.equal((await part(at, 2, Buffer.from('cde'))).status, 204)
    })

    it('forgets an upload that is given up', async () => {
      const at = await begun(4)
      await part(at, 0, Buffer.from('ab'))
      const before = (await waiting()).length
      assert.equal((await ask('DELETE', at)).status, 204)
      assert.equal((await waiting()).length, before - 2)
      assert.equal((await ask('HEAD', at)).status, 404)
    })
  })

  it('removes what is not whole after a day', async () => {
    const old = (await begun(4)).split('/').at(-1) ?? ''
    const young = await begun(4)
    const folder = join(quire.dataFolder, 'uploads')
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    for (const name of [old, `${old}.json`]) await utimes(join(folder, name), yesterday, yesterday)
    assert.equal(await (await quire.app.incoming()).deleteExpired(), 2)
    assert.equal((await ask('HEAD', `${path}/${old}`)).status, 404)
    assert.equal((await ask('HEAD', young)).status, 200)
  })
})

type Ended = { status: number | undefined; headers: NodeJS.Dict<string | string[]> }

/** Sends one character after the other, and hangs up when that is less than was announced. */
async function slowly(
  url: string,
  key: string,
  text: string,
  pause: number,
  announced = text.length,
): Promise<Ended> {
  const headers = {
    authorization: `Bearer ${key}`,
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    'content-length': announced,
  }
  let request: ClientRequest | undefined
  const ended = new Promise<Ended>((resolve, reject) => {
    request = send(url, { method: 'PATCH', headers }, (response) => {
      response.resume()
      resolve({ status: response.statusCode, headers: response.headers })
    })
    request.on('error', reject)
  })
  for (const character of text) {
    request?.write(character)
    await sleep(pause)
  }
  if (announced > text.length) request?.destroy()
  else request?.end()
  return ended
}
