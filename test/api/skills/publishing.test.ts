import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { publishDue } from '../../../server/domain/skills/automatic.ts'
import { pages, skillDrafts, skillStates, systemViewer } from '../../../server/store/index.ts'
import { statement } from '../../../server/store/statement.ts'
import { addFile, addPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { restrict } from '../../support/sections.ts'
import { contextOf, startServer, type TestServer } from '../../support/server.ts'
import {
  addSkill,
  askSkills,
  type Contents,
  type Listed,
  publishSkill,
  rewrite,
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

type Versions = {
  versions: {
    version: number
    note: string
    isAutomatic: boolean
    labels: string[]
    publishedBy: { firstName: string }
  }[]
  mayPublish: boolean
  reviewRequired: boolean
}

const post = (path: string, body: object, key?: string) =>
  quire.post(path, { workspaceId: quire.workspaceId, ...body }, key)
const versionsOf = (pageId: string, key?: string) =>
  askSkills<Versions>(quire, '/v1/skills/versions', { pageId }, key)
const itemOf = async (pageId: string) => {
  const { skills } = await askSkills<{ skills: Listed[] }>(quire, '/v1/skills/list', {})
  return skills.find(({ id }) => id === pageId)
}
const stateOf = async (pageId: string) => (await itemOf(pageId))?.state
const servedText = (pageId: string) => skillText(quire, pageId)

describe('POST /v1/skills/publish', () => {
  it('is refused to those who do not manage the page, and to keys of others who do', async () => {
    const pageId = await addSkill(quire, 'Guarded', 'Text.')
    for (const [path, body] of [
      ['publish', {}],
      ['set-label', { label: 'staging', version: 1 }],
    ] as const) {
      const refused = await post(`/v1/skills/${path}`, { pageId, ...body }, member.key)
      assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN'])
      assert.match(refused.body.message, /Ask someone who manages the page/)
    }
    await restrict(quire, pageId, {
      grants: [{ principalId: member.userId, level: 'manage' }],
    })
    const byKey = await post('/v1/skills/publish', { pageId }, member.key)
    assert.equal(byKey.status, 403)
    assert.match(byKey.body.message, /^This key cannot publish skills/)
    assert.equal((await versionsOf(pageId, member.key)).mayPublish, false)
    const mia = await signIn(quire, member)
    const { workspaceId } = quire
    const published = await mia.post('/v1/skills/publish', { workspaceId, pageId })
    assert.equal(published.status, 200)
  })

  it('stores a version that later changes leave as it is', async () => {
    const pageId = await addSkill(quire, 'Kept', 'First.')
    const first = await publishSkill(quire, pageId, { note: 'As agreed.' })
    const text = await servedText(pageId)
    assert.match(text, /First\.\n$/)
    await rewrite(quire, pageId, 'Second.', member.key)
    assert.equal(await stateOf(pageId), 'changed')
    assert.equal(await servedText(pageId), text)
    assert.match(await skillText(quire, pageId, { label: 'draft' }), /Second\.\n$/)
    const second = await publishSkill(quire, pageId, { note: 'Says second.' })
    assert.deepEqual([first.version + 1, second.isNew], [second.version, true])
    assert.equal(await skillText(quire, pageId, { version: first.version }), text)
    const { versions } = await versionsOf(pageId)
    assert.deepEqual(
      versions.slice(0, 1).map((one) => [one.note, one.labels, one.publishedBy.firstName]),
      [['Says second.', ['production'], 'Ada']],
    )
    assert.equal((await publishSkill(quire, pageId)).isNew, false)
  })

  it('refuses a draft other than the one that was reviewed', async () => {
    const pageId = await addSkill(quire, 'Reviewed', 'First.')
    const { digest } = await askSkills<{ digest: string }>(quire, '/v1/skills/check', { pageId })
    await rewrite(quire, pageId, 'Injected.', member.key)
    const refused = await post('/v1/skills/publish', { pageId, expectedDigest: digest })
    assert.deepEqual([refused.status, refused.body.code], [409, 'VERSION_CONFLICT'])
    const seen = await askSkills<{ digest: string }>(quire, '/v1/skills/check', { pageId })
    const published = await publishSkill(quire, pageId, { expectedDigest: seen.digest })
    assert.equal(published.digest, seen.digest)
  })

  it('compares versions with each other and with the draft', async () => {
    const pageId = await addSkill(quire, 'Compared', 'One.\n\nTwo.')
    const { version } = await publishSkill(quire, pageId)
    await addPage(quire, 'More', { parentId: pageId, markdown: 'More.' })
    await addFile(quire, pageId, { name: 'a.bin', content: Buffer.from([0, 255]) })
    await rewrite(quire, pageId, 'One.\n\nThree.')
    const compare = async (body: object) => {
      type Changes = {
        files: { path: string; change: string; lines: { kind: string; text: string }[] | null }[]
      }
      const { files } = await askSkills<Changes>(quire, '/v1/skills/compare', { pageId, ...body })
      return files.map(({ path, change, lines }) => [
        path,
        change,
        lines?.filter(({ kind }) => kind !== 'same').map(({ kind, text }) => `${kind} ${text}`),
      ])
    }
    assert.deepEqual(await compare({ from: version }), [
      ['SKILL.md', 'changed', ['removed Two.', 'added Three.']],
      ['assets/a.bin', 'added', undefined],
      ['references/more.md', 'added', ['added More.']],
    ])
    assert.deepEqual(await compare({ from: version, to: version }), [])
    assert.equal((await compare({ to: version }))[0]?.[1], 'added')
  })
})

describe('POST /v1/skills/set-label', () => {
  it('roll back, and keep later changes from being served until the next publication', async () => {
    const pageId = await addSkill(quire, 'Rolled back', 'Good.')
    const { version } = await publishSkill(quire, pageId)
    await rewrite(quire, pageId, 'Bad.')
    assert.match(await servedText(pageId), /Bad\.\n$/, 'an owner publishes at once')
    await askSkills(quire, '/v1/skills/set-label', { pageId, label: 'production', version })
    assert.equal(await stateOf(pageId), 'rolled_back')
    assert.match(await servedText(pageId), /Good\.\n$/)
    await rewrite(quire, pageId, 'Better.')
    assert.match(await servedText(pageId), /Good\.\n$/)
    await publishSkill(quire, pageId)
    assert.match(await servedText(pageId), /Better\.\n$/)
  })

  it('name a version for those who test it, and are refused for one that is not there', async () => {
    const pageId = await addSkill(quire, 'Staged', 'First.')
    await publishSkill(quire, pageId)
    await rewrite(quire, pageId, 'Second.', member.key)
    const { version } = await publishSkill(quire, pageId, { labels: ['staging'] })
    assert.match(await skillText(quire, pageId, { label: 'staging' }), /Second\.\n$/)
    assert.match(await servedText(pageId), /First\.\n$/)
    const refused = await post('/v1/skills/set-label', { pageId, label: 'next', version: 99 })
    assert.deepEqual([refused.status, refused.body.code], [404, 'VERSION_NOT_FOUND'])
    await askSkills(quire, '/v1/skills/set-label', { pageId, label: 'staging', version: null })
    const gone = { pageId, label: 'staging' }
    assert.equal((await post('/v1/skills/files', gone)).status, 404)
    assert.ok((await versionsOf(pageId)).versions.some((one) => one.version === version))
  })

  it('take a skill away from agents when production is removed', async () => {
    const pageId = await addSkill(quire, 'Withdrawn', 'Text.')
    await publishSkill(quire, pageId)
    await askSkills(quire, '/v1/skills/set-label', { pageId, label: 'production', version: null })
    assert.deepEqual(await itemOf(pageId).then((item) => [item?.state, item?.served]), [
      'draft',
      null,
    ])
  })
})

describe('changes by those who may publish', () => {
  it('are published at once, from the creation of the page on', async () => {
    const pageId = await addPage(quire, 'At once', { ownership: 'SKILL', markdown: 'One.' })
    assert.match(await servedText(pageId), /One\.\n$/)
    await rewrite(quire, pageId, 'Two.')
    assert.match(await servedText(pageId), /Two\.\n$/)
    const { versions } = await versionsOf(pageId)
    assert.deepEqual(
      versions.map((one) => one.isAutomatic),
      [true, true],
    )
  })

  it('include subpages that are published already, and leave out what was added since', async () => {
    const pageId = await addSkill(quire, 'With pages', 'Text.')
    const guide = await addPage(quire, 'Guide', { parentId: pageId, markdown: 'One.' })
    const fileId = await addFile(quire, pageId, { name: 'a.txt', content: 'kept' })
    await publishSkill(quire, pageId)
    await addPage(quire, 'Added', { parentId: pageId, markdown: 'Added.' })
    await post('/v1/files/delete', { fileId, force: true })
    await rewrite(quire, guide, 'Two.')
    const { files } = await askSkills<Contents>(quire, '/v1/skills/files', { pageId })
    assert.deepEqual(
      files.map(({ path }) => path),
      ['SKILL.md', 'assets/a.txt', 'references/guide.md'],
    )
    const guideText = { path: 'references/guide.md' }
    assert.equal(await skillText(quire, pageId, guideText), 'Two.\n')
  })

  it('wait while the check finds an error', async () => {
    const pageId = await addSkill(quire, 'Checked', 'One.')
    assert.match(await servedText(pageId), /One\.\n$/)
    const source = `description: ${'Too long. '.repeat(200)}\n`
    await post('/v1/pages/set-properties', { pageId, source })
    await rewrite(quire, pageId, 'Two.')
    assert.match(await servedText(pageId), /One\.\n$/)
    assert.equal(await stateOf(pageId), 'changed')
    await post('/v1/pages/set-properties', { pageId, source: 'description: Short.\n' })
    assert.match(await servedText(pageId), /Two\.\n$/)
  })

  it('wait when someone else has changed the draft before', async () => {
    const pageId = await addSkill(quire, 'Mixed', 'One.')
    await publishSkill(quire, pageId)
    await rewrite(quire, pageId, 'One.\n\nHidden order.', member.key)
    await rewrite(quire, pageId, 'One.\n\nHidden order.\n\nThree.')
    assert.match(await servedText(pageId), /One\.\n$/)
    assert.equal(await stateOf(pageId), 'changed')
  })

  it('wait in a workspace that requires a review, where only signed-in people publish', async () => {
    const ada = await signIn(quire)
    const { workspaceId } = quire
    const review = (reviewRequired: boolean) =>
      ada.post('/app/skills/set-review', { workspaceId, reviewRequired })
    const refused = await post('/app/skills/set-review', { reviewRequired: false })
    assert.equal(refused.status, 401, 'not with a key')
    assert.equal((await review(true)).status, 200)
    const pageId = await addPage(quire, 'Needs review', { ownership: 'SKILL', markdown: 'One.' })
    assert.equal(await stateOf(pageId), 'draft')
    const byKey = await post('/v1/skills/publish', { pageId })
    assert.deepEqual([byKey.status, byKey.body.code], [403, 'FORBIDDEN'])
    assert.match(byKey.body.message, /only signed-in people publish/)
    assert.equal((await versionsOf(pageId)).reviewRequired, true)
    assert.equal((await ada.post('/v1/skills/publish', { workspaceId, pageId })).status, 200)
    assert.match(await servedText(pageId), /One\.\n$/)
    assert.equal((await review(false)).status, 200)
  })
})

const markUpgrade = statement<never, { workspaceId: string; pageId: string }>(
  'test.skillUpgrade',
  'insert into skill_upgrades (workspace_id, page_id) values ($workspaceId, $pageId)',
)

describe('skills of earlier releases', () => {
  it('are published as they are, whoever made them', async () => {
    const { app, workspaceId } = quire
    const created = await post(
      '/v1/pages/create',
      { title: 'Old', ownership: 'SKILL', markdown: 'Old.' },
      member.key,
    )
    const { pageId } = created.body as unknown as { pageId: string }
    await addFile(quire, pageId, { name: 'old.txt' })
    assert.equal(await stateOf(pageId), 'draft')
    await app.store.transactIn({ workspaceId }, (transaction) =>
      transaction.run(markUpgrade, { workspaceId, pageId }),
    )
    await app.store.transactIn({ workspaceId }, (transaction) =>
      skillStates.note(transaction, { workspaceId, pageId }),
    )
    await publishDue(contextOf(quire), workspaceId)
    await publishDue(contextOf(quire), workspaceId)
    const { files, version } = await askSkills<Contents>(quire, '/v1/skills/files', { pageId })
    assert.deepEqual([version, files.map(({ path }) => path)], [1, ['SKILL.md', 'assets/old.txt']])
    await rewrite(quire, pageId, 'New.', member.key)
    assert.match(await servedText(pageId), /Old\.\n$/)
  })
})

describe('a skill that is deleted', () => {
  it('is not served, comes back with its versions, and goes for good with its page', async () => {
    const { app, workspaceId } = quire
    const pageId = await addSkill(quire, 'Deleted', 'Text.')
    await publishSkill(quire, pageId)
    await post('/v1/pages/delete', { pageId })
    assert.equal(await itemOf(pageId), undefined)
    assert.equal((await post('/v1/skills/files', { pageId })).status, 404)
    await post('/v1/pages/restore', { pageId })
    assert.match(await servedText(pageId), /Text\.\n$/)
    await post('/v1/pages/delete', { pageId })
    assert.equal((await post('/v1/trash/purge', { pageId })).status, 200)
    assert.equal(await pages.get(app.store, systemViewer(workspaceId), pageId), undefined)
    const rows = await skillDrafts.list(app.store, systemViewer(workspaceId))
    assert.ok(!rows.some(({ id }) => id === pageId))
  })
})
