import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { networkOf, widerNetworkOf } from '../../server/domain/administration/throttle.ts'
import { clock } from '../../server/lib/clock.ts'
import { addLink, addPage } from '../support/pages.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openVisitor, password, setPassword, signIn, type Visitor } from '../support/web/visitor.ts'

const realNow = clock.now
const email = 'ada@example.com'

let quire: TestServer
before(async () => {
  quire = await startServer({ trustProxy: true })
  await setPassword(quire, quire.userId)
})
after(() => quire.close())
afterEach(() => {
  clock.now = realNow
})

const enter = async (visitor: Visitor, address: string, given = password) => {
  const headers = { 'x-forwarded-for': address }
  return (await visitor.post('/app/session/create', { email, password: given }, headers)).status
}
const outsider = () => openVisitor(quire)

/** Guesses at one account from many addresses, until each is refused. */
async function guess(addresses: number, network: string): Promise<number> {
  let answered = 0
  for (let number = 1; number <= addresses; number += 1) {
    for (let count = 0; count < 10; count += 1) {
      const status = await enter(outsider(), `${network}.${number}`, 'guess')
      if (status === 401) answered += 1
    }
  }
  return answered
}

describe('guesses at the password of a share link from many addresses', () => {
  it('do not lock its visitors out, and get fewer and fewer answers', async () => {
    const secret = 'open sesame'
    const link = await addLink(quire, await addPage(quire, 'Locked'), { password: secret })
    const token = link.url.split('#')[1]
    const open = async (address: string, given: string) => {
      const headers = { 'x-forwarded-for': address }
      const path = `/s/${link.id}/app/links/open`
      return (await outsider().post(path, { token, password: given }, headers)).status
    }
    const guessFrom = async (network: string, addresses: number) => {
      let answered = 0
      for (let number = 1; number <= addresses; number += 1) {
        for (let count = 0; count < 10; count += 1) {
          if ((await open(`${network}.${number}`, 'guess')) === 401) answered += 1
        }
      }
      return answered
    }
    assert.equal(await guessFrom('198.51.100', 10), 100)
    assert.equal(await guessFrom('203.0.113', 12), 30)
    assert.equal(await open('192.0.2.1', secret), 200)
    assert.equal(await open('203.0.113.99', secret), 429, 'a neighbor of those who guess')
  })
})

describe('guesses at an account from many addresses', () => {
  it('do not lock its person out, and get fewer and fewer answers', async () => {
    const desk = await signIn(quire)
    assert.ok(desk.cookies.has('quire-device'))
    assert.equal(await guess(10, '198.51.100'), 100)
    // From now on it is three for an address and thirty for its neighbours.
    assert.equal(await guess(12, '203.0.113'), 30)

    assert.equal(await enter(outsider(), '192.0.2.1'), 200, 'a new browser at a new address')
    assert.equal(await enter(desk, '203.0.113.1'), 200, 'a known browser among those who guess')
  })

  it('count for a known browser by itself, which is refused after ten', async () => {
    const desk = await signIn(quire)
    const statuses = []
    for (let count = 0; count < 11; count += 1) {
      statuses.push(await enter(desk, `192.0.2.${count + 10}`, 'forgotten'))
    }
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429])
  })

  it('are not let through by what another person’s browser keeps, nor by one of last year', async () => {
    const desk = await signIn(quire)
    const device = desk.cookies.get('quire-device') ?? ''
    const at = (given: string, address: string) => {
      const visitor = outsider()
      visitor.cookies.set('quire-device', given)
      return enter(visitor, address)
    }
    assert.equal(await at(device, '203.0.113.2'), 200)
    assert.equal(await at(`${device}x`, '203.0.113.2'), 429)
    const start = Date.now()
    clock.now = () => start + 366 * 86_400_000
    await guess(10, '198.51.100')
    await guess(12, '203.0.113')
    assert.equal(await at(device, '203.0.113.3'), 429)
  })
})

describe('networks', () => {
  it('are what one customer has, and what one may have many of', () => {
    const of = (address: string) => [networkOf(address), widerNetworkOf(address)]
    assert.deepEqual(of('203.0.113.7'), ['203.0.113.7', '203.0.113.*'])
    assert.deepEqual(of('2001:db8:1:2:3::4'), ['2001:db8:1:2', '2001:db8:1'])
    assert.deepEqual(of('somewhere'), ['somewhere', 'somewhere'])
  })
})
