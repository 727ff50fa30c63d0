import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Node } from 'prosemirror-model'
import { parseMarkdown } from '../../content/parse-markdown.ts'
import { schema } from '../../content/schema.ts'
import { contents } from '../../server/store/index.ts'
import { letterSource, lettersIn, lettersOf } from '../live/simulation/letters.ts'
import { type First, startCluster } from '../support/processes/cluster.ts'
import { initialize, type ServerProcess, startProcess } from '../support/processes/process.ts'
import { until } from '../support/until.ts'
import { type Call, caller, faultsOf, inspect, withFolder } from './caller.ts'
import { Typist } from './live-typist.ts'

/** More of them in test/faults/long. */
const rounds = Number(process.env['QUIRE_LIVE_KILL_ROUNDS'] ?? 4)
const markdown = 'One\n\n- Two\n- Three\n\nFour'
const typists = 5
/** Of each typist. There are letters for 150 rounds. */
const lettersOfRound = 60
const lastWord = 'zebrafinch'

describe('kill -9 of the server while several people type on a page', () => {
  it(`loses and doubles no accepted batch, ${rounds} times in a row`, () =>
    withFolder(async (dataFolder) => {
      const first = await initialize({ dataFolder })
      const servers = [await startProcess({ dataFolder })]
      const pageId = await createPage(caller(last(servers).address, first))
      const people = startTypists(first, pageId, () => last(servers).address)
      for (let round = 1; round <= rounds; round += 1) {
        await untilAccepted(people, round)
        const killed = last(servers).stop('SIGKILL')
        const known = acceptedBy(people)
        assert.equal((await killed).signal, 'SIGKILL')
        await inspect(dataFolder, first, async (context) => {
          assert.deepEqual(await faultsOf(context), [])
        })
        servers.push(await startProcess({ dataFolder }))
        assertOnce(await markdownOf(caller(last(servers).address, first), pageId), known)
      }
      const document = await finish(people)
      await untilFound(caller(last(servers).address, first), pageId)
      await last(servers).stop('SIGKILL')
      await inspect(dataFolder, first, async (context) => {
        assert.deepEqual(await faultsOf(context), [])
        const stored = await contents.body(context.store, first.workspaceId, pageId)
        assert.equal(stored?.isBehind, false)
        const { content } = schema.nodeFromJSON(JSON.parse(stored.document))
        assert.ok(content.eq(document.content))
      })
    }))
})

describe('kill -9 of the server while three people and an agent over MCP write on a page', () => {
  it(`loses and doubles nothing, and leaves no one behind, though batches are sent twice, ${rounds} times in a row`, () =>
    withFolder(async (dataFolder) => {
      const first = await initialize({ dataFolder })
      const servers = [await startProcess({ dataFolder })]
      const address = () => last(servers).address
      const pageId = await createPage(caller(address(), first))
      const people = startTypists(first, pageId, address, { count: 3, repeatEvery: 4 })
      const agent = startAgent(first, pageId, address)
      for (let round = 1; round <= rounds; round += 1) {
        const before = agent.added.size
        await untilAccepted(people, round)
        await until(() => agent.added.size > before)
        const killed = last(servers).stop('SIGKILL')
        const known = acceptedBy(people)
        const words = [...agent.added]
        assert.equal((await killed).signal, 'SIGKILL')
        servers.push(await startProcess({ dataFolder }))
        const text = await markdownOf(caller(address(), first), pageId)
        assertOnce(text, known)
        assertWords(text, words)
      }
      await agent.stop()
      const document = await finish(people)
      assertWords(document.textContent, [...agent.added])
      assert.ok(people.reduce((sum, { repeated }) => sum + repeated, 0) > 0)
      await last(servers).stop('SIGKILL')
      await inspect(dataFolder, first, async (context) => {
        assert.deepEqual(await faultsOf(context), [])
      })
    }))
})

describe('kill -9 of one of three nodes while several people type on a page', () => {
  it(`loses and doubles no accepted batch, ${rounds} times in a row`, async () => {
    const cluster = await startCluster(3)
    const { nodes, first, dataFolder, environment } = cluster
    try {
      let next = 0
      const address = () => nodes[(next += 1) % nodes.length]?.address ?? ''
      const pageId = await createPage(caller(address(), first))
      const people = startTypists(first, pageId, address)
      for (let round = 1; round <= rounds; round += 1) {
        await untilAccepted(people, round)
        const index = round % nodes.length
        const killed = nodes[index]?.stop('SIGKILL')
        const known = acceptedBy(people)
        const other = nodes[(round + 1) % nodes.length]?.address ?? ''
        assertOnce(await markdownOf(caller(other, first), pageId), known)
        await killed
        nodes[index] = await startProcess({ dataFolder, environment })
      }
      await finish(people)
      await untilFound(caller(address(), first), pageId)
      assert.deepEqual(await cluster.faults(), [])
    } finally {
      await cluster.close()
    }
  })
})

