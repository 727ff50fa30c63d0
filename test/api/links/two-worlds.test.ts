import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { putMember } from '../../../server/domain/people/members.ts'
import { addPage } from '../../support/pages.ts'
import { addPerson, addWorkspace, type Person } from '../../support/people.ts'
import { grantOnly } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'

/**
 * Two workspaces with the same pages for a member; the first has a section besides, whose pages link, name and tag the
 * others. Every operation must answer as if it were not there.
 */
type World = {
  workspaceId: string
  /** The titles of its pages by ID. */
  titles: Map<string, string>
  ids: Map<string, string>
}

let quire: TestServer
let member: Person
let guarded: World
let plain: World
const hiddenId = () => guarded.ids.get('Hidden plan') ?? ''

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  member = await addPerson(quire, 'Mia', 'MEMBER')
  guarded = worldOf(quire.workspaceId)
  plain = worldOf(await addWorkspace(quire, 'Plain'))
  const actor = { userId: quire.userId, via: 'cli' } as const
  await putMember(quire.app.store, plain.workspaceId, { ...member, role: 'MEMBER' }, actor)
  await add(guarded, 'Hidden section')
  await add(guarded, 'Hidden plan', '# Aim\n\nA #secret and an #idea.', 'Hidden section')
  for (const world of [guarded, plain]) await addOpen(world)
  await addHidden()
  const section = guarded.ids.get('Hidden section') ?? ''
  await grantOnly(quire, section, { [quire.userId]: 'manage' })
})
after(() => quire.close())

function worldOf(workspaceId: string): World {
  return { workspaceId, titles: new Map(), ids: new Map() }
}

async function add(world: World, title: string, markdown = '', under?: string): Promise<void> {
  const { workspaceId, ids, titles } = world
  const parentId = under === undefined ? {} : { parentId: ids.get(under) ?? null }
  const pageId = await addPage(quire, title, { workspaceId, markdown, ...parentId })
  ids.set(title, pageId)
  titles.set(pageId, title)
}

/** Pages of both worlds. */
async function addOpen(world: World): Promise<void> {
  const link = (title: string, anchor = '') =>
    `[${title}](/pages/${world.ids.get(title) ?? hiddenId()}${anchor})`
  await add(world, 'Roadmap', '# Aim\n\nThe #idea of all.\n\n## Next')
  await add(world, 'Notes', `See ${link('Roadmap', '#next')}, and #ideas. We read Roadmap often.`)
  await add(world, 'Alone', 'Nothing leads here. The Roadmap does not.')
  await add(world, 'Above', 'It has a page below.')
  await add(world, 'Below', `Broken: ${link('Roadmap', '#gone')}, ${link('Hidden plan')}.`, 'Above')
}

/** Pages in the section, which say things of the others. */
async function addHidden(): Promise<void> {
  for (const [number, title] of ['Roadmap', 'Alone', 'Notes'].entries()) {
    const markdown = `[${title}](/pages/${guarded.ids.get(title)}) #idea #alpha. We read Roadmap.`
    await add(guarded, `Hidden ${number}`, markdown, 'Hidden section')
  }
  await add(guarded, 'Hidden 3', 'We read Roadmap often, and #idea.', 'Hidden section')
}

/** The answer to a member in a world, with titles for IDs and without times. */
async function answerOf(world: World, path: string, input: object): Promise<string> {
  const { workspaceId, ids, titles } = world
  const named = JSON.stringify({ workspaceId, ...input }).replaceAll(
    /"@([^"]+)"/g,
    (_, title: string) => `"${ids.get(title)}"`,
  )
  const { status, body } = await quire.post(path, JSON.parse(named), member.key)
  const text = JSON.stringify({ status, body })
    .replaceAll(/"updatedAt":"[^"]+"/g, '"updatedAt":""')
    .replaceAll(/"score":[\d.]+/g, '"score":0')
  const known = text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (id) =>
    id === hiddenId() ? 'unknown' : (titles.get(id) ?? id),
  )
  return known.replaceAll(workspaceId, 'workspace')
}

describe('the member of a workspace with hidden pages', () => {
  const asked: [string, object][] = [
    ['page-links/backlinks', { pageId: '@Roadmap' }],
    ['page-links/backlinks', { pageId: '@Roadmap', limit: 1 }],
    ['page-links/backlinks', { pageId: '@Alone' }],
    ['page-links/backlinks', { pageId: '@Notes' }],
    ['page-links/mentions', { pageId: '@Roadmap' }],
    ['page-links/mentions', { pageId: '@Roadmap', limit: 1 }],
    ['page-links/broken', {}],
    ['page-links/broken', { limit: 1 }],
    ['page-links/broken', { pageId: '@Below' }],
    ['page-links/orphans', {}],
    ['page-links/orphans', { limit: 1 }],
    ['page-links/preview', { pageId: '@Below' }],
    ['page-links/anchors', { pageId: '@Roadmap' }],
    ['page-links/titles', { pageIds: ['@Roadmap', '@Alone'] }],
    ['tags/list', {}],
    ['tags/list', { prefix: 'a' }],
    ['tags/list', { prefix: 'sec' }],
    ['tags/list', { limit: 1 }],
    ['tags/pages', { tag: 'idea' }],
    ['tags/pages', { tag: 'idea', limit: 1 }],
    ['tags/pages', { tag: 'secret' }],
    ['tags/rename', { tag: 'secret', newName: 'known' }],
    ['tags/rename', { tag: 'alpha', newName: 'beta' }],
    ['search/find', { query: 'idea', tag: 'idea' }],
    ['search/find', { query: 'aim', tag: 'secret' }],
  ]
  for (const [name, input] of asked) {
    it(`gets the same from ${name} with ${JSON.stringify(input)}`, async () => {
      const [here, there] = [guarded, plain].map((world) => answerOf(world, `/v1/${name}`, input))
      const [inGuarded, inPlain] = [await here, await there]
      assert.equal(inGuarded, inPlain)
      assert.doesNotMatch(inGuarded ?? '', /Hidden \d|Hidden section/)
    })
  }

  for (const name of ['backlinks', 'mentions', 'broken', 'preview', 'anchors'] as const) {
    it(`gets from ${name} of a hidden page what a missing one has`, async () => {
      const path = `/v1/page-links/${name}`
      const ask = (pageId: string) =>
        quire.post(path, { workspaceId: guarded.workspaceId, pageId }, member.key)
      const [hidden, missing] = [hiddenId(), guarded.workspaceId]
      const answers = [await ask(hidden), await ask(missing)]
      const [one, other] = answers.map(({ status, body }, index) =>
        JSON.stringify({ status, body }).replaceAll([hidden, missing][index] ?? '', 'page'),
      )
      assert.equal(one, other)
    })
  }

  it('can link no page to a hidden one, and learns no title of it', async () => {
    const { workspaceId, ids } = guarded
    const link = { workspaceId, pageId: ids.get('Notes'), block: 1, targetPageId: hiddenId() }
    const refused = await quire.post('/v1/page-links/link', link, member.key)
    assert.equal(refused.body.code, 'PAGE_NOT_FOUND')
    const titles = await quire.post(
      '/v1/page-links/titles',
      { workspaceId, pageIds: [hiddenId(), ids.get('Notes')] },
      member.key,
    )
    assert.deepEqual(titles.body, {
      pages: [{ id: ids.get('Notes'), title: 'Notes', icon: null, formerTitles: [] }],
    })
  })
})
