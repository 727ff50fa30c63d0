import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { zipOf } from '../support/transfer/imports.ts'
import { until } from '../support/until.ts'
import { type Call, caller, type Reply } from './caller.ts'
import { History, instant, Register, textOf, valueIn } from './history.ts'

export type Target = {
  address: () => string
  key: string
  workspaceId: string
}

const endedTooOften = 'The server ended 5 times while it worked on the import'

/** Writers through several interfaces, who note what is answered. A server that is killed is asked again. */
export class Load {
  readonly history = new History()
  readonly #target: Target
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>[] = []
  /** Answers that were wrong. */
  readonly failures: string[] = []
  /** Pages of imports that were answered as done. */
  readonly imported: string[] = []
  #answers = 0

  constructor(target: Target) {
    this.#target = target
  }

  get answers(): number {
    return this.#answers
  }

  /** Starts writers of pages, comments and files. */
  start(writers: number): void {
    for (let writer = 0; writer < writers; writer += 1) this.#repeat(this.#rest(`p${writer}`))
    this.#repeat(this.#agent())
    this.#repeat(this.#inParts())
  }

  startImports(): void {
    this.#repeat(this.#imports())
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#running)
  }

  #repeat(work: () => Promise<void>): void {
    this.#running.push(this.#loop(work))
  }

  async #loop(work: () => Promise<void>): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const failure = await work().catch((error: unknown) => error)
      // A connection that broke off is what was asked for; a wrong answer is not.
      if (failure instanceof assert.AssertionError) {
        this.failures.push(failure.message)
        return
      }
      if (failure !== undefined) await sleep(20)
    }
  }

  #call: Call = async (path, body) => {
    const { address, key, workspaceId } = this.#target
    const reply = await caller(address(), { key, workspaceId })(path, body)
    this.#answers += 1
    return reply
  }

  async #done(path: string, body: object): Promise<Reply['body']> {
    const reply = await this.#call(path, body)
    // A server that is killed while it stops a request gives no answer: what it answers must be right.
    assert.equal(reply.status, 200, `${path}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }

  /** Each page has one writer, and is read by the next one, too. */
  #rest(writer: string): () => Promise<void> {
    const own: { pageId: string; register: Register }[] = []
    let count = 0
    return async () => {
      const turn = (count += 1)
      if (own.length < 3 || turn % 4 === 0) {
        const name = `${writer}n${turn}`
        const register = new Register(name)
        const page = { title: name, markdown: textOf(name, 1) }
        const { pageId } = await register.write(1, () => this.#done('/v1/pages/create', page))
        own.push({ pageId: String(pageId), register })
        this.history.pages.set(String(pageId), register)
        return
      }
      const { pageId, register } = own[turn % own.length] ?? assert.fail()
      if (turn % 4 === 1) {
        await this.#edit(pageId, register, (body) => this.#done('/v1/pages/edit', body))
      } else if (turn % 4 === 2) {
        const text = `${writer}c${turn}`
        const { commentId } = await this.#done('/v1/comments/create', { pageId, markdown: text })
        this.history.comments.push({ name: text, id: String(commentId), pageId, at: instant() })
      } else {
        const content = randomBytes(100 + ((turn * 7919) % 60_000))
        const file = { pageId, fileName: 'x.bin', mimeType: 'application/octet-stream' }
        const contentBase64 = content.toString('base64')
        const { fileId } = await this.#done('/v1/page-files/upload-file', {
          ...file,
          contentBase64,
        })
        this.#noteFile(String(fileId), content)
      }
      await register.read(() => this.#valueOf(pageId))
    }
  }

  async #valueOf(pageId: string): Promise<number> {
    return valueIn(String((await this.#done('/v1/pages/markdown', { pageId }))['markdown']))
  }

  /** The page is read first: an edit without an answer may have been made. */
  async #edit(
    pageId: string,
    register: Register,
    send: (body: object) => Promise<unknown>,
  ): Promise<void> {
    const now = await register.read(() => this.#valueOf(pageId))
    const body = {
      pageId,
      mode: 'replace',
      find: `${register.name} v${now} `,
      text: `${register.name} v${now + 1} `,
    }
    await register.write(now + 1, () => send(body))
  }

  #agent(): () => Promise<void> {
    const { key, workspaceId } = this.#target
    const register = new Register('agent')
    let pageId: string | undefined
    const tool = async (name: string, given: object) => {
      const response = await fetch(`${this.#target.address()}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name, arguments: { workspaceId, ...given } },
        }),
      })
      const { result } = JSON.parse(await response.text())
      assert.ok(result !== undefined && result.isError !== true, JSON.stringify(result))
      this.#answers += 1
    }
    return async () => {
      if (pageId === undefined) {
        const page = { title: 'agent', markdown: textOf('agent', 1) }
        const created = await register.write(1, () => this.#done('/v1/pages/create', page))
        pageId = String(created['pageId'])
        this.history.pages.set(pageId, register)
      }
      await this.#edit(pageId, register, (body) => tool('edit_page', body))
    }
  }

  /** A file by the protocol of uploads that are resumed. */
  #inParts(): () => Promise<void> {
    const { key, workspaceId } = this.#target
    let pageId: string | undefined
    const of = (value: string) => Buffer.from(value).toString('base64')
    const headers = { authorization: `Bearer ${key}`, 'tus-resumable': '1.0.0' }
    return async () => {
      pageId ??= String((await this.#done('/v1/pages/create', { title: 'parts' }))['pageId'])
      const content = randomBytes(300_000)
      const fields = { workspaceId, pageId, filename: 'x', filetype: 'text/plain' }
      const created = await fetch(`${this.#target.address()}/v1/uploads`, {
        method: 'POST',
        headers: {
          ...headers,
          'upload-length': String(content.length),
          'upload-metadata': Object.entries(fields)
            .map(([name, value]) => `${name} ${of(value)}`)
            .join(','),
        },
      })
      assert.equal(created.status, 201, await created.text())
      const path = new URL(created.headers.get('location') ?? '', created.url).pathname
      let fileId: string | null = null
      for (let offset = 0; offset < content.length; offset += 100_000) {
        const sent = await fetch(this.#target.address() + path, {
          method: 'PATCH',
          headers: {
            ...headers,
            'upload-offset': String(offset),
            'content-type': 'application/offset+octet-stream',
          },
          body: content.subarray(offset, offset + 100_000),
        })
        assert.ok(sent.status === 200 || sent.status === 204, await sent.text())
        fileId = sent.headers.get('quire-file-id')
      }
      assert.ok(fileId)
      this.#noteFile(fileId, content)
      this.#answers += 1
    }
  }

  #noteFile(id: string, content: Uint8Array): void {
    const sha256 = createHash('sha256').update(content).digest('hex')
    this.history.files.push({ name: id, id, sha256, at: instant() })
  }

  #imports(): () => Promise<void> {
    let count = 0
    return async () => {
      const name = `import${(count += 1)}x`
      const titles = Array.from({ length: 10 }, (_, index) => `${name}${index}x`)
      const pages = Object.fromEntries(titles.map((title) => [`${title}.md`, `Text of ${title}.`]))
      const { pageId } = await this.#done('/v1/pages/create', { title: name })
      const { fileId } = await this.#done('/v1/page-files/upload-file', {
        pageId,
        fileName: 'notes.zip',
        mimeType: 'application/zip',
        contentBase64: (await zipOf(pages)).toString('base64'),
      })
      const { id: importId } = await this.#done('/v1/imports/create', { fileId, parentId: pageId })
      const reach = (state: string) =>
        until(async () => {
          const found = await this.#call('/v1/imports/get', { importId }).catch(() => undefined)
          if (this.#stopping.signal.aborted) return 'stopped'
          if (found?.status !== 200) return false
          const { state: now, error } = found.body
          // It gives up after so many kills, and says so. Another import follows.
          if (now === 'failed' && String(error).startsWith(endedTooOften)) return 'given up'
          assert.notEqual(now, 'failed', String(error))
          return now === state && 'reached'
        })
      if ((await reach('ready')) !== 'reached') return
      await this.#done('/v1/imports/start', { importId })
      if ((await reach('done')) === 'reached') this.imported.push(...titles)
    }
  }
}