function last(servers: readonly ServerProcess[]): ServerProcess {
  return servers.at(-1) ?? assert.fail()
}

async function createPage(call: Call): Promise<string> {
  const created = await call('/v1/pages/create', { title: 'Page', markdown })
  assert.equal(created.status, 200)
  return String(created.body['pageId'])
}

async function markdownOf(call: Call, pageId: string): Promise<string> {
  return String((await call('/v1/pages/markdown', { pageId })).body['markdown'])
}

function startTypists(
  { key, workspaceId }: First,
  pageId: string,
  address: () => string,
  { count = typists, repeatEvery = Infinity } = {},
): Typist[] {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  const document = schema.nodeFromJSON(parsed.document)
  const nextLetter = letterSource()
  const options = { address, key, workspaceId, pageId, document, nextLetter, repeatEvery }
  return Array.from({ length: count }, () => new Typist(options))
}

type Agent = {
  /** Words of the edits that were answered. */
  added: Set<string>
  stop: () => Promise<void>
}

/** Appends a paragraph after the other with a tool; a server that is away is asked again. */
function startAgent({ key, workspaceId }: First, pageId: string, address: () => string): Agent {
  const added = new Set<string>()
  const state = { isOver: false }
  const edit = async (text: string) => {
    const edits = { name: 'edit_page', arguments: { workspaceId, pageId, mode: 'append', text } }
    const response = await fetch(`${address()}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: edits }),
    })
    const { result } = JSON.parse(await response.text())
    assert.notEqual(result?.isError, true, JSON.stringify(result))
    assert.equal(response.status, 200)
  }
  const write = async () => {
    for (let count = 1; !state.isOver; count += 1) {
      const word = `agent${String(count).padStart(6, '0')}`
      const failure = await edit(word).catch((error: unknown) => error)
      // A killed server gives no answer: the edit is there or not.
      assert.ok(!(failure instanceof assert.AssertionError), String(failure))
      if (failure === undefined) added.add(word)
      await sleep(20)
    }
  }
  const writing = write()
  return {
    added,
    stop: () => {
      state.isOver = true
      return writing
    },
  }
}

/** Each is there once, though people type and press Enter in the middle of it. */
function assertWords(text: string, words: readonly string[]): void {
  const joined = text.replaceAll(/[\u3400-\uf8ff\s]/g, '')
  for (const word of words) assert.equal(joined.split(word).length, 2, word)
}

function acceptedBy(people: readonly Typist[]): string[] {
  return people.flatMap(({ acknowledged }) => [...acknowledged])
}

function assertNoFailures(people: readonly Typist[]): void {
  assert.deepEqual(
    people.flatMap(({ failures }) => failures),
    [],
  )
}

/** After a different number of batches each time, and at a different time of the next one. */
async function untilAccepted(people: readonly Typist[], round: number): Promise<void> {
  for (const person of people) person.type(lettersOfRound)
  const before = acceptedBy(people).length
  const enough = before + 20 + ((17 * round) % 100)
  await until(() => {
    assertNoFailures(people)
    return acceptedBy(people).length > enough
  })
  await sleep(Math.random() * 20)
}

/** Accepted letters are there, and no letter is there twice. */
function assertOnce(text: string, accepted: readonly string[]): void {
  const letters = lettersOf(text)
  const known = new Set(letters)
  assert.deepEqual(
    accepted.filter((letter) => !known.has(letter)),
    [],
  )
  assert.equal(letters.length, known.size)
}

/** Everything that was typed comes to be saved, once; all have the same document, which this gives. */
async function finish(people: readonly Typist[]): Promise<Node> {
  for (const person of people) person.stopTyping()
  people[0]?.write(`${lastWord} `)
  await until(() => {
    assertNoFailures(people)
    const isSaved = people.every(({ hasUnconfirmed }) => !hasUnconfirmed)
    return isSaved && new Set(people.map(({ version }) => version)).size === 1
  })
  const [document = assert.fail(), ...others] = people.map((person) => person.document)
  for (const other of others) assert.deepEqual(other.toJSON(), document.toJSON())
  const typed = people.flatMap((person) => [...person.typed])
  assert.deepEqual(lettersIn(document), new Map(typed.map((letter) => [letter, 1])))
  await Promise.all(people.map((person) => person.leave()))
  return document
}

/** Until the last word is found: then everything is in the document, its history and the search index. */
async function untilFound(call: Call, pageId: string): Promise<void> {
  await until(async () => {
    const { body } = await call('/v1/search/pages', { query: lastWord })
    return JSON.stringify(body).includes(pageId)
  })
}
