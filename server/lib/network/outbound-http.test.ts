import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { type Address, createAddressGuard, readAllowedHosts } from './address-guard.ts'
import { exchange } from './exchange.ts'
import { openOutboundHttp, type OutboundHttp } from './outbound-http.ts'

describe('outbound HTTP', () => {
  let server: Server
  let port = 0
  let asked = 0
  const opened: OutboundHttp[] = []
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
    await Promise.all(opened.map((outboundHttp) => outboundHttp.close()))
    server.closeAllConnections()
    server.close()
  })

  const open = (allowed: string, resolve?: (host: string) => Promise<Address[]>) => {
    const hosts = readAllowedHosts(allowed)
    assert.ok(hosts)
    const outboundHttp = openOutboundHttp(createAddressGuard(hosts, resolve))
    opened.push(outboundHttp)
    return outboundHttp
  }
  const send = (outboundHttp: OutboundHttp, url: string, way: 'guarded' | 'open' = 'guarded') =>
    exchange(outboundHttp[way], {
      url,
      headers: {},
      body: '{}',
      timeout: 3000,
      maxStoredAnswerBytes: 100,
      signal: undefined,
    })
  const refused = async (outboundHttp: OutboundHttp, url: string) => {
    const outcome = await send(outboundHttp, url)
    assert.ok(outcome.kind === 'failure')
    return outcome.code
  }

  it('connects to no address inside, however it is written', async () => {
    const before = asked
    const outboundHttp = open('')
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
      assert.equal(await refused(outboundHttp, `http://${host}:${port}/`), 'address_blocked', host)
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
    const outboundHttp = open('', resolve)
    const url = `http://rebind.example:${port}/`
    assert.equal(await outboundHttp.guard.refusal(url), undefined)
    assert.equal(await refused(outboundHttp, url), 'address_blocked')
    assert.equal(questions, 2, 'asked once at saving and once at connecting')
    assert.equal(asked, before)
  })

  it('connects to the very address that was checked', async () => {
    let questions = 0
    const resolve = async () => {
      questions += 1
      return questions === 1 ? [{ address: '127.0.0.1', family: 4 }] : []
    }
    const outboundHttp = open('127.0.0.1', resolve)
    const outcome = await send(outboundHttp, `http://pinned.example:${port}/`)
    assert.ok(outcome.kind === 'answer')
    assert.equal(questions, 1)
    assert.equal(outboundHttp.addressOf(`http://pinned.example:${port}`), '127.0.0.1')
  })

  it('goes where it is opened, and anywhere for what the operator set', async () => {
    const url = `http://127.0.0.1:${port}/`
    assert.equal((await send(open('127.0.0.0/8'), url)).kind, 'answer')
    assert.equal((await send(open(''), url, 'open')).kind, 'answer')
  })
})
