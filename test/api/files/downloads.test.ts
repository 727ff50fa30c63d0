import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { addFile, addPage, nothing } from '../../support/pages.ts'
import { addPerson, addWorkspace } from '../../support/people.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'
import { damage } from '../../support/stores/damage.ts'

const content = 'The quick brown fox'
const etag = `"${createHash('sha256').update(content).digest('hex')}"`

let quire: TestServer
let pageId: string
let fileId: string

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  pageId = await addPage(quire, 'Page')
  fileId = await addFile(quire, pageId, { name: 'fox.txt', content })
})
after(() => quire.close())

const fetchFile = (
  headers: Record<string, string> = {},
  id = fileId,
  method: 'GET' | 'HEAD' = 'GET',
) =>
  quire.request<string>({
    method,
    url: `/files/${id}`,
    headers: { authorization: `Bearer ${quire.key}`, ...headers },
  })

describe('GET /files/{fileId}', () => {
  it('refuses without a key', async () => {
    const { status, body, headers } = await quire.get(`/files/${fileId}`, null)
    assert.equal(status, 401)
    assert.equal(body.message, 'Invalid API key')
    assert.equal(headers['www-authenticate'], 'Bearer')
  })

  it('refuses strangers, unknown ids and limited keys in the same words', async () => {
    const outsider = await addPerson(quire, 'Stranger')
    const limited = await addKey(quire, { workspaceIds: [await addWorkspace(quire, 'Other')] })
    for (const [id, key] of [
      [fileId, outsider.key],
      [fileId, limited],
      [nothing, quire.key],
      ['no-id', quire.key],
      ['..%2F..%2Fquire.db', quire.key],
    ] as const) {
      const { status, body } = await quire.get(`/files/${id}`, key)
      assert.equal(status, 404)
      const name = decodeURIComponent(id)
      assert.deepEqual(body, {
        code: 'FILE_NOT_FOUND',
        message: `FILE_NOT_FOUND: file ${name} not found`,
      })
    }
  })

  it('gives every member the bytes, a viewer and a reading key too', async () => {
    const viewer = await addPerson(quire, 'Viewer', 'VIEWER')
    const reading = await addKey(quire, { readOnly: true })
    for (const key of [quire.key, viewer.key, reading]) {
      assert.equal((await quire.get<string>(`/files/${fileId}`, key)).body, content)
    }
    assert.equal((await fetchFile({}, fileId.toUpperCase())).status, 200)
  })

  it('gives a file that a node of a version before the directory wrote, to members only', async () => {
    const outsider = await addPerson(quire, 'Passer')
    const limited = await addKey(quire, { workspaceIds: [await addWorkspace(quire, 'Another')] })
    const old = await addFile(quire, pageId, { content: 'old' })
    await damage(quire.dataFolder, 'delete from file_workspaces where file_id = $1', old)
    assert.equal((await quire.get<string>(`/files/${old}`)).body, 'old')
    for (const key of [outsider.key, limited]) {
      assert.equal((await quire.get(`/files/${old}`, key)).status, 404)
    }
  })

  it('gives what no browser may run: an attachment, not to be guessed at, sandboxed', async () => {
    const { headers } = await fetchFile()
    assert.equal(headers['content-disposition'], 'attachment; filename=fox.txt')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.match(String(headers['content-security-policy']), /default-src 'none'.*sandbox/)
    assert.match(String(headers['content-type']), /^text\/plain/)
    assert.equal(Number(headers['content-length']), content.length)
    assert.equal(headers['accept-ranges'], 'bytes')
    assert.equal(headers['etag'], etag)
    assert.match(String(headers['cache-control']), /private/)
  })

  it('hands out what a browser would run or style a page with as mere bytes', async () => {
    const active = ['text/javascript', 'application/javascript', 'Application/X-JavaScript']
    const others = ['text/ecmascript', 'text/jscript', 'text/javascript1.5', 'text/css', 'text/xsl']
    for (const mimeType of [...active, ...others, 'application/wasm']) {
      const id = await addFile(quire, pageId, { mimeType, content: 'alert(1)' })
      const { headers } = await quire.get(`/files/${id}`)
      assert.equal(headers['content-type'], 'application/octet-stream', mimeType)
      assert.equal(headers['x-content-type-options'], 'nosniff')
    }
  })

  for (const { mimeType, shown } of [
    { mimeType: 'image/png', shown: true },
    { mimeType: 'image/jpeg', shown: true },
    { mimeType: 'image/gif', shown: true },
    { mimeType: 'image/webp', shown: true },
    { mimeType: 'image/svg+xml', shown: true },
    { mimeType: 'application/pdf', shown: true },
    { mimeType: 'audio/mpeg', shown: true },
    { mimeType: 'video/mp4', shown: true },
    { mimeType: 'text/html', shown: false },
    { mimeType: 'application/xhtml+xml', shown: false },
    { mimeType: 'text/plain', shown: false },
    { mimeType: 'application/javascript', shown: false },
    { mimeType: 'image/png;x=text/html', shown: false },
    { mimeType: 'text/html\r\nX-Injected: yes', shown: false },
    { mimeType: '\u0000', shown: false },
    { mimeType: 'naïve', shown: false },
  ]) {
    it(`${shown ? 'shows' : 'hands over'} ${JSON.stringify(mimeType)} sandboxed`, async () => {
      const id = await addFile(quire, pageId, { mimeType, content: '<script>alert(1)</script>' })
      const { status, headers } = await fetchFile({}, id)
      assert.equal(status, 200)
      const disposition = String(headers['content-disposition'])
      assert.ok(disposition.startsWith(shown ? 'inline;' : 'attachment;'), disposition)
      assert.match(String(headers['content-security-policy']), /default-src 'none'.*sandbox$/)
      assert.doesNotMatch(String(headers['content-security-policy']), /allow-/)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['x-injected'], undefined)
    })
  }

  for (const { name, encoded } of [
    { name: 'a"b\\c.txt', encoded: null },
    { name: 'a\r\nX-Injected: yes', encoded: 'a%0D%0AX-Injected%3A%20yes' },
    {
      name: 'Übersicht – 2026 №5.txt',
      encoded: '%C3%9Cbersicht%20%E2%80%93%202026%20%E2%84%965.txt',
    },
    { name: '漢字🎈.txt', encoded: '%E6%BC%A2%E5%AD%97%F0%9F%8E%88.txt' },
    { name: '../../etc/passwd', encoded: null },
    { name: '%41.txt', encoded: '%2541.txt' },
    { name: ' ', encoded: null },
  ]) {
    it(`puts the name ${JSON.stringify(name)} into its header and nowhere else`, async () => {
      const id = await addFile(quire, pageId, { name })
      const { status, headers } = await fetchFile({}, id)
      assert.equal(status, 200)
      assert.equal(headers['x-injected'], undefined)
      const disposition = String(headers['content-disposition'])
      assert.match(
        disposition,
        /^attachment; filename=(?:"(?:[^"\\\r\n]|\\.)*"|[\w%.]+)(?:; filename\*=UTF-8''[\w%.!~*-]+)?$/,
      )
      if (encoded !== null)
        assert.ok(disposition.endsWith(`filename*=UTF-8''${encoded}`), disposition)
    })
  }

  for (const { sent, matches } of [
    { sent: etag, matches: true },
    { sent: `W/${etag}`, matches: true },
    { sent: `"other", ${etag}`, matches: true },
    { sent: `W/"other",W/${etag} `, matches: true },
    { sent: '*', matches: true },
    { sent: '"other"', matches: false },
    { sent: etag.slice(1, -1), matches: false },
  ]) {
    it(`answers ${matches ? '304' : '200'} to If-None-Match: ${sent.slice(0, 20)}…`, async () => {
      const { status, body, headers } = await fetchFile({ 'if-none-match': sent })
      assert.equal(status, matches ? 304 : 200)
      assert.equal(body, matches ? '' : content)
      assert.equal(headers['etag'], etag)
    })
  }

  for (const { range, from, to } of [
    { range: 'bytes=0-2', from: 0, to: 2 },
    { range: 'bytes=4-8', from: 4, to: 8 },
    { range: 'bytes=16-', from: 16, to: 18 },
    { range: 'bytes=-3', from: 16, to: 18 },
    { range: 'bytes=0-999', from: 0, to: 18 },
    { range: 'bytes=-999', from: 0, to: 18 },
    { range: 'bytes=18-18', from: 18, to: 18 },
  ]) {
    it(`answers 206 with the part ${range}`, async () => {
      const { status, body, headers } = await fetchFile({ range })
      assert.equal(status, 206)
      assert.equal(body, content.slice(from, to + 1))
      assert.equal(headers['content-range'], `bytes ${from}-${to}/${content.length}`)
      assert.equal(Number(headers['content-length']), to - from + 1)
      assert.equal(headers['etag'], etag)
    })
  }

  for (const range of ['bytes=19-', 'bytes=99-100', 'bytes=-0', `bytes=${'9'.repeat(400)}-`]) {
    it(`answers 416 to ${range.slice(0, 20)}, saying how long the file is`, async () => {
      const { status, body, headers } = await quire.request({
        method: 'GET',
        url: `/files/${fileId}`,
        headers: { authorization: `Bearer ${quire.key}`, range },
      })
      assert.equal(status, 416)
      assert.equal(body.code, 'RANGE_NOT_SATISFIABLE')
      assert.equal(headers['content-range'], `bytes */${content.length}`)
      for (const name of ['etag', 'content-disposition', 'accept-ranges']) {
        assert.equal(headers[name], undefined, name)
      }
      assert.doesNotMatch(String(headers['cache-control']), /max-age/)
    })
  }

  for (const range of [
    'bytes=5-2',
    'bytes=a-b',
    'bytes=',
    'bytes=-',
    'lines=1-2',
    'bytes=0-1,3-4',
    '',
  ]) {
    it(`answers the whole to a range it does not take: ${range}`, async () => {
      const { status, body } = await fetchFile({ range })
      assert.equal(status, 200)
      assert.equal(body, content)
    })
  }

  it('answers a part only while the file is the one of If-Range', async () => {
    const range = 'bytes=0-2'
    for (const [condition, status] of [
      [etag, 206],
      ['"other"', 200],
      [`W/${etag}`, 200],
      ['Wed, 21 Oct 2015 07:28:00 GMT', 200],
    ] as const) {
      assert.equal((await fetchFile({ range, 'if-range': condition })).status, status, condition)
    }
  })

  it('answers HEAD as GET, without the bytes', async () => {
    const { status, body, headers } = await fetchFile({}, fileId, 'HEAD')
    assert.equal(status, 200)
    assert.equal(body, '')
    assert.equal(Number(headers['content-length']), content.length)
    assert.equal(headers['etag'], etag)
  })

  it('gives an empty file, of which there is no part', async () => {
    const id = await addFile(quire, pageId, { content: '' })
    const { status, body } = await fetchFile({}, id)
    assert.equal(status, 200)
    assert.equal(body, '')
    assert.equal((await fetchFile({ range: 'bytes=0-' }, id)).status, 416)
  })
})
