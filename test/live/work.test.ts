import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newId } from '../../server/lib/ids.ts'
import type { StepJson } from '../../server/lib/live-messages.ts'
import { maxSteps } from '../../server/live/limits.ts'
import { steps as storedSteps } from '../../server/store/index.ts'
import { connectLive, insertion, type LiveClient, typing } from '../support/live.ts'
import { addLink, addPage } from '../support/pages.ts'
import { addPerson } from '../support/people.ts'
import { measureBlocking } from '../support/processes/event-loop.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { openVisitor, signIn } from '../support/web/visitor.ts'

/** Milliseconds of processor time of the main thread in one turn of the event loop. */
const maxBlockedMs = 50
/** Other programs on the machine make any figure larger, and none smaller: the least of several counts. */
const maxRounds = 10

let quire: TestServer
let address: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
})
after(() => quire.close())

type Block = { type: string; attrs?: object; content?: object[] }

const text = (value: string) => ({ type: 'text', text: value })
const paragraph = (value: string): Block => ({ type: 'paragraph', content: [text(value)] })
const paragraphs = (count: number, value = 'w') =>
  Array.from({ length: count }, (_, index) => paragraph(`${value}${index % 7}`))

/** A page with these blocks. */
const pageOf = async (content: readonly object[]) => {
  const pageId = await addPage(quire, 'Page')
  const { workspaceId } = quire
  const document = { type: 'doc', content }
  const { status } = await quire.post('/v1/pages/update', {
    workspaceId,
    pageId,
    content: document,
  })
  assert.equal(status, 200)
  return { pageId, version: 2 }
}

/** A person of their own for each attempt: what one has sent does not count for the next. */
const connect = async () => {
  const { key } = await addPerson(quire, `P${newId().slice(-8)}`, 'MEMBER')
  return connectLive(address, { authorization: `Bearer ${key}` })
}
const connectVisitor = async (pageId: string) => {
  const link = await addLink(quire, pageId, { level: 'write' })
  const browser = openVisitor(quire)
  const token = link.url.split('#')[1]
  await browser.post(`/s/${link.id}/app/links/open`, { token, name: 'Bob' })
  const cookie = `quire-visitor=${browser.cookies.get('quire-visitor')}`
  return connectLive(address, { cookie, origin: address }, `/s/${link.id}/app/live`)
}
const batch = (pageId: string, base: number, steps: readonly StepJson[]) => ({
  type: 'steps',
  pageId,
  base,
  id: newId(),
  steps,
})
const answerTo = ({ received }: LiveClient, { id }: { id: string }) =>
  until(() =>
    received.find(
      (one) =>
        (one.type === 'accepted' || one.type === 'refused' || one.type === 'batch') &&
        one.id === id,
    ),
  )

/** What becomes of one batch on a page of its own, and the longest turn that it caused. */
const send = async (
  content: readonly object[],
  steps: readonly StepJson[],
  by: (pageId: string) => Promise<LiveClient> = connect,
) => {
  let minMs = Infinity
  let outcome = ''
  for (let round = 0; round < maxRounds && !(minMs < maxBlockedMs); round += 1) {
    const { pageId, version } = await pageOf(content)
    const client = await by(pageId)
    await client.open({ ...quire, pageId }, version)
    const message = batch(pageId, version, steps)
    const { maxMs, result } = await measureBlocking(async () => {
      client.send(message)
      return answerTo(client, message)
    })
    minMs = Math.min(minMs, maxMs)
    outcome = result.type === 'refused' ? result.code : result.type
    await client.close()
  }
  assert.ok(minMs < maxBlockedMs, `${outcome} after a turn of ${Math.round(minMs)} ms`)
  return outcome
}
const times = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index))

