import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { startServer, type TestServer } from '../../test/support/server.ts'

describe('uploads that come at once', () => {
  let quire: TestServer
  let address: string
  let pageId: string

  before(async () => {
    quire = await startServer()
    address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
    const page = { workspaceId: quire.workspaceId, title: 'Uploads' }
    pageId = (await quire.post<{ pageId: string }>('/v1/pages/create', page)).body.pageId
  })
  after(() => quire.close())

  const upload = (text: string) => ({
    workspaceId: quire.workspaceId,
    pageId,
    fileName: `${text}.txt`,
    mimeType: 'text/plain',
    contentBase64: Buffer.from(text).toString('base64'),
  })

  /** Sends half a body and gives up once told to. */
  function startUpload(): { giveUp: () => Promise<void> } {
    const body = JSON.stringify(upload('never'))
    const sent = request(`${address}/v1/page-files/upload-file`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${quire.key}`,
        'content-type': 'application/json',
        'content-length': body.length,
      },
    })
    const closed = new Promise<void>((resolve) => sent.once('close', resolve))
    sent.on('error', () => undefined)
    sent.write(body.slice(0, 20))
    return {
      giveUp: () => {
        sent.destroy()
        return closed
      },
    }
  }

  it('are all answered, however many', async () => {
    const texts = Array.from({ length: 40 }, (_, index) => `file ${index}`)
    const answers = await Promise.all(
      texts.map((text) => quire.post('/v1/page-files/upload-file', upload(text))),
    )
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  })

  it('give their place to others when they give up half way, waiting or not', async () => {
    const stalled = Array.from({ length: 20 }, () => startUpload())
    const patient = quire.post('/v1/page-files/upload-file', upload('patient'))
    await Promise.all(stalled.map(({ giveUp }) => giveUp()))
    assert.equal((await patient).status, 200)
  })
})
