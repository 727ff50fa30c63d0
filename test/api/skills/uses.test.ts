import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'
import { clock } from '../../../server/lib/clock.ts'
import { callTool, rpc } from '../../support/mcp.ts'
import { addPage, nothing } from '../../support/pages.ts'
import { addAgent, addPerson, type Person } from '../../support/people.ts'
import { addGuest, onlyFor, restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import {
  addSkill,
  askSkills,
  type Listed,
  publishSkill,
  rewrite,
  skillText,
} from '../../support/skills/skills.ts'
import { signIn } from '../../support/web/visitor.ts'

type User = {
  kind: string
  person: { id: string } | null
  client: string | null
  uses: number
  lastUsedAt: string
}
type Uses = { uses: number; lastUsedAt: string | null; since: string; users: User[] }
type Version = {
  version: number
  uses: number
  lastUsedAt: string | null
  evaluations: {
    passed: number
    failed: number
    scored: number
    newest: { outcome: string; score: number | null; reportedBy: { id: string } } | null
  }
}
type Stale = Listed & { uses: number; lastUsedAt: string | null; stale: string[] }

let quire: TestServer
let member: Person
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  member = await addPerson(quire, 'Mia', 'MEMBER')
})
after(() => quire.close())

const post = (path: string, body: object, key?: string) =>
  quire.post(path, { workspaceId: quire.workspaceId, ...body }, key)
const usesOf = (pageId: string, extra: object = {}, key?: string) =>
  askSkills<Uses>(quire, '/v1/skills/uses', { pageId, ...extra }, key)
const versionsOf = async (pageId: string) =>
  (await askSkills<{ versions: Version[] }>(quire, '/v1/skills/versions', { pageId })).versions
const listed = async (extra: object = {}) =>
  (await askSkills<{ skills: Stale[] }>(quire, '/v1/skills/list', extra)).skills
const archive = (pageId: string, key = quire.key) => {
  const asked = new URLSearchParams({ workspaceId: quire.workspaceId, pageId })
  const headers = { authorization: `Bearer ${key}`, 'user-agent': 'downloader/1.0' }
  return quire.server.inject({
    method: 'GET',
    url: `/v1/skills/archive?${asked.toString()}`,
    headers,
  })
}
const published = async (title: string) => {
  const pageId = await addSkill(quire, title, `Text of ${title}.`)
  await publishSkill(quire, pageId)
  return pageId
}

