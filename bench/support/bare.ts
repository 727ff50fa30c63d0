import { createServer } from 'node:http'

/**
 * The bare limit, in a process of its own: parses the same JSON body, if there is one, and writes the same
 * JSON or text, with nothing between. The answer to write comes from the parent.
 */
let answer: unknown = {}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body: unknown = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString())
    const text = typeof answer === 'string' ? answer : JSON.stringify(body === null ? null : answer)
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    })
    response.end(text)
  })
})

process.on('message', (next) => {
  answer = next
  process.send?.('ready')
})
process.on('disconnect', () => process.exit())

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : undefined)
})
