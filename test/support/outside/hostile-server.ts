import { readdir, readFile, readlink } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after, before } from 'node:test'

type Answer = (body: Record<string, unknown>, response: ServerResponse, path: string) => unknown

export type HostileServer = {
  address: () => string
  /** Answers of paths. A function that returns undefined has answered itself. */
  answers: Map<string, Answer>
  /** The paths that were requested, in order. */
  requests: string[]
}

/** A server that answers as it likes, for the tests of a describe. */
export function useHostileServer(): HostileServer {
  const answers = new Map<string, Answer>()
  const requests: string[] = []
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const path = (request.url ?? '').split('?')[0] ?? ''
      requests.push(path)
      const answer = answers.get(path) ?? answers.get(path.slice(0, path.lastIndexOf('/') + 1))
      const value = answer?.(body, response, path)
      if (value !== undefined || answer === undefined) sendJson(response, value ?? {})
    })
  })
  let address = ''
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const bound = server.address()
    address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
  })
  after(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { address: () => address, answers, requests }
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  const text = Buffer.concat(parts).toString()
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(value))
}

/** Sends bytes for as long as the other side reads. */
export function sendForever(response: ServerResponse, begin: string): undefined {
  response.setHeader('content-type', 'application/json')
  response.write(begin)
  const part = Buffer.alloc(1024 * 1024, 'x')
  const more = () => {
    while (!response.destroyed && response.write(part));
  }
  response.on('drain', more)
  more()
}

/** The paths of everything below a folder, with the content of files and the targets of links. */
export async function readEverything(folder: string): Promise<[path: string, content: string][]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const found = entries.map(async (entry): Promise<[string, string]> => {
    const path = join(entry.parentPath, entry.name)
    const content = entry.isFile() ? await readFile(path, 'utf8') : ''
    return [path.slice(folder.length), entry.isSymbolicLink() ? await readlink(path) : content]
  })
  return (await Promise.all(found)).toSorted(([a], [b]) => (a < b ? -1 : 1))
}
