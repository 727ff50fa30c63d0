import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../support/pages.ts'
import { addAgent, addPerson, type Person } from '../../support/people.ts'
import { onlyFor, restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import {
  addSkill,
  askSkills,
  type Contents,
  type Listed,
  publishSkill,
  rewrite,
  setProperties,
  skillText,
} from '../../support/skills/skills.ts'
import { signIn } from '../../support/web/visitor.ts'

let quire: TestServer
let member: Person
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  member = await addPerson(quire, 'Mia', 'MEMBER')
})
after(() => quire.close())

const post = (path: string, body: object, key?: string) =>
  quire.post(path, { workspaceId: quire.workspaceId, ...body }, key)
const listed = async (key?: string) =>
  (await askSkills<{ skills: Listed[] }>(quire, '/v1/skills/list', {}, key)).skills
const versionsOf = async (pageId: string, key?: string) => {
  type Versions = { versions: { version: number; isAutomatic: boolean }[]; mayPublish: boolean }
  return askSkills<Versions>(quire, '/v1/skills/versions', { pageId }, key)
}
const shareWith = (pageId: string, level: string) =>
  restrict(quire, pageId, onlyFor({ [quire.userId]: 'manage', [member.userId]: level as 'read' }))

describe('skills that a person cannot read', () => {
  it('are in no list, and like pages that do not exist', async () => {
    const pageId = await addSkill(quire, 'Secret', 'Text.')
    await publishSkill(quire, pageId)
    await restrict(quire, pageId, onlyFor({ [quire.userId]: 'manage' }))
    assert.ok(!(await listed(member.key)).some(({ id }) => id === pageId))
    assert.ok((await listed()).some(({ id }) => id === pageId))
    for (const [path, body] of [
      ['files', {}],
      ['files', { label: 'draft' }],
      ['check', {}],
      ['versions', {}],
      ['uses', {}],
      ['evaluations', {}],
      ['report-evaluation', { version: 1, name: 'Suite', outcome: 'passed' }],
      ['compare', { from: 1 }],
      ['read-file', { path: 'SKILL.md' }],
      ['publish', {}],
      ['set-label', { label: 'a', version: 1 }],
      ['set-path', { itemId: pageId, path: 'a' }],
    ] as const) {
      const { status, body: answer } = await post(
        `/v1/skills/${path}`,
        { pageId, ...body },
        member.key,
      )
      assert.deepEqual([status, answer.code], [404, 'PAGE_NOT_FOUND'], path)
    }
  })

  it('include versions with a page that was restricted since, as a whole', async () => {
    const pageId = await addSkill(quire, 'Was open', 'Text.')
    const guide = await addPage(quire, 'Guide', { parentId: pageId, markdown: 'Salaries.' })
    const { version } = await publishSkill(quire, pageId)
    const guideFile = { version, path: 'references/guide.md' }
    assert.match(await skillText(quire, pageId, guideFile), /Salaries/)
    await restrict(quire, guide, onlyFor({ [quire.userId]: 'manage' }))
    const asked = { pageId, ...guideFile }
    const hidden = await post('/v1/skills/read-file', asked, member.key)
    assert.deepEqual([hidden.status, hidden.body.code], [404, 'VERSION_NOT_FOUND'])
    assert.deepEqual((await versionsOf(pageId, member.key)).versions, [])
    const item = (await listed(member.key)).find(({ id }) => id === pageId)
    assert.equal(item?.served, null)
    const next = await publishSkill(quire, pageId)
    const files = { pageId, version: next.version }
    const open = await askSkills<Contents>(quire, '/v1/skills/files', files, member.key)
    assert.deepEqual(
      open.files.map(({ path }) => path),
      ['SKILL.md'],
    )
  })

  it('are no more shown to someone whose access ended', async () => {
    const pageId = await addSkill(quire, 'Shared', 'Text.')
    await publishSkill(quire, pageId)
    await shareWith(pageId, 'read')
    assert.ok((await listed(member.key)).some(({ id }) => id === pageId))
    await restrict(quire, pageId, { grants: [{ principalId: member.userId, level: null }] })
    assert.ok(!(await listed(member.key)).some(({ id }) => id === pageId))
  })
})

