import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Call, caller } from '../faults/caller.ts'
import { connectLive, type LiveClient, typing } from '../support/live.ts'
import { type Cluster, startCluster } from '../support/processes/cluster.ts'
import { until } from '../support/until.ts'

describe('live pages on three nodes', () => {
  let cluster: Cluster
  let call: Call
  before(async () => {
    cluster = await startCluster(3)
    call = caller(cluster.address, cluster.first)
  })
  after(() => cluster.close())

  const create = async (markdown: string): Promise<string> => {
    const created = await call('/v1/pages/create', { title: 'Page', markdown })
    assert.equal(created.status, 200, JSON.stringify(created.body))
    return String(created.body['pageId'])
  }
  const markdownOf = async (pageId: string, ask = call) =>
    String((await ask('/v1/pages/markdown', { pageId })).body['markdown'])
  const connectAll = (pageId: string): Promise<LiveClient[]> =>
    Promise.all(
      cluster.nodes.map(async ({ address }) => {
        const client = await connectLive(address, { authorization: `Bearer ${cluster.first.key}` })
        await client.open({ workspaceId: cluster.first.workspaceId, pageId })
        return client
      }),
    )
  const versionOf = ({ received }: LiveClient) =>
    Math.max(0, ...received.flatMap((one) => ('version' in one ? [one.version] : [])))

  const agentsSeenBy = ({ received }: LiveClient) =>
    received
      .flatMap((one) => (one.type === 'presence' ? one.people : []))
      .filter(({ client }) => client !== undefined)

  it('exchange batches, in one order, and see each other', async () => {
    const pageId = await create('Hello')
    const clients = await connectAll(pageId)
    const rounds = 10
    const sent = new Set<string>()
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, client] of clients.entries()) {
        const batch = typing(pageId, { base: 1, at: 6, text: String(index) })
        sent.add(batch.id)
        client.send(batch)
      }
    }
    const last = 1 + rounds * clients.length
    for (const client of clients) {
      await until(() => versionOf(client) === last)
      const batches = client.received.flatMap((one) =>
        one.type === 'batch' || one.type === 'accepted' ? [one] : [],
      )
      assert.deepEqual(
        batches.map(({ version }) => version),
        Array.from({ length: last - 1 }, (_, index) => index + 2),
      )
      assert.deepEqual(new Set(batches.map(({ id }) => id)), sent)
      await until(() => {
        const shown = client.received.findLast((one) => one.type === 'presence')
        return shown?.type === 'presence' && shown.people.length === clients.length
      })
    }
    const texts = await Promise.all(
      cluster.nodes.map(({ address }) => markdownOf(pageId, caller(address, cluster.first))),
    )
    assert.equal(new Set(texts).size, 1)
    assert.equal(texts[0]?.length, 'Hello\n'.length + last - 1)
    const [first, second] = clients
    second?.send({ type: 'cursor', pageId, version: last, anchor: 2, head: 3 })
    await until(() => first?.received.some((one) => one.type === 'cursor' && one.anchor === 2))
    await Promise.all(clients.map((client) => client.close()))
  })

  it('accept groups of batches at the same time, and refuse none', async () => {
    const pageId = await create('Hello')
    const clients = await connectAll(pageId)
    const count = 40
    for (const client of clients) {
      const batches = Array.from({ length: count }, () =>
        typing(pageId, { base: 1, at: 6, text: 'x' }),
      )
      client.send(...batches)
    }
    const last = 1 + count * clients.length
    for (const client of clients) {
      await until(() => {
        const refused = client.received.filter((one) => one.type === 'refused')
        assert.deepEqual(refused, [])
        return versionOf(client) === last
      })
    }
    await Promise.all(clients.map((client) => client.close()))
  })

  it('send on what an agent writes through any of them', async () => {
    const pageId = await create('Hello')
    const clients = await connectAll(pageId)
    await call('/v1/pages/edit', { pageId, mode: 'append', text: 'From an agent.' })
    for (const client of clients) {
      const batch = await client.next('batch')
      assert.deepEqual([batch.version, batch.author.isAgent], [2, true])
    }
    await call('/v1/comments/create', { pageId, markdown: 'Done.' })
    for (const client of clients) {
      const agent = await until(() => agentsSeenBy(client)[0])
      assert.equal(agent.client, 'node')
    }
    await Promise.all(clients.map((client) => client.close()))
  })

  it('lose nothing that was accepted when one of them is killed', async () => {
    const pageId = await create('Hello')
    const [first, second, third] = await connectAll(pageId)
    assert.ok(first && second && third)
    const accepted = new Set<string>()
    for (let round = 0; round < 20; round += 1) {
      third.send(typing(pageId, { base: 1, at: 6, text: 'x' }))
    }
    await third.next('accepted')
    await cluster.nodes[2]?.stop('SIGKILL')
    await third.closed
    for (const one of third.received) {
      if (one.type === 'accepted' || one.type === 'batch') accepted.add(one.id)
    }
    first.send(typing(pageId, { base: 1, at: 1, text: 'y' }))
    await until(() => first.received.some((one) => one.type === 'accepted' || one.type === 'batch'))
    await until(() => {
      const known = second.received.flatMap((one) => (one.type === 'batch' ? [one.id] : []))
      return accepted.isSubsetOf(new Set(known))
    })
    const letters = (await markdownOf(pageId)).match(/x/g)?.length ?? 0
    assert.ok(letters >= accepted.size)
    await Promise.all([first.close(), second.close()])
  })
})
