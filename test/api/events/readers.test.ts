import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { putMember } from '../../../server/domain/people/members.ts'
import { newId } from '../../../server/lib/ids.ts'
import { events } from '../../../server/store/index.ts'
import { type Listening, listen } from '../../support/changes.ts'
import { addComment, addFile, addPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { addGuest, grantOnly, restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'

describe('readers of GET /v1/changes with sections', () => {
  let quire: TestServer
  let address: string
  let mia: Person
  let guest: Person
  let shared: string
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
    address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
    mia = await addPerson(quire, 'Mia', 'MEMBER')
    guest = await addGuest(quire, 'Guest', 'VIEWER')
    shared = await addPage(quire, 'Shared')
    const grants = [{ principalId: guest.userId, level: 'read' }]
    await restrict(quire, shared, { grants })
  })
  after(() => quire.close())

  const open = async ({ key }: Pick<Person, 'key'>) => {
    const stream = await listen(address, { ...quire, key })
    await stream.until(1)
    return stream
  }
  /** Waits until the listener has what happened so far: a comment on a page that all can read comes behind it. */
  const catchUp = async (stream: Listening) => {
    const commentId = await addComment(quire, shared)
    const isThere = () => stream.received.some(({ data }) => data['commentId'] === commentId)
    while (!isThere()) await stream.until(stream.received.length + 1)
  }
  /** Types of what the listener received before a comment on a page that all can read. */
  const received = async (stream: Listening) => {
    await catchUp(stream)
    stream.stop()
    return stream.received
      .slice(1)
      .filter(({ data }) => data['type'] !== 'comment.created')
      .map(({ data }) => [data['type'], data['userId']])
  }
  const put = (userId: string, role: 'MEMBER' | 'VIEWER') =>
    putMember(quire.app.store, quire.workspaceId, { userId, role }, { userId, via: 'cli' })

  it('who are guests learn only of their own membership', async () => {
    const [ofGuest, ofMember] = [await open(guest), await open(mia)]
    const max = await addPerson(quire, 'Max', 'MEMBER')
    // What a stream has not read yet, it reads with the rights of that moment.
    await catchUp(ofGuest)
    await put(guest.userId, 'MEMBER')
    assert.deepEqual(await received(ofGuest), [['member.updated', guest.userId]])
    assert.deepEqual(await received(ofMember), [
      ['member.joined', max.userId],
      ['member.updated', guest.userId],
    ])
  })

  it('receive events of files on the pages that they can read', async () => {
    const secret = await addPage(quire, 'Secret')
    await grantOnly(quire, secret, { [quire.userId]: 'manage' })
    const [ofGuest, ofMember, ofOwner] = [await open(guest), await open(mia), await open(quire)]
    const { workspaceId } = quire
    for (const [pageId, fileName] of [
      [secret, 'secret.txt'],
      [shared, 'shared.txt'],
    ] as const) {
      const fileId = await addFile(quire, pageId)
      const renamed = { workspaceId, fileId, name: fileName }
      assert.equal((await quire.post('/v1/files/rename', renamed)).status, 200)
    }
    const [forGuest, forMember, forOwner] = [
      await received(ofGuest),
      await received(ofMember),
      await received(ofOwner),
    ]
    assert.ok(forGuest.length > 1)
    assert.deepEqual(forMember, forGuest)
    assert.equal(forOwner.length, forGuest.length * 2)
    const seen = JSON.stringify([ofGuest.received, ofMember.received])
    assert.ok(seen.includes('shared.txt') && !seen.includes('secret.txt'))
  })

  it('receive no unknown events, once there are sections', async () => {
    const { workspaceId, userId: actorId, app } = quire
    const [ofMember, ofOwner] = [await open(mia), await open(quire)]
    const row = { workspaceId, id: newId(), type: 'page.painted', actorId, via: 'api', data: '{}' }
    await app.store.transactIn({ workspaceId }, (transaction) =>
      events.append(transaction, { ...row, createdAt: 1 }),
    )
    assert.deepEqual(await received(ofMember), [])
    assert.deepEqual(await received(ofOwner), [])
  })
})
