import { createServer, type AddressInfo, type Socket } from 'node:net'

export type Received = { from: string; to: string; text: string }

export type MailServer = {
  url: string
  mails: Received[]
  /** The next mail to arrive, or one that has. */
  next: () => Promise<Received>
  close: () => Promise<void>
}

/** A mail server on loopback: as much of RFC 5321 as a client needs to hand over a mail. */
export async function startMailServer(
  options: { refuses?: boolean | string } = {},
): Promise<MailServer> {
  const mails: Received[] = []
  const waiting: ((mail: Received) => void)[] = []
  const sockets = new Set<Socket>()
  let read = 0
  const deliver = (mail: Received) => {
    mails.push(mail)
    const waiter = waiting.shift()
    if (waiter === undefined) return
    read += 1
    waiter(mail)
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    talk(
      socket,
      options.refuses === true ? '550 no such box' : options.refuses || undefined,
      deliver,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // SAFETY: it listens on a port, not on a path.
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    next: () => {
      const mail = mails[read]
      if (mail === undefined) return new Promise((resolve) => waiting.push(resolve))
      read += 1
      return Promise.resolve(mail)
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function talk(
  socket: Socket,
  refusal: string | undefined,
  deliver: (mail: Received) => void,
): void {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let mail = { from: '', to: '', text: '' }
  let body: string[] | undefined
  let rest = ''
  say('220 test')
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString()).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (body !== undefined && line !== '.') body.push(line.replace(/^\./, ''))
      else if (body !== undefined) {
        deliver({ ...mail, text: decode(body.join('\n')) })
        body = undefined
        say('250 taken')
      } else answer(line)
    }
  })
  const answer = (line: string): void => {
    const address = /<(.*)>/.exec(line)?.[1] ?? ''
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'MAIL') mail = { ...mail, from: address }
    if (verb === 'RCPT') mail = { ...mail, to: address }
    if (verb === 'RCPT' && refusal !== undefined) return void say(refusal)
    if (verb === 'DATA') {
      body = []
      return void say('354 go on')
    }
    if (verb === 'QUIT') {
      say('221 bye')
      return void socket.end()
    }
    say('250 fine')
  }
}

/** Quoted-printable, which a mail client chooses for long lines. */
function decode(text: string): string {
  if (!/^content-transfer-encoding: quoted-printable$/im.test(text)) return text
  return text.replaceAll(/=\r?\n/g, '').replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => {
    return Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8')
  })
}