describe('one batch', () => {
  it('of a visitor that copies a long text again and again is refused, to be saved by HTTP', async () => {
    const steps = times(600, (index) => insertion(1 + index * 2, 'y'))
    const long = [paragraph('x'.repeat(250_000))]
    assert.equal(await send(long, steps, connectVisitor), 'BATCH_TOO_LARGE')
  })

  it('that copies a long list of blocks again and again is refused', async () => {
    const count = 15_000
    const steps = times(maxSteps, (index) => insertion(1 + (maxSteps - 1 - index) * 4, 'y'))
    assert.equal(await send(paragraphs(count), steps), 'BATCH_TOO_LARGE')
    const bold = [{ type: 'bold' }]
    const texts = times(15_000, (index) => ({ ...text('ab'), ...(index % 2 && { marks: bold }) }))
    const inOne = times(maxSteps, (index) => insertion(1 + index * 2, 'y'))
    assert.equal(await send([{ type: 'paragraph', content: texts }], inOne), 'BATCH_TOO_LARGE')
  })

  it('that replaces a word everywhere on a page of 2,000 blocks is accepted', async () => {
    const steps = times(1000, (index) => insertion(1 + index * 5, 'y'))
    assert.equal(await send(paragraphs(2000), steps), 'accepted')
  })

  it('that marks the whole page again and again is refused', async () => {
    const mark = { type: 'bold' }
    const to = 4 * 10_000
    const steps = times(200, (index) => ({
      stepType: index % 2 === 0 ? 'addMark' : 'removeMark',
      from: 0,
      to,
      mark,
    }))
    assert.equal(await send(paragraphs(10_000), steps), 'BATCH_TOO_LARGE')
  })

  it('that writes thousands of other blocks in place of thousands is compared in linear time', async () => {
    const count = 6000
    const slice = { content: times(count, (index) => paragraph(`other ${index}`)) }
    const step = { stepType: 'replace', from: 0, to: count * 4, slice }
    assert.equal(await send(paragraphs(count), [step]), 'accepted')
  })

  it('with a table that would be mended by millions of cells is refused', async () => {
    const cell = (attrs: object) => ({ type: 'tableCell', attrs, content: [paragraph('c')] })
    const row = (attrs: object = {}) => ({ type: 'tableRow', content: [cell(attrs)] })
    const insert = (content: object[]) => [
      { stepType: 'replace', from: 0, to: 0, slice: { content: [{ type: 'table', content }] } },
    ]
    const wide = insert([row({ colspan: 1000 }), ...times(3000, () => row())])
    assert.equal(await send([paragraph('x')], wide), 'BATCH_TOO_LARGE')
    for (const attrs of [{ rowspan: 1e9 }, { colspan: 1e9 }, { rowspan: 1e9, colspan: 1e9 }]) {
      const outcome = await send([paragraph('x')], insert([row(attrs), row(), row()]))
      assert.match(outcome, /^(?:VALIDATION_FAILED|BATCH_TOO_LARGE|batch)$/)
    }
  })
})

describe('steps that change nothing', () => {
  const junk = 'J'.repeat(900_000)

  it('are refused where they carry much, and not stored beside others', async () => {
    for (const step of [
      { stepType: 'docAttr', attr: 'nothing', value: junk },
      { stepType: 'attr', pos: 0, attr: 'nothing', value: junk },
    ])
      assert.equal(await send([paragraph('hello')], [step]), 'NO_EFFECT')
    const small = [{ stepType: 'attr', pos: 0, attr: 'nothing', value: 'x' }]
    assert.equal(await send([paragraph('hello')], small), 'batch')
    const { pageId, version } = await pageOf([paragraph('hello')])
    const client = await connect()
    await client.open({ ...quire, pageId }, version)
    const steps = [insertion(1, 'a'), { stepType: 'attr', pos: 0, attr: 'nothing', value: junk }]
    const message = batch(pageId, version, steps)
    client.send(message)
    assert.equal((await answerTo(client, message)).type, 'batch')
    // Over what others did since.
    const late = batch(pageId, version, [...steps, insertion(2, 'b')])
    client.send(late)
    assert.equal((await answerTo(client, late)).type, 'batch')
    await client.close()
    const { workspaceId } = quire
    const address = { workspaceId, pageId }
    const rows = await storedSteps.since(quire.app.store, address, version, 10)
    assert.equal(rows.length, 2)
    assert.ok(rows.every((row) => row.steps.length + (row.notes?.length ?? 0) < 1000))
  })

  it('are not stored beside a move', async () => {
    const { pageId, version } = await pageOf([paragraph('one'), paragraph('two')])
    const client = await connect()
    await client.open({ ...quire, pageId }, version)
    const junkStep = { stepType: 'docAttr', attr: 'nothing', value: 'J'.repeat(50_000) }
    const steps = [
      junkStep,
      { stepType: 'replace', from: 0, to: 5 },
      junkStep,
      { stepType: 'replace', from: 5, to: 5, slice: { content: [paragraph('one')] } },
    ]
    const message = { ...batch(pageId, version, steps), moves: [{ remove: 1, insert: 3 }] }
    client.send(message)
    assert.equal((await answerTo(client, message)).type, 'batch')
    await client.close()
    const { workspaceId } = quire
    const [row] = await storedSteps.since(quire.app.store, { workspaceId, pageId }, version, 10)
    assert.ok((row?.steps.length ?? Infinity) < 1000)
    assert.deepEqual(JSON.parse(row?.notes ?? '').moves, [{ remove: 0, insert: 1 }])
  })

  it('together are refused: text that is inserted and removed again', async () => {
    const steps = [insertion(1, junk), { stepType: 'replace', from: 1, to: 1 + junk.length }]
    assert.equal(await send([paragraph('hello')], steps), 'BATCH_TOO_LARGE')
  })
})

