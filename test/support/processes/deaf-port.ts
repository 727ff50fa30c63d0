import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after } from 'node:test'

const program = `require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () {
  process.stdout.write(String(this.address().port), () => process.kill(process.pid, 'SIGSTOP'))
})`

/**
 * A port where connections are neither taken nor refused, as behind a firewall that drops packets: its
 * process sleeps, and its queue of those who wait is full. It ends with the test that asked for it.
 */
export async function startDeafPort(): Promise<string> {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port]: unknown[] = await once(child.stdout, 'data')
  const waiting: Socket[] = []
  after(() => {
    for (const socket of waiting) socket.destroy()
    child.kill('SIGKILL')
  })
  // The kernel takes one more than the program says.
  for (let count = 0; count < 2; count += 1) {
    const socket = connect(Number(port), '127.0.0.1')
    waiting.push(socket)
    await once(socket, 'connect')
  }
  return `http://127.0.0.1:${Number(port)}/`
}