describe('skillUses.list', () => {
  it('refuses pages that are no skill, cannot be read or have no such version', async () => {
    const pageId = await published('Refused')
    const page = await addPage(quire, 'Page')
    for (const [asked, code] of [
      [{ pageId: nothing }, 'PAGE_NOT_FOUND'],
      [{ pageId: page }, 'NOT_FOUND'],
      [{ pageId, version: 2 }, 'VERSION_NOT_FOUND'],
    ] as const) {
      const refused = await post('/v1/skills/uses', asked)
      assert.deepEqual([refused.status, refused.body.code], [404, code])
    }
    await restrict(quire, pageId, onlyFor({ [quire.userId]: 'manage' }))
    const hidden = await post('/v1/skills/uses', { pageId }, member.key)
    assert.deepEqual([hidden.status, hidden.body.code], [404, 'PAGE_NOT_FOUND'])
  })

  it('has no use for lists, manifests, other files, drafts and reading in the app', async () => {
    const pageId = await addSkill(quire, 'Looked at', 'Text.')
    await addPage(quire, 'Guide', { parentId: pageId, markdown: 'Guide.' })
    await publishSkill(quire, pageId)
    await askSkills(quire, '/v1/skills/files', { pageId })
    const guide = { pageId, path: 'references/guide.md' }
    await askSkills(quire, '/v1/skills/read-file', guide)
    await skillText(quire, pageId, { label: 'draft' })
    await callTool(quire, 'list_skills', {})
    for (const method of ['prompts/list', 'resources/list', 'skills/list']) await rpc(quire, method)
    const mia = await signIn(quire, member)
    const { workspaceId } = quire
    const main = { workspaceId, pageId, path: 'SKILL.md' }
    assert.equal((await mia.post('/v1/skills/read-file', main)).status, 200)
    const { uses, lastUsedAt, users } = await usesOf(pageId)
    assert.deepEqual([uses, lastUsedAt, users], [0, null, []])
  })

  it('counts each way in which a skill is served, for its version, caller and program', async () => {
    const pageId = await published('Served')
    const agent = await addAgent(quire, 'Helper', 'read')
    const { key } = agent
    await skillText(quire, pageId)
    await rewrite(quire, pageId, 'Second.')
    await publishSkill(quire, pageId)
    await skillText(quire, pageId, { version: 1 })
    await callTool(quire, 'list_skills', { skill: pageId }, { key })
    await callTool(quire, 'read_skill_file', { pageId, path: 'SKILL.md' }, { key })
    await rpc(quire, 'prompts/get', { name: 'served', arguments: {} }, { key })
    for (const uri of [`quire://${quire.workspaceId}/pages/${pageId}`, 'skill://served/SKILL.md']) {
      await rpc(quire, 'resources/read', { uri }, { key })
    }
    assert.equal((await archive(pageId, member.key)).statusCode, 200)
    const { uses, users, lastUsedAt } = await usesOf(pageId)
    const found = users.map((user) => [user.kind, user.person?.id, user.uses] as const)
    assert.deepEqual(
      new Set(found.map(String)),
      new Set(
        [
          ['person', quire.userId, 2],
          ['agent', agent.userId, 5],
          ['person', member.userId, 1],
        ].map(String),
      ),
    )
    assert.equal(users.find(({ person }) => person?.id === member.userId)?.client, 'downloader')
    assert.equal(uses, 8)
    assert.ok(lastUsedAt !== null && users.some((user) => user.lastUsedAt === lastUsedAt))
    const first = await usesOf(pageId, { version: 1 })
    assert.deepEqual([first.uses, first.users.length], [2, 1])
    const versions = await versionsOf(pageId)
    assert.deepEqual(
      versions.map(({ version, uses: count }) => [version, count]),
      [
        [2, 6],
        [1, 2],
      ],
    )
  })

  it('counts agent files and public skills', async () => {
    const markdown = 'You review.'
    const agent = await addPage(quire, 'Reviewer', { ownership: 'AGENT', markdown })
    await publishSkill(quire, agent)
    await askSkills(quire, '/v1/skills/read-file', { pageId: agent, path: 'reviewer.md' })
    assert.equal((await usesOf(agent)).uses, 1)
    const open = await addSkill(quire, 'Openly', 'Text.')
    await publishSkill(quire, open, { labels: ['public'] })
    const url = '/.well-known/agent-skills/openly/SKILL.md'
    assert.equal((await quire.server.inject({ method: 'GET', url })).statusCode, 200)
    const { users } = await usesOf(open)
    const [user] = users.map(({ kind, person, client, uses }) => ({ kind, person, client, uses }))
    assert.deepEqual(user, { kind: 'public', person: null, client: null, uses: 1 })
  })

  it('shows guests their own name, and the uses of others without names', async () => {
    const pageId = await published('Shared')
    const guest = await addGuest(quire, 'Gus', 'MEMBER')
    const grants = { [quire.userId]: 'manage', [guest.userId]: 'read' } as const
    await restrict(quire, pageId, onlyFor({ ...grants, [member.userId]: 'read' }))
    for (const key of [quire.key, member.key, guest.key, guest.key]) {
      await skillText({ ...quire, key, post: (path, body) => quire.post(path, body, key) }, pageId)
    }
    const { uses, users } = await usesOf(pageId, {}, guest.key)
    assert.equal(uses, 4)
    assert.deepEqual(
      users.map(({ kind, person, uses: count }) => [kind, person?.id, count]),
      [
        ['person', guest.userId, 2],
        ['hidden', undefined, 2],
      ],
    )
    assert.ok(!JSON.stringify(users).includes(member.userId))
  })

  it('forgets what it counted when the page is permanently deleted', async () => {
    const pageId = await published('Purged')
    await skillText(quire, pageId)
    const result = { pageId, version: 1, name: 'Suite', outcome: 'passed' }
    await askSkills(quire, '/v1/skills/report-evaluation', result)
    await askSkills(quire, '/v1/pages/delete', { pageId })
    await askSkills(quire, '/v1/trash/purge', { pageId })
    assert.ok(!(await listed()).some(({ id }) => id === pageId))
  })
})