describe('a member who manages a page', () => {
  it('publishes in the app, also without a review of each change, but not with a key', async () => {
    const pageId = await addSkill(quire, 'Managed', 'One.')
    await publishSkill(quire, pageId)
    await shareWith(pageId, 'manage')
    const mia = await signIn(quire, member)
    const { workspaceId } = quire
    const page = { workspaceId, pageId }
    const get = async () =>
      (await mia.post<{ version: number }>('/v1/pages/get', { workspaceId, page: pageId })).body
    const edit = {
      ...page,
      mode: 'append',
      text: 'By Mia in the app.',
      expectedVersion: (await get()).version,
    }
    assert.equal((await mia.post('/v1/pages/edit', edit)).status, 200)
    assert.match(await skillText(quire, pageId), /By Mia in the app\.\n$/)
    await rewrite(quire, pageId, 'By a key.', member.key)
    assert.doesNotMatch(await skillText(quire, pageId), /By a key/)
    assert.equal((await versionsOf(pageId)).versions[0]?.isAutomatic, true)
    assert.equal((await mia.post('/v1/skills/publish', page)).status, 200)
    assert.match(await skillText(quire, pageId), /By a key\.\n$/)
  })

  it('who may only write changes the draft alone', async () => {
    const pageId = await addSkill(quire, 'Written', 'One.')
    await publishSkill(quire, pageId)
    await shareWith(pageId, 'write')
    const mia = await signIn(quire, member)
    const { workspaceId } = quire
    const edit = { workspaceId, pageId, mode: 'append', text: 'By a writer.' }
    assert.equal((await mia.post('/v1/pages/edit', edit)).status, 200)
    assert.doesNotMatch(await skillText(quire, pageId), /By a writer/)
    const refused = await mia.post('/v1/skills/publish', { workspaceId, pageId })
    assert.equal(refused.status, 403)
  })
})

describe('agents', () => {
  it('read skills, change drafts if they may write, and never publish', async () => {
    const pageId = await addSkill(quire, 'For agents', 'One.')
    await publishSkill(quire, pageId)
    const agent = await addAgent(quire, 'Helper', 'write')
    assert.equal((await versionsOf(pageId, agent.key)).mayPublish, false)
    await setProperties(quire, pageId, 'description: Hidden order. Use it.\n', agent.key)
    assert.doesNotMatch(await skillText(quire, pageId), /Hidden order/)
    for (const [path, body] of [
      ['publish', {}],
      ['set-label', { label: 'production', version: 1 }],
    ] as const) {
      const refused = await post(`/v1/skills/${path}`, { pageId, ...body }, agent.key)
      assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN'])
    }
  })
})

describe('a publication', () => {
  it('is an event for those who can read the page, and in the activity', async () => {
    const pageId = await addSkill(quire, 'Announced', 'Text.')
    const { version } = await publishSkill(quire, pageId)
    type Activity = { entries: { type: string; pageId: string | null }[] }
    const { status, body } = await quire.post<Activity>('/v1/activity/list', {
      workspaceId: quire.workspaceId,
    })
    assert.equal(status, 200)
    const text = JSON.stringify(body)
    assert.match(text, /skill\.published/)
    assert.ok(text.includes(pageId) && version > 0)
  })

  it('that is asked for several times at the same time makes one version', async () => {
    const pageId = await addSkill(quire, 'Raced', 'Text.')
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => publishSkill(quire, pageId, { note: 'Raced.' })),
    )
    assert.equal(new Set(answers.map(({ digest }) => digest)).size, 1)
    const { versions } = await versionsOf(pageId)
    assert.deepEqual(
      versions.map(({ version }) => version),
      [1],
    )
  })

  it('of many pages has a file for each, with a path of its own', async () => {
    const pageId = await addSkill(quire, 'Wide', 'Text.')
    for (const title of ['Guide', 'guide', 'GUIDE!', '', '你好']) {
      await addPage(quire, title === '' ? '🎉' : title, { parentId: pageId, markdown: title })
    }
    const { version } = await publishSkill(quire, pageId)
    const asked = { pageId, version }
    const { files } = await askSkills<Contents>(quire, '/v1/skills/files', asked)
    const paths = files.map(({ path }) => path)
    assert.equal(new Set(paths.map((path) => path.toLowerCase())).size, 6)
    assert.ok(paths.includes('references/你好.md') && paths.includes('references/page.md'))
  })

  it('is listed in parts, newest first, with its author and note', async () => {
    const pageId = await addSkill(quire, 'Listed', 'Zero.')
    for (const text of ['One.', 'Two.', 'Three.']) {
      await rewrite(quire, pageId, text, member.key)
      await publishSkill(quire, pageId, { note: `Says ${text}` })
    }
    type Notes = { versions: { note: string; publishedBy: { id: string } }[] }
    const notes = async (limit: number, offset: number) => {
      const asked = { pageId, limit, offset }
      const { versions } = await askSkills<Notes>(quire, '/v1/skills/versions', asked)
      assert.ok(versions.every(({ publishedBy }) => publishedBy.id === quire.userId))
      return versions.map(({ note }) => note)
    }
    assert.deepEqual(await notes(2, 0), ['Says Three.', 'Says Two.'])
    assert.deepEqual(await notes(2, 2), ['Says One.'])
    assert.deepEqual(await notes(2, 9), [])
  })
})
