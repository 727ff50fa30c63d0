import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, afterEach, before, describe, it } from 'node:test'
import { clock, dayMs } from '../../../server/lib/clock.ts'
import { statement } from '../../../server/store/statement.ts'
import { lastAudit } from '../../support/audit.ts'
import { addFile, addPage, unknownId } from '../../support/pages.ts'
import { addAgent, addPerson, type Person } from '../../support/people.ts'
import { onlyFor, restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { addSkill, publishSkill, rewrite } from '../../support/skills/skills.ts'
import { signIn } from '../../support/web/visitor.ts'

const realNow = clock.now

let quire: TestServer
let skill: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  skill = await addSkill(quire, 'Private skill', 'Run scripts/run.sh.')
  await addFile(quire, skill, { name: 'run.sh', content: '#!/bin/sh\n' })
  await publishSkill(quire, skill)
  await restrict(quire, skill, onlyFor({ [quire.userId]: 'manage' }))
})
afterEach(() => {
  clock.now = realNow
})
after(() => quire.close())

type Link = { id: string; url?: string; pageId: string | null; expiresAt: string }
type Index = { skills: { name: string; url: string; digest: string; files: string[] }[] }

type Path = '/v1/skill-links/create' | '/v1/skill-links/list' | '/v1/skill-links/revoke'
const post = <Body = Link>(path: Path, body: object, key?: string) =>
  quire.post<Body>(path, { workspaceId: quire.workspaceId, ...body }, key)
const get = (url: string) => quire.server.inject({ method: 'GET', url })

/** A link to one skill, or to all of them. */
async function create(body: object = { pageId: skill }, key?: string) {
  const answer = await post('/v1/skill-links/create', body, key)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return { ...answer.body, url: answer.body.url ?? '' }
}

const indexOf = (url: string) => get(`${url}/.well-known/agent-skills/index.json`)

/** The names of what is served at a link; null if it does not work. */
async function served(url: string): Promise<string[] | null> {
  const answer = await indexOf(url)
  if (answer.statusCode === 404) return null
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json<Index>().skills.map(({ name }) => name)
}

describe('skill-links/create', () => {
  it('is refused to those who may not publish the skill, and to agents', async () => {
    const member = await addPerson(quire, 'Mia', 'MEMBER')
    assert.equal((await post('/v1/skill-links/create', { pageId: skill }, member.key)).status, 404)
    assert.equal((await post('/v1/skill-links/create', { pageId: unknownId })).status, 404)
    assert.equal(
      (await post('/v1/skill-links/create', { pageId: await addPage(quire, 'Text') })).status,
      404,
    )
    const open = await addSkill(quire, 'Open', 'Text.')
    const agent = await addAgent(quire, 'Bot', 'write')
    for (const key of [member.key, agent.key]) {
      assert.equal((await post('/v1/skill-links/create', { pageId: open }, key)).status, 403)
      assert.equal((await post('/v1/skill-links/create', {}, key)).status, 403, 'all skills')
      assert.equal((await post('/v1/skill-links/list', { pageId: open }, key)).status, 403)
    }
  })

  it('is refused without a time to come, or for more than a year', async () => {
    for (const days of [-1, 367]) {
      const expiresAt = new Date(realNow() + days * dayMs).toISOString()
      const { status } = await post('/v1/skill-links/create', { pageId: skill, expiresAt })
      assert.equal(status, 400, expiresAt)
    }
    assert.equal(
      (await post('/v1/skill-links/create', { pageId: skill, expiresAt: 'soon' })).status,
      400,
    )
  })

  it('returns the URL once, and is in the audit log without it', async () => {
    const link = await create()
    assert.match(link.url, /^\/skill-links\/[\w-]{32}$/)
    const { links } = (await post<{ links: Link[] }>('/v1/skill-links/list', { pageId: skill }))
      .body
    const listed = links.find(({ id }) => id === link.id)
    assert.deepEqual([listed?.pageId, listed?.url], [skill, undefined])
    const days = Math.round((Date.parse(link.expiresAt) - realNow()) / dayMs)
    assert.equal(days, 30)
    const entry = await lastAudit(quire, 'skill-link.create')
    assert.equal(entry.subject, link.id)
    assert.ok(!JSON.stringify(entry).includes(link.url.split('/').at(-1) ?? ''))
  })
})

