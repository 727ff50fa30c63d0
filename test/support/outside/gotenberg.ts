import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'

/** What the next requests are answered with: as Gotenberg does, or a fault. */
export type Behaviour = 'pdf' | 'version 9' | 'busy' | 'redirect' | 'text' | 'silent' | 'broken'

export type Gotenberg = {
  url: string
  behave: (behaviour: Behaviour) => void
  /** The files of the last request by name, and its other fields. */
  received: () => { files: Map<string, string>; fields: Map<string, string> }
  /** What Chromium loaded for the last PDF, and what it could not load. */
  loaded: () => { images: number[]; refused: string[] }
  close: () => Promise<void>
}

const minimalPdf = '%PDF-1.4\n%%EOF\n'

/**
 * The route of Gotenberg that converts HTML, as its documentation describes it: a form with `index.html` and files
 * without folders. A browser makes the PDF, as Chromium does there; without one the answer is an empty PDF.
 */
export async function openGotenberg(browser?: Browser): Promise<Gotenberg> {
  let behaviour: Behaviour = 'pdf'
  let last = { files: new Map<string, string>(), fields: new Map<string, string>() }
  let loaded: ReturnType<Gotenberg['loaded']> = { images: [], refused: [] }

  const print = async (folder: string): Promise<Buffer> => {
    if (browser === undefined) return Buffer.from(minimalPdf)
    const page = await browser.newPage()
    const refused: string[] = []
    page.on('requestfailed', (request) => refused.push(request.url()))
    await page.goto(pathToFileURL(join(folder, 'index.html')).href)
    const images = await page.evaluate<number[]>(
      '[...document.images].map(({ naturalWidth }) => naturalWidth)',
    )
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
    await page.close()
    loaded = { images, refused }
    return pdf
  }

  const convert = async (request: IncomingMessage): Promise<Buffer | undefined> => {
    const type = request.headers['content-type'] ?? ''
    const sent = new Response(Readable.toWeb(request), { headers: { 'content-type': type } })
    const folder = await mkdtemp(join(tmpdir(), 'gotenberg-'))
    try {
      const files = new Map<string, string>()
      const fields = new Map<string, string>()
      for (const [name, value] of (await sent.formData()).entries()) {
        if (typeof value === 'string') fields.set(name, value)
        else if (name === 'files') {
          const content = Buffer.from(await value.arrayBuffer())
          files.set(value.name, content.toString())
          await writeFile(join(folder, basename(value.name)), content)
        }
      }
      last = { files, fields }
      const isRejected = behaviour === 'version 9' && fields.has('generateDocumentOutline')
      return files.has('index.html') && !isRejected ? await print(folder) : undefined
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  const server = createServer((request, response) => {
    const plain = { 'content-type': 'text/plain; charset=UTF-8' }
    if (request.method !== 'POST' || request.url !== '/forms/chromium/convert/html') {
      response.writeHead(404, plain).end('Not Found')
      return
    }
    void convert(request).then((pdf) => {
      if (pdf === undefined) response.writeHead(400, plain).end('Invalid form data')
      else if (behaviour === 'busy') response.writeHead(503, plain).end('Service Unavailable')
      else if (behaviour === 'redirect') response.writeHead(302, { location: '/' }).end()
      else if (behaviour === 'text') response.writeHead(200, plain).end('no PDF')
      else if (behaviour === 'broken') {
        response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': 1000 })
        response.write(minimalPdf, () => response.destroy())
      } else if (behaviour !== 'silent') {
        response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    behave: (next) => {
      behaviour = next
    },
    received: () => last,
    loaded: () => loaded,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
