import assert from 'node:assert/strict'
import { clock } from '../../../../server/lib/clock.ts'
import { listen, type Listening } from '../../../support/changes.ts'
import { openHosts, quickly } from '../../../support/outside/webhooks.ts'
import { addPage } from '../../../support/pages.ts'
import { addPerson, type Person } from '../../../support/people.ts'
import { addGuest, restrict } from '../../../support/sections.ts'
import { startServer, type TestServer } from '../../../support/server.ts'
import { publish, type SiteBody } from '../../../support/sites.ts'
import type { Event } from './history.ts'
import { addReceivers, type Receivers } from './receivers.ts'
import { type Part, take, takeHidden } from './steps.ts'

/** Hold every text of the section, so that a search for one finds nothing else. */
export const secretTitle = 'Xylophone zirconium'

export type World = {
  quire: TestServer
  outsiders: Record<string, Person>
  /** IDs of the pages outside of the section, in the order of creation. */
  pages: string[]
  /** What stands for each ID in an answer. */
  labels: Map<string, string>
  /** What was answered to each step outside of the section. */
  answers: unknown[]
  feed: Listening
  receivers: Receivers
  /** Of the first page. */
  site: SiteBody
  close: () => Promise<void>
}

const start = Date.UTC(2026, 0, 1)
const stepMs = 60_000
/**
 * After which steps webhooks and chats are sent what happened: what is sent tells the present state of a page. Five
 * minutes, for which a chat is not notified of a page again, end between them.
 */
const deliveries = new Set([12, 15, 23, 31])

/** `hasSection`: it has a section that the outsiders cannot see. `hasGuest`: one of them sees only one page. */
export type Features = { hasSection: boolean; hasGuest: boolean }

export async function createWorld(
  history: readonly Event[],
  { hasSection, hasGuest }: Features,
): Promise<World> {
  let now = start
  clock.now = () => now
  const allowedHosts = openHosts('127.0.0.1')
  const quire = await startServer({ rateLimit: 0, allowedHosts, webhooks: quickly })
  const insider = await addPerson(quire, 'Insider', 'MEMBER')
  const admin = await addPerson(quire, 'Admin', 'ADMIN')
  const outsiders: Record<string, Person> = {
    outsider: await addPerson(quire, 'Outsider', 'MEMBER'),
    viewer: await addPerson(quire, 'Viewer', 'VIEWER'),
    admin,
  }
  const first = await addPage(quire, 'Handbook', { markdown: 'harbour' })
  const open: Part = { quire, pages: [first], files: [] }
  if (hasGuest) {
    const guest = await addGuest(quire, 'Guest', 'VIEWER')
    const shared = await addPage(quire, 'Shared', { parentId: first, markdown: 'ledger' })
    await restrict(quire, shared, { grants: [{ principalId: guest.userId, level: 'comment' }] })
    open.pages.push(shared)
    outsiders['guest'] = guest
  }
  const site = await publish(quire, first)
  const receivers = await addReceivers(quire, admin, first)
  const feed = await listenAs(quire, outsiders['outsider'] ?? insider)
  const secret: Part = { quire: asPerson(quire, insider), pages: [], files: [] }
  if (hasSection) secret.pages.push(await addSection(secret.quire, first))
  const answers: unknown[] = []
  for (const [index, { isSecret, step }] of history.entries()) {
    now += stepMs
    // Its files are then on no page: in a workspace without any section, everyone finds them.
    if (step.do === 'purge' && !hasGuest) continue
    if (!isSecret) answers.push(await take(open, step, secret))
    else if (hasSection) await takeHidden(secret, step, open)
    if (deliveries.has(index)) await receivers.deliver()
  }
  await receivers.deliver()
  const close = async () => {
    feed.stop()
    await quire.close()
    await receivers.close()
  }
  const labels = new Map([
    [quire.workspaceId, '<workspace>'],
    [quire.userId, '<owner>'],
    ...open.pages.map((id, index) => [id, `<page ${index}>`] as const),
  ])
  return { quire, outsiders, pages: open.pages, labels, answers, feed, receivers, site, close }
}

async function listenAs({ server, workspaceId }: TestServer, { key }: Person): Promise<Listening> {
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  return listen(address, { workspaceId, key })
}

function asPerson(quire: TestServer, { userId, key }: Person): TestServer {
  return { ...quire, userId, post: (path, body) => quire.post(path, body, key) }
}

/** A private page, moved below a page of all members. */
async function addSection(keeper: TestServer, parentId: string): Promise<string> {
  const { workspaceId } = keeper
  const page = { workspaceId, title: secretTitle }
  const { body } = await keeper.post<{ pageId: string }>(
    '/v1/permissions/create-private-page',
    page,
  )
  const move = { workspaceId, pageId: body.pageId, newParentId: parentId }
  assert.equal((await keeper.post('/v1/pages/move', move)).status, 200)
  return body.pageId
}