describe('a skill link', () => {
  it('serves a private skill to whoever has it, with every file and its digest', async () => {
    const { url } = await create()
    const answer = await indexOf(url)
    assert.equal(answer.headers['cache-control'], 'private, no-store')
    const [only, ...others] = answer.json<Index>().skills
    assert.deepEqual(others, [])
    assert.deepEqual(only?.files, ['SKILL.md', 'scripts/run.sh'])
    const packed = await get(only.url)
    const sha256 = createHash('sha256').update(packed.rawPayload).digest('hex')
    assert.equal(only.digest, `sha256:${sha256}`)
    const folder = `${url}/.well-known/agent-skills/private-skill`
    assert.equal((await get(`${folder}/scripts/run.sh`)).body, '#!/bin/sh\n')
    assert.match((await get(`${folder}/SKILL.md`)).body, /^---\n/)
    assert.equal((await get(`${folder}/other.md`)).statusCode, 404)
    const everyone = await get('/.well-known/agent-skills/index.json')
    assert.deepEqual(everyone.json<Index>().skills, [], 'it is not public')
  })

  it('serves nothing with a changed token, once it is revoked, or once it has expired', async () => {
    const one = await create()
    const changed = one.url.endsWith('A') ? `${one.url.slice(0, -1)}B` : `${one.url.slice(0, -1)}A`
    for (const url of [changed, one.url.slice(0, -1), '/skill-links/x']) {
      assert.equal(await served(url), null, url)
    }
    const soon = await create({
      pageId: skill,
      expiresAt: new Date(realNow() + dayMs).toISOString(),
    })
    assert.deepEqual(await served(soon.url), ['private-skill'])
    clock.now = () => realNow() + dayMs + 1000
    assert.equal(await served(soon.url), null)
    const file = `${soon.url}/.well-known/agent-skills/private-skill/SKILL.md`
    assert.equal((await get(file)).statusCode, 404)
    assert.deepEqual(await served(one.url), ['private-skill'])
    clock.now = realNow
    const other = await addSkill(quire, 'Other', 'Text.')
    const ofOther = await post('/v1/skill-links/revoke', { pageId: other, linkId: one.id })
    assert.equal(ofOther.status, 404, 'the link of another skill')
    assert.equal(
      (await post('/v1/skill-links/revoke', { pageId: skill, linkId: one.id })).status,
      200,
    )
    assert.equal((await get(file.replace(soon.url, one.url))).statusCode, 404)
    assert.equal(await served(one.url), null)
    assert.equal(
      (await post('/v1/skill-links/revoke', { pageId: skill, linkId: one.id })).status,
      404,
    )
    assert.equal((await lastAudit(quire, 'skill-link.revoke')).subject, one.id)
  })

  it('serves the published version, and never the draft', async () => {
    const member = await addPerson(quire, 'Wri', 'MEMBER')
    const { workspaceId } = quire
    const page = { workspaceId, title: 'Drafted', ownership: 'SKILL', markdown: 'First.' }
    const created = await quire.post<{ pageId: string }>('/v1/pages/create', page, member.key)
    const { pageId } = created.body
    const { url } = await create({ pageId })
    const file = `${url}/.well-known/agent-skills/drafted/SKILL.md`
    assert.deepEqual(await served(url), [], 'it is not published')
    await publishSkill(quire, pageId)
    await rewrite(quire, pageId, 'Changed.', member.key)
    assert.match((await get(file)).body, /First\.\n$/)
    await publishSkill(quire, pageId)
    assert.match((await get(file)).body, /Changed\.\n$/)
  })

  const lose: Record<string, (person: Person, pageId: string) => Promise<unknown>> = {
    'manages the skill no longer': (person, pageId) =>
      restrict(quire, pageId, onlyFor({ [quire.userId]: 'manage', [person.userId]: 'write' })),
    'cannot read the skill any more': ({ userId }, pageId) =>
      restrict(quire, pageId, { grants: [{ principalId: userId, level: null }] }),
    'has left the workspace': ({ userId }) => asOwner('members/remove', { userId }),
    'is disabled': ({ userId }) => disable(userId),
    'put the skill into the trash': async (_person, pageId) => {
      const { workspaceId } = quire
      await quire.post('/v1/pages/delete', { workspaceId, pageId })
    },
  }
  for (const [index, [reason, act]] of Object.entries(lose).entries()) {
    it(`ends when its creator ${reason}`, async () => {
      const person = await addPerson(quire, `Pia${index}`, 'MEMBER')
      const pageId = await addSkill(quire, 'Shared', 'Text.')
      await publishSkill(quire, pageId)
      const access = { [quire.userId]: 'manage', [person.userId]: 'manage' } as const
      await restrict(quire, pageId, onlyFor(access))
      const pia = await signIn(quire, person)
      const { workspaceId } = quire
      const { body } = await pia.post<Link>('/v1/skill-links/create', { workspaceId, pageId })
      assert.deepEqual(await served(body.url ?? ''), ['shared'])
      await act(person, pageId)
      assert.equal(await served(body.url ?? ''), null)
    })
  }

  it('to all skills serves those that its creator can read, at each request', async () => {
    const admin = await addPerson(quire, 'Adam', 'ADMIN')
    const { url } = await create({}, admin.key)
    const before = (await served(url)) ?? []
    assert.ok(!before.includes('private-skill'), 'only the owner can read it')
    const pageId = await addSkill(quire, 'Team skill', 'Text.')
    const hidden = await addPage(quire, 'Guide', { parentId: pageId, markdown: 'Guide.' })
    await publishSkill(quire, pageId)
    assert.ok((await served(url))?.includes('team-skill'))
    await restrict(quire, hidden, onlyFor({ [quire.userId]: 'manage' }))
    assert.ok(!(await served(url))?.includes('team-skill'), 'a version with a page that is private')
    const file = `${url}/.well-known/agent-skills/team-skill/references/guide.md`
    assert.equal((await get(file)).statusCode, 404)
    await asOwner('members/update', { userId: admin.userId, role: 'MEMBER' })
    assert.equal(await served(url), null, 'only owners and admins share all skills')
  })
})

async function asOwner(path: string, body: object): Promise<void> {
  const owner = await signIn(quire)
  const { workspaceId } = quire
  const answer = await owner.post(`/app/${path}`, { workspaceId, ...body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

const disableStatement = statement<never, { userId: string }>(
  'test.disable',
  'update users set disabled_at = 1 where id = $userId',
)

async function disable(userId: string): Promise<void> {
  await quire.app.store.transact((transaction) => transaction.run(disableStatement, { userId }))
}
