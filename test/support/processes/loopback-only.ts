import { BlockList, isIP, Socket } from 'node:net'

/**
 * Loaded before every test, and before every server and command that a test starts: a connection to an
 * address outside loopback fails, and the test file with it, whatever the program makes of the error.
 */
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6')
loopback.addAddress('::1', 'ipv6')

const refused = new Set<string>()
const isTestRunner = /[/\\]runner[/\\]group\.ts$/.test(process.argv[1] ?? '')

// The proxy hands on the socket as `this`.
// oxlint-disable-next-line typescript/unbound-method
Socket.prototype.connect = new Proxy(Socket.prototype.connect, {
  apply(connect, socket: Socket, given) {
    socket.prependListener('connectionAttempt', (address: string, port: number) => {
      if (isLocal(address)) return
      refuse(`${address} port ${port}`)
      socket.destroy(new Error(`tests may not connect to ${address}`))
    })
    return Reflect.apply(connect, socket, given)
  },
})

/** A Unix socket has a path in place of an address. */
function isLocal(address: string): boolean {
  const family = isIP(address)
  return family === 0 || loopback.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

function refuse(target: string): void {
  refused.add(target)
  // A program under test may be killed before its end: it stops at once, so that its test notices.
  if (!isTestRunner) process.exit(warn())
}

/** Gives a sentence for each address that was refused so far in this process. */
export function refusedConnections(): string[] {
  return [...refused].map((target) => `Refused a connection to ${target}.`)
}

/** Gives the exit status of a process that tried. */
function warn(): number {
  for (const sentence of refusedConnections()) process.stderr.write(`${sentence}\n`)
  return 70
}

process.on('exit', () => {
  if (refused.size > 0) process.exitCode = warn()
})
