import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ServerMessage } from '../../server/lib/live-messages.ts'
import { type Call, caller } from '../faults/caller.ts'
import { connectLive, deletion, type LiveClient, typing } from '../support/live.ts'
import { type Cluster, startCluster } from '../support/processes/cluster.ts'
import { runCommand } from '../support/processes/process.ts'
import { until } from '../support/until.ts'

const password = 'correct horse battery staple'
const email = 'grace@example.com'

describe('text that a write removes on another node', () => {
  let cluster: Cluster
  let call: Call
  let graceKey: string
  before(async () => {
    cluster = await startCluster(3)
    call = caller(nodeAddress(1), cluster.first)
    const { dataFolder, environment, first } = cluster
    const names = ['--first-name', 'Grace', '--last-name', 'Hopper']
    const settings = { dataFolder, environment, input: `${password}\n` }
    const added = await runCommand(['user', 'add', email, ...names, '--password-stdin'], settings)
    assert.equal(added.code, 0, added.stderr)
    await cluster.quire('member', 'add', first.slug, email)
    graceKey = JSON.parse((await cluster.quire('key', 'add', email, '--json')).stdout).key
  })
  after(() => cluster.close())

  const nodeAddress = (node: number) => cluster.nodes[node]?.address ?? assert.fail()
  const create = async (markdown: string): Promise<string> =>
    String((await call('/v1/pages/create', { title: 'Page', markdown })).body['pageId'])
  const openOn = async (node: number, key: string, pageId: string): Promise<LiveClient> => {
    const client = await connectLive(nodeAddress(node), { authorization: `Bearer ${key}` })
    await client.open({ workspaceId: cluster.first.workspaceId, pageId })
    return client
  }
  const type = async (client: LiveClient, pageId: string, base: number, text: string) => {
    client.send(typing(pageId, { base, at: 6, text }))
    await client.next('accepted')
  }
  const offered = async (client: LiveClient, version: number) => {
    await until(() => client.received.some((one) => 'version' in one && one.version >= version))
    return replacedIn(client)
  }
  /** The session of Grace in a browser at a node. */
  const signIn = async (node: number) => {
    const address = nodeAddress(node)
    const headers = { origin: address, 'sec-fetch-site': 'same-origin' }
    const answer = await fetch(`${address}/app/session/create`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    assert.equal(answer.status, 200, await answer.clone().text())
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    return { ...headers, cookie }
  }

  it('is not offered where someone typing on another node deleted it', async () => {
    const pageId = await create('Hello')
    const grace = await openOn(0, graceKey, pageId)
    const ada = await openOn(1, cluster.first.key, pageId)
    await type(grace, pageId, 1, ' typed')
    await until(() => ada.received.some((one) => one.type === 'batch' && one.version === 2))
    const { id } = typing(pageId, { base: 2, at: 1, text: '' })
    ada.send({ type: 'steps', pageId, base: 2, id, steps: [deletion(6, 12)] })
    assert.deepEqual(await offered(grace, 3), [])
    await Promise.all([grace.close(), ada.close()])
  })

  it('is offered to its author only, on whichever node that author is', async () => {
    const pageId = await create('Hello')
    const first = await openOn(0, graceKey, pageId)
    const other = await openOn(2, graceKey, pageId)
    const ada = await openOn(2, cluster.first.key, pageId)
    await type(first, pageId, 1, ' typed')
    const updated = await call('/v1/pages/update', { pageId, content: paragraph('Nothing') })
    assert.equal(updated.status, 200)
    for (const client of [first, other]) {
      const message = await client.next('replaced')
      assert.deepEqual([message.text, message.by.via], [' typed', 'api'])
    }
    assert.deepEqual(await offered(ada, 3), [])
    await Promise.all([first, other, ada].map((client) => client.close()))
  })

  it('is offered on a node that opened the page after it was typed', async () => {
    const pageId = await create('Hello')
    const first = await openOn(0, graceKey, pageId)
    await type(first, pageId, 1, ' one')
    await type(first, pageId, 2, ' two')
    await first.close()
    const second = await openOn(2, graceKey, pageId)
    await call('/v1/pages/update', { pageId, content: paragraph('Nothing') })
    assert.equal((await second.next('replaced')).text, ' two one')
    await second.close()
  })

  it('is offered where a browser wrote, and where the author typed in a browser', async () => {
    const pageId = await create('Hello')
    const headers = await signIn(0)
    const tab = await connectLive(nodeAddress(0), headers, '/app/live')
    await tab.open({ workspaceId: cluster.first.workspaceId, pageId })
    await type(tab, pageId, 1, ' typed')
    const ada = await openOn(1, cluster.first.key, pageId)
    await type(ada, pageId, 2, 'Ada')
    const browser = await signIn(2)
    const answer = await fetch(`${nodeAddress(2)}/v1/pages/update`, {
      method: 'POST',
      headers: { ...browser, 'content-type': 'application/json' },
      body: JSON.stringify({
        workspaceId: cluster.first.workspaceId,
        pageId,
        content: paragraph('Hello typed'),
      }),
    })
    assert.equal(answer.status, 200, await answer.text())
    const message = await ada.next('replaced')
    assert.deepEqual([message.text, message.by.via], ['Ada', 'web'])
    await call('/v1/pages/update', { pageId, content: paragraph('Hello') })
    assert.equal((await tab.next('replaced')).text, ' typed')
    assert.equal(replacedIn(tab).length, 1)
    await Promise.all([tab.close(), ada.close()])
  })
})

function replacedIn({ received }: LiveClient): ServerMessage[] {
  return received.filter((one) => one.type === 'replaced')
}

function paragraph(text: string) {
  return {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  }
}
