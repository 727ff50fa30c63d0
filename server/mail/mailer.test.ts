import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { type MailServer, startMailServer } from '../../test/support/outside/smtp.ts'
import { AppError } from '../lib/errors.ts'
import { openMailer } from './mailer.ts'

const from = 'Quire <quire@example.com>'
const mail = { to: 'ada@example.com', subject: 'Hello', text: 'A line\n.\nanother with é 😀\n' }

const maxSent = 64 * 1024 * 1024

/** A mail server that sends a part of its greeting again and again, up to `maxSent` bytes. */
async function startEndless(part: string) {
  let bytes = 0
  const server = createServer((socket) => {
    const more = () => {
      while (!socket.destroyed && bytes < maxSent) {
        bytes += part.length
        if (!socket.write(part)) return
      }
      socket.destroy()
    }
    socket.on('error', () => undefined)
    socket.on('drain', more)
    more()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  assert.ok(bound !== null && typeof bound === 'object')
  return {
    url: `smtp://127.0.0.1:${bound.port}`,
    sent: () => bytes,
    close: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}

describe('send', () => {
  let server: MailServer
  before(async () => {
    server = await startMailServer()
  })
  after(() => server.close())

  it('refuses where no server answers, or it does not take the mail, without naming a password', async () => {
    const refusing = await startMailServer({ refuses: true })
    for (const url of ['smtp://ada:secret@127.0.0.1:1', refusing.url]) {
      await assert.rejects(openMailer({ url, from }).send(mail), (error) => {
        assert.ok(error instanceof AppError && error.code === 'MAIL_FAILED')
        assert.ok(!`${error.message} ${String(error.cause)}`.includes('secret'))
        return true
      })
    }
    await refusing.close()
  })

  it('ends when an answer has no end', async () => {
    for (const part of ['2', '220-more\r\n']) {
      const endless = await startEndless(part.repeat(64 * 1024))
      await assert.rejects(openMailer({ url: endless.url, from }).send(mail), {
        code: 'MAIL_FAILED',
      })
      assert.ok(endless.sent() < maxSent, `${endless.sent()} bytes`)
      await endless.close()
    }
  })

  it('sends one plain mail to one address, as it was written', async () => {
    await openMailer({ url: server.url, from }).send(mail)
    const received = await server.next()
    assert.deepEqual([received.from, received.to], ['quire@example.com', 'ada@example.com'])
    assert.match(received.text, /^Subject: Hello$/m)
    assert.match(received.text, /^From: Quire <quire@example.com>$/m)
    assert.match(received.text, /A line\n\.\nanother with/)
    assert.ok(!received.text.includes('multipart'))
  })

  it('lets nothing in an address or a subject make another address or header', async () => {
    const to = 'a,b@example.com'
    await openMailer({ url: server.url, from }).send({ ...mail, to, subject: 'x\r\nBcc: e@e.e' })
    const received = await server.next()
    assert.equal(received.to.replaceAll('"', ''), to)
    assert.doesNotMatch(received.text, /^Bcc:/m)
  })
})
