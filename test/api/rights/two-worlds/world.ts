import assert from 'node:assert/strict'
import { clock } from '../../../../server/lib/clock.ts'
import { listen, type Listening } from '../../../support/changes.ts'
import { addPage } from '../../../support/pages.ts'
import { addPerson, type Person } from '../../../support/people.ts'
import { addGuest, onlyFor, restrict } from '../../../support/sections.ts'
import { startServer, type TestServer } from '../../../support/server.ts'
import type { Event, Step } from './history.ts'

/** Hold every text of the section, so that a search for one finds nothing else. */
export const secretTitle = 'Xylophone zirconium'

export type World = {
  quire: TestServer
  outsiders: Record<string, Person>
  /** IDs of the pages outside of the section, in the order of creation. */
  pages: string[]
  /** What stands for each ID in an answer. */
  labels: Map<string, string>
  feed: Listening
  close: () => Promise<void>
}

const start = Date.UTC(2026, 0, 1)
const stepMs = 60_000

/** `hasSection`: it has a section that the outsiders cannot see. `hasGuest`: one of them sees only one page. */
export type Features = { hasSection: boolean; hasGuest: boolean }

export async function createWorld(
  history: readonly Event[],
  { hasSection, hasGuest }: Features,
): Promise<World> {
  let now = start
  clock.now = () => now
  const quire = await startServer({ rateLimit: 0 })
  const labels = new Map([
    [quire.workspaceId, '<workspace>'],
    [quire.userId, '<owner>'],
  ])
  const insider = await addPerson(quire, 'Insider', 'MEMBER')
  const outsiders: Record<string, Person> = {
    outsider: await addPerson(quire, 'Outsider', 'MEMBER'),
    viewer: await addPerson(quire, 'Viewer', 'VIEWER'),
    admin: await addPerson(quire, 'Admin', 'ADMIN'),
  }
  const open = [await addPage(quire, 'Handbook', { markdown: 'harbour' })]
  if (hasGuest) {
    const guest = await addGuest(quire, 'Guest', 'VIEWER')
    const shared = await addPage(quire, 'Shared', { parentId: open[0] ?? null, markdown: 'ledger' })
    await restrict(quire, shared, { grants: [{ principalId: guest.userId, level: 'comment' }] })
    open.push(shared)
    outsiders['guest'] = guest
  }
  const secret: string[] = []
  if (hasSection) {
    secret.push(await addPage(quire, secretTitle, { parentId: open[0] ?? null }))
    await restrict(quire, secret[0] ?? '', onlyFor({ [insider.userId]: 'manage' }))
  }
  const address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
  const { key } = outsiders['outsider'] ?? insider
  const listener = { workspaceId: quire.workspaceId, key }
  const feed = await listen(address, listener)
  const keeper: TestServer = {
    ...quire,
    userId: insider.userId,
    post: (path, body) => quire.post(path, body, insider.key),
  }
  for (const { isSecret, step } of history) {
    now += stepMs
    if (!isSecret) await take(quire, open, step)
    else if (hasSection) await take(keeper, secret, step)
  }
  for (const [index, id] of open.entries()) labels.set(id, `<page ${index}>`)
  const close = async () => {
    feed.stop()
    await quire.close()
  }
  return { quire, outsiders, pages: open, labels, feed, close }
}

/** Does a step where it is possible; what is not possible is refused in both worlds. */
async function take(quire: TestServer, pages: string[], step: Step): Promise<void> {
  const { workspaceId } = quire
  const of = (number: number) => pages[number % pages.length] ?? ''
  const send = (path: string, body: object) => quire.post<unknown>(path, { workspaceId, ...body })
  switch (step.do) {
    case 'create': {
      const [title = ''] = step.text.split(' ')
      const parentId = of(step.parent)
      const page = { parentId, title: `${title} ${pages.length}`, markdown: step.text }
      const { status, body } = await send('/v1/pages/create', page)
      if (status === 200) pages.push(String(Object(body).pageId))
      return
    }
    case 'write':
      await send('/v1/pages/update', { pageId: of(step.page), markdown: step.text })
      return
    case 'rename':
      await send('/v1/pages/update', { pageId: of(step.page), title: step.text })
      return
    case 'move':
      // The first page holds the section, and stays where it is.
      if (step.page % pages.length === 0) return
      await send('/v1/pages/move', { pageId: of(step.page), newParentId: of(step.parent) })
      return
    case 'delete':
      await send('/v1/pages/delete', { pageId: of(step.page) })
      return
    case 'restore':
      await send('/v1/pages/restore', { pageId: of(step.page) })
      return
    case 'comment':
      await send('/v1/comments/create', { pageId: of(step.page), markdown: step.text })
      return
    case 'upload': {
      const file = { fileName: 'note.txt', mimeType: 'text/plain' }
      const contentBase64 = Buffer.from(step.text).toString('base64')
      await send('/v1/page-files/upload-file', { pageId: of(step.page), ...file, contentBase64 })
      return
    }
    case 'visit':
      await send('/v1/recent/visit', { pageId: of(step.page) })
      return
  }
  assert.fail()
}
