import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { type Address, createAddressGuard, readAllowedHosts } from './address-guard.ts'
import { exchange } from './exchange.ts'
import { openOutgoing, type Outgoing } from './outgoing.ts'

describe('outgoing', () => {
  let server: Server
  let port = 0
  let asked = 0
  const opened: Outgoing[] = []
  before(async () => {
    server = createServer((_request, response) => {
      asked += 1
      response.end('inside')
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    // SAFETY: a server that listens on a port has such an address.
    port = (server.address() as AddressInfo).port
  })
  after(async () => {
    await Promise.all(opened.map((outgoing) => outgoing.close()))
    server.closeAllConnections()
    server.close()
  })

  const open = (allowed: string, resolve?: (host: string) => Promise<Address[]>) => {
    const hosts = readAllowedHosts(allowed)
    assert.ok(hosts)
    const outgoing = openOutgoing(createAddressGuard(hosts, resolve))
    opened.push(outgoing)
    return outgoing
  }
  const send = (outgoing: Outgoing, url: string, way: 'guarded' | 'open' = 'guarded') =>
    exchange(outgoing[way], {
      url,
      headers: {},
      body: '{}',
      timeout: 3000,
      maxStoredAnswerBytes: 100,
      signal: undefined,
    })
  const refused = async (outgoing: Outgoing, url: string) => {
    const outcome = await send(outgoing, url)
    assert.ok(outcome.kind === 'failure')
    return outcome.code
  }

  it('connects to no address inside, however it is written', async () => {
    const before = asked
    const outgoing = open('')
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0.0.0.0',
      '[::ffff:127.0.0.1]',
      '[::1]',
      '169.254.169.254',
      'localhost',
    ]) {
      assert.equal(await refused(outgoing, `http://${host}:${port}/`), 'address_blocked', host)
    }
    assert.equal(asked, before)
  })

  it('holds to what was checked when a name leads elsewhere between the check and the connection', async () => {
    const before = asked
    const answers = ['93.184.216.34', '127.0.0.1', '127.0.0.1']
    let questions = 0
    const resolve = async () => {
      questions += 1
      return [{ address: answers.shift() ?? '127.0.0.1', family: 4 }]
    }
    const outgoing = open('', resolve)
    const url = `http://rebind.example:${port}/`
    assert.equal(await outgoing.guard.refusal(url), undefined)
    assert.equal(await refused(outgoing, url), 'address_blocked')
    assert.equal(questions, 2, 'asked once at saving and once at connecting')
    assert.equal(asked, before)
  })

  it('connects to the very address that was checked', async () => {
    let questions = 0
    const resolve = async () => {
      questions += 1
      return questions === 1 ? [{ address: '127.0.0.1', family: 4 }] : []
    }
    const outgoing = open('127.0.0.1', resolve)
    const outcome = await send(outgoing, `http://pinned.example:${port}/`)
    assert.ok(outcome.kind === 'answer')
    assert.equal(questions, 1)
    assert.equal(outgoing.addressOf(`http://pinned.example:${port}`), '127.0.0.1')
  })

  it('goes where it is opened, and anywhere for what the operator set', async () => {
    const url = `http://127.0.0.1:${port}/`
    assert.equal((await send(open('127.0.0.0/8'), url)).kind, 'answer')
    assert.equal((await send(open(''), url, 'open')).kind, 'answer')
  })
})