describe('the journal of a workspace', () => {
  it('takes no more bytes than its files may have', async () => {
    const ada = await signIn(quire)
    const set = async (fileBytesPerWorkspace: number | null) => {
      const { status } = await ada.post('/app/server-settings/update', { fileBytesPerWorkspace })
      assert.equal(status, 200)
    }
    const { pageId, version } = await pageOf([paragraph('hello')])
    const client = await connect()
    await client.open({ ...quire, pageId }, version)
    const { workspaceId } = quire
    await set((await storedSteps.bytes(quire.app.store, workspaceId)) + 1500)
    const text = 'x'.repeat(1000)
    const first = typing(pageId, { base: version, at: 1, text })
    client.send(first)
    assert.equal((await answerTo(client, first)).type, 'accepted')
    const second = typing(pageId, { base: version + 1, at: 1, text })
    client.send(second)
    const refused = await answerTo(client, second)
    assert.equal(refused.type === 'refused' && refused.code, 'STORAGE_FULL')
    await set((await storedSteps.bytes(quire.app.store, workspaceId)) + 1500)
    // As the store counts them: three bytes a letter.
    const wide = typing(pageId, { base: version + 1, at: 1, text: '€'.repeat(1000) })
    client.send(wide)
    const refusedToo = await answerTo(client, wide)
    assert.equal(refusedToo.type === 'refused' && refusedToo.code, 'STORAGE_FULL')
    await set(null)
    client.send(second)
    await until(() =>
      client.received.some((one) => one.type === 'accepted' && one.id === second.id),
    )
    await client.close()
  })
})

describe('many batches', () => {
  it('over others are rebased in parts, and with too many of them the page is read again', async () => {
    const { pageId, version } = await pageOf(paragraphs(20))
    const writer = await connect()
    await writer.open({ ...quire, pageId }, version)
    const others = times(12, (index) =>
      batch(
        pageId,
        version + index,
        times(maxSteps, () => insertion(1, 'y')),
      ),
    )
    const { maxMs, result: accepted } = await measureBlocking(async () => {
      for (const [index, other] of others.entries()) {
        writer.send(other)
        if ((await answerTo(writer, other)).type === 'refused') return index
      }
      return others.length
    })
    assert.ok(accepted > 2, `${accepted}`)
    assert.ok(maxMs < 2 * maxBlockedMs, `${maxMs}`)
    const late = await connect()
    await late.open({ ...quire, pageId }, version)
    const message = batch(
      pageId,
      version,
      times(maxSteps, () => insertion(1, 'z')),
    )
    const { maxMs: lateMs } = await measureBlocking(async () => {
      late.send(message)
      const answer = await answerTo(late, message)
      assert.ok(answer.type === 'refused')
      assert.match(answer.code, /^(?:BATCH_TOO_LARGE|OUTDATED)$/)
    })
    assert.ok(lateMs < 2 * maxBlockedMs, `${lateMs}`)
    await Promise.all([writer.close(), late.close()])
  })
})