describe('skillEvaluations.report', () => {
  const report = (body: object, key?: string) =>
    post(
      '/v1/skills/report-evaluation',
      { name: 'Suite', outcome: 'passed', version: 1, ...body },
      key,
    )

  it('refuses what is not published, cannot be read, or is too long', async () => {
    const pageId = await published('Evaluated')
    const page = await addPage(quire, 'Plain page')
    const draft = await addPerson(quire, 'Dra', 'MEMBER')
    const unpublished = await addSkill(
      { ...quire, post: (path, body) => quire.post(path, body, draft.key) },
      'Unpublished',
      'Text.',
    )
    for (const [asked, status, code] of [
      [{ pageId: nothing }, 404, 'PAGE_NOT_FOUND'],
      [{ pageId: page }, 404, 'NOT_FOUND'],
      [{ pageId, version: 2 }, 404, 'VERSION_NOT_FOUND'],
      [{ pageId: unpublished }, 404, 'VERSION_NOT_FOUND'],
      [{ pageId, version: 0 }, 400, 'VALIDATION_FAILED'],
      [{ pageId, name: '' }, 400, 'VALIDATION_FAILED'],
      [{ pageId, name: 'x'.repeat(201) }, 400, 'VALIDATION_FAILED'],
      [{ pageId, note: 'x'.repeat(2001) }, 400, 'VALIDATION_FAILED'],
      [{ pageId, model: 'x'.repeat(101) }, 400, 'VALIDATION_FAILED'],
      [{ pageId, outcome: 'good' }, 400, 'VALIDATION_FAILED'],
      [{ pageId, score: 1.1 }, 400, 'VALIDATION_FAILED'],
      [{ pageId, outcome: 'scored' }, 400, 'VALIDATION_FAILED'],
    ] as const) {
      const refused = await report(asked)
      assert.deepEqual([refused.status, refused.body.code], [status, code], JSON.stringify(asked))
    }
    const asked = { workspaceId: quire.workspaceId, pageId }
    const { body } = await quire.post<{ evaluations: object[] }>('/v1/skills/evaluations', asked)
    assert.deepEqual(body.evaluations, [])
  })

  it('refuses those who may only read', async () => {
    const pageId = await published('Only read')
    const reader = await addAgent(quire, 'Reader', 'read')
    const viewer = await addPerson(quire, 'Vera', 'VIEWER')
    for (const { key } of [reader, viewer]) {
      const refused = await report({ pageId }, key)
      assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN'])
    }
    const outsider = await addPerson(quire, 'Otto')
    assert.equal((await report({ pageId }, outsider.key)).status, 403)
    await restrict(quire, pageId, onlyFor({ [quire.userId]: 'manage', [member.userId]: 'read' }))
    assert.equal((await report({ pageId }, member.key)).status, 403)
  })

  it('shows results beside each version, with who reported them', async () => {
    const pageId = await published('Results')
    const agent = await addAgent(quire, 'Tester', 'comment')
    const { key } = agent
    const given = { pageId, version: 1, name: 'Short texts', note: 'One slip.', model: 'm-1' }
    const tool = 'report_skill_evaluation'
    const first = await callTool(quire, tool, { ...given, outcome: 'scored', score: 0.5 }, { key })
    assert.equal(first.isError, false, first.text)
    assert.equal((await report({ pageId, outcome: 'failed' })).status, 200)
    assert.equal((await report({ pageId }, key)).status, 200)
    const [version] = await versionsOf(pageId)
    const { newest, ...counts } = version?.evaluations ?? {}
    assert.deepEqual(counts, { passed: 1, failed: 1, scored: 1 })
    assert.deepEqual([newest?.outcome, newest?.reportedBy.id], ['passed', agent.userId])
    type Evaluations = { evaluations: Record<string, unknown>[] }
    const all = await askSkills<Evaluations>(quire, '/v1/skills/evaluations', {
      pageId,
      version: 1,
    })
    const [, , scored] = all.evaluations
    const { id, reportedAt, reportedBy, runId, client, ...rest } = scored ?? {}
    assert.ok([id, reportedAt, reportedBy, runId, client].every((value) => value !== undefined))
    const { pageId: _page, ...expected } = given
    assert.deepEqual(rest, { ...expected, outcome: 'scored', score: 0.5, isAgent: true })
    const { body } = await post('/v1/activity/list', { pageId })
    const results = [/"type":"skill\.evaluated"/g, /"type":"skill\.published"/g].map(
      (type) => JSON.stringify(body).match(type)?.length,
    )
    assert.deepEqual(results, [3, 1])
    const part = { pageId, limit: 1, offset: 1 }
    const second = await askSkills<Evaluations>(quire, '/v1/skills/evaluations', part)
    assert.deepEqual(second.evaluations, [all.evaluations[1]])
  })

  it('has a tool that is listed with its group only', async () => {
    const names = async (path: string) =>
      JSON.stringify(await rpc(quire, 'tools/list', {}, { path })).includes(
        'report_skill_evaluation',
      )
    assert.deepEqual([await names('/mcp'), await names('/mcp?tools=skills')], [false, true])
  })
})

describe('skills.list', () => {
  it('finds unused and stale skills by their reason', async () => {
    assert.equal((await post('/v1/skills/list', { stale: 'old' })).status, 400)
    assert.equal((await post('/v1/skills/list', { days: 0 })).status, 400)
    const used = await published('Used')
    const unused = await published('Unused')
    await rewrite(quire, unused, 'Draft.', member.key)
    assert.ok((await listed()).every(({ stale }) => stale.length === 0))
    const later = clock.now() + 2 * 24 * 60 * 60_000
    mock.method(clock, 'now', () => later)
    try {
      await skillText(quire, used)
      const idsOf = async (stale: string, days = 1) =>
        (await listed({ stale, days })).map(({ id }) => id)
      const ids = await idsOf('unused')
      assert.deepEqual([ids.includes(used), ids.includes(unused)], [false, true])
      assert.deepEqual(await idsOf('unused', 3), [])
      assert.ok((await idsOf('changed_since_publication')).includes(unused))
      assert.ok(!(await idsOf('changed_since_publication')).includes(used))
      assert.ok((await idsOf('not_changed')).includes(used))
      const found = (await listed({ days: 1 })).find(({ id }) => id === used)
      assert.deepEqual([found?.uses, found?.lastUsedAt], [1, new Date(later).toISOString()])
    } finally {
      mock.restoreAll()
    }
  })
})
