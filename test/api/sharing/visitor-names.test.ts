import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addLink, addPage } from '../../support/pages.ts'
import { addAgent, addPerson } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { openVisitor, type Visitor } from '../../support/web/visitor.ts'
import { inboxOf, mentionOf } from '../inbox/inboxes.ts'

let quire: TestServer
let workspaceId: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  workspaceId = quire.workspaceId
})
after(() => quire.close())

type Link = { id: string; url: string }

const open = (link: Link, name: string, by: Visitor = openVisitor(quire)) =>
  by.post<{ code: string }>(`/s/${link.id}/app/links/open`, {
    token: link.url.split('#')[1] ?? '',
    name,
  })

describe('a visitor with a name', () => {
  it('cannot take that of a member or agent, in other letters either, or claim a role', async () => {
    await addPerson(quire, 'Grace', 'MEMBER')
    await addAgent(quire, 'Release Bot', 'write')
    const link = await addLink(quire, await addPage(quire, 'Posing'), { level: 'comment' })
    const names = ['Ada Lovelace', 'ada  LOVELACE', 'Lovelace, Ada', 'Ada Lovelace Owner']
    names.push('Ad\u00E1 Lovelace', '\u0410d\u0430 Lovelace', '\uFF21da Lovelace', 'Ada Love1ace')
    names.push('Ada LoveIace', 'Grace Tester', 'Release Bot', 'release B0t', 'Owner', 'Zoe (Owner)')
    names.push('Zoe [member]', 'Zoe \uFF08Owner\uFF09')
    for (const name of names) {
      const { status, body } = await open(link, name)
      assert.deepEqual([status, body.code], [400, 'VALIDATION_FAILED'], name)
    }
    for (const name of [
      'Ada Smith',
      'Grace Tester ACME',
      'Zoe',
      '\u0411\u043E\u0431',
      '\u5C71\u7530',
      '\u{1F389}',
    ])
      assert.equal((await open(link, name)).status, 200, name)
  })

  it('notifies by a mention or an assignment only those who watch the page', async () => {
    const mia = await addPerson(quire, 'Mia', 'MEMBER')
    const otto = await addPerson(quire, 'Otto', 'MEMBER')
    const agent = await addAgent(quire, 'Helper', 'write')
    const pageId = await addPage(quire, 'Mentions of visitors')
    const watched = { workspaceId, pageId, includesSubpages: true }
    assert.equal((await quire.post('/v1/watches/add', watched, mia.key)).status, 200)
    const link = await addLink(quire, pageId, { level: 'write' })
    const browser = openVisitor(quire)
    assert.equal((await open(link, 'Bob', browser)).status, 200)
    const say = (path: string, body: object) =>
      browser.post(`/s/${link.id}${path}`, { workspaceId, pageId, ...body })
    const markdown = [mia, otto, agent].map((one) => mentionOf(one)).join(' and ')
    assert.equal((await say('/v1/comments/create', { markdown })).status, 200)
    const properties = { reviewer: `/members/${otto.userId}` }
    assert.equal((await say('/v1/pages/set-properties', { set: properties })).status, 200)
    const kindsOf = async ({ key }: { key: string }) =>
      (await inboxOf(quire, key).list()).entries
        .filter(({ page }) => page?.id === pageId)
        .map(({ kind }) => kind)
    assert.deepEqual(await kindsOf(mia), ['mention'])
    assert.deepEqual([await kindsOf(otto), await kindsOf(agent)], [[], []])
    // Of a member, as before.
    await quire.post('/v1/comments/create', { workspaceId, pageId, markdown })
    assert.deepEqual(await kindsOf(otto), ['mention'])
  })
})
