import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { updateServerSettings } from '../../../server/domain/administration/server-settings.ts'
import { audit, sections } from '../../../server/store/index.ts'
import { addPage, nothing } from '../../support/pages.ts'
import { addPerson, addWorkspace, type Person } from '../../support/people.ts'
import { grantOnly } from '../../support/sections.ts'
import {
  addKey,
  contextOf,
  type Refusal,
  startServer,
  type TestServer,
} from '../../support/server.ts'
import { publish, type SiteBody } from '../../support/sites.ts'

describe('publishing sites', () => {
  let quire: TestServer
  let grace: Person
  before(async () => {
    quire = await startServer()
    grace = await addPerson(quire, 'Grace', 'MEMBER')
  })
  after(() => quire.close())

  const send = <Body = Refusal>(verb: string, body: object, key?: string) =>
    quire.post<Body>(`/v1/sites/${verb}`, { workspaceId: quire.workspaceId, ...body }, key)
  const get = async (pageId: string, key?: string) => {
    const page = { workspaceId: quire.workspaceId, pageId }
    return (await quire.post<{ site: SiteBody | null }>('/v1/sites/get', page, key)).body.site
  }
  const list = async (key?: string) =>
    (
      await quire.post<{ sites: SiteBody[] }>(
        '/v1/sites/list',
        { workspaceId: quire.workspaceId },
        key,
      )
    ).body.sites
  const grantsOf = (principalId: string) =>
    sections.grantedTo(quire.app.store, { workspaceId: quire.workspaceId, principalId })

  it('requires an existing page', async () => {
    for (const verb of ['get', 'publish', 'update', 'unpublish']) {
      const answer = await send(verb, { pageId: nothing })
      assert.deepEqual([answer.status, answer.body.code], [404, 'PAGE_NOT_FOUND'], verb)
    }
  })

  it('requires the level manage on the page', async () => {
    const pageId = await addPage(quire, 'Open')
    await publish(quire, pageId, { slug: 'open' })
    const paths = ['/v1/sites/publish', '/v1/sites/update', '/v1/sites/unpublish']
    for (const path of paths) {
      const page = { workspaceId: quire.workspaceId, pageId }
      const answer = await quire.post(path, page, grace.key)
      assert.deepEqual([answer.status, answer.body.code], [403, 'FORBIDDEN'], path)
    }
    assert.equal((await get(pageId, grace.key))?.slug, 'open')
  })

  it('repeats no host that a request invents', async () => {
    const pageId = await addPage(quire, 'Host')
    await publish(quire, pageId, { slug: 'host' })
    for (const path of ['', 'sitemap.xml', 'llms.txt']) {
      const headers = { host: 'evil.example' }
      const answer = await quire.server.inject({ url: `/sites/host/${path}`, headers })
      assert.equal(answer.statusCode, 200, path)
      assert.ok(!`${answer.body}${JSON.stringify(answer.headers)}`.includes('evil.example'), path)
    }
  })

  it('requires PUBLIC_URL where other machines can reach the server', async () => {
    for (const host of ['0.0.0.0', '::', '192.0.2.1']) {
      const open = await startServer({ host })
      const page = { workspaceId: open.workspaceId, pageId: await addPage(open, 'Open') }
      const answer = await open.post('/v1/sites/publish', page)
      assert.deepEqual([answer.status, answer.body.code], [403, 'FORBIDDEN'], host)
      assert.match(answer.body.message, /set PUBLIC_URL/)
      const found = await open.post<{ site: SiteBody | null }>('/v1/sites/get', page)
      assert.equal(found.body.site, null)
      await open.close()
    }
    const publicUrl = 'https://notes.example.com'
    for (const settings of [{ host: '0.0.0.0', publicUrl }, { host: '127.0.0.1' }]) {
      const ready = await startServer(settings)
      await publish(ready, await addPage(ready, 'Ready'), { slug: 'ready' })
      await ready.close()
    }
  })

  it('requires a key that can write', async () => {
    const pageId = await addPage(quire, 'Read only')
    const key = await addKey(quire, { readOnly: true })
    assert.equal((await send('publish', { pageId }, key)).status, 403)
    const vera = await addPerson(quire, 'Vera', 'VIEWER')
    assert.equal((await send('publish', { pageId }, vera.key)).status, 403)
  })

  it('hides the site of a page that the caller cannot read', async () => {
    const pageId = await addPage(quire, 'Secret')
    await publish(quire, pageId, { slug: 'secret' })
    await grantOnly(quire, pageId, { [quire.userId]: 'manage' })
    assert.equal((await send('get', { pageId }, grace.key)).status, 404)
    assert.ok(!(await list(grace.key)).some(({ slug }) => slug === 'secret'))
    assert.ok((await list()).some(({ slug }) => slug === 'secret'))
  })

  it('rejects a slug that is taken, in use or not', async () => {
    const pageId = await addPage(quire, 'Taken')
    await publish(quire, pageId, { slug: 'taken' })
    const otherId = await addPage(quire, 'Other')
    for (const state of ['published', 'unpublished']) {
      const answer = await send('publish', { pageId: otherId, slug: 'taken' })
      assert.deepEqual([answer.status, answer.body.code], [409, 'ALREADY_EXISTS'], state)
      if (state === 'published') await send('unpublish', { pageId })
    }
    const workspaceId = await addWorkspace(quire, 'Elsewhere')
    const elsewhere = await addPage({ ...quire, workspaceId }, 'Elsewhere')
    const answer = await send('publish', { workspaceId, pageId: elsewhere, slug: 'taken' })
    assert.equal(answer.status, 409)
  })

  it('rejects a slug or a language that is none', async () => {
    const pageId = await addPage(quire, 'Fields')
    for (const fields of [{ slug: 'A b' }, { slug: '-' }, { slug: '../x' }, { language: 'e"n' }]) {
      const answer = await send('publish', { pageId, ...fields })
      assert.deepEqual([answer.status, answer.body.code], [400, 'VALIDATION_FAILED'])
    }
  })

  it('knows no site of a page that is not published', async () => {
    const pageId = await addPage(quire, 'Unpublished')
    assert.equal(await get(pageId), null)
    for (const verb of ['update', 'unpublish']) {
      const answer = await send(verb, { pageId })
      assert.deepEqual([answer.status, answer.body.code], [404, 'SITE_NOT_FOUND'])
    }
  })

  it('is refused when an administrator has disabled sites', async () => {
    const pageId = await addPage(quire, 'Disabled')
    const context = contextOf(quire)
    await updateServerSettings(context, { publishers: 'disabled' })
    const answer = await send('publish', { pageId })
    await updateServerSettings(context, { publishers: 'page-managers' })
    assert.deepEqual([answer.status, answer.body.code], [403, 'FORBIDDEN'])
  })

  it('takes the title and a slug from the page', async () => {
    const pageId = await addPage(quire, 'Über uns & Co')
    const site = await publish(quire, pageId)
    assert.deepEqual(
      [site.slug, site.title, site.isIndexed],
      ['uber-uns-co', 'Über uns & Co', true],
    )
    assert.equal(site.url, '/sites/uber-uns-co/')
    const second = await publish(quire, await addPage(quire, 'Über uns & Co'))
    assert.equal(second.slug, 'uber-uns-co-2')
    assert.equal((await publish(quire, await addPage(quire, '日本'))).slug, 'site')
  })

  it('changes only what is given, and keeps it when published again', async () => {
    const pageId = await addPage(quire, 'Handbook')
    const first = await publish(quire, pageId, { slug: 'handbook', language: 'de' })
    const changed = await send<{ site: SiteBody }>('update', { pageId, isIndexed: false })
    assert.deepEqual(changed.body.site, { ...first, isIndexed: false })
    assert.equal((await send('unpublish', { pageId })).status, 200)
    assert.equal(await get(pageId), null)
    const again = await publish(quire, pageId)
    assert.deepEqual(again, { ...first, isIndexed: false, publishedAt: again.publishedAt })
  })

  it('grants the site the section of its page, and ends the grant', async () => {
    const pageId = await addPage(quire, 'Section')
    const nestedId = await addPage(quire, 'Nested', { parentId: pageId })
    await grantOnly(quire, pageId, { [quire.userId]: 'manage' })
    await grantOnly(quire, nestedId, { [quire.userId]: 'manage' })
    const { id } = await publish(quire, pageId)
    assert.deepEqual(
      (await grantsOf(id)).map((grant) => ({ ...grant })),
      [{ sectionId: pageId, level: 1 }],
    )
    await send('unpublish', { pageId })
    assert.deepEqual(await grantsOf(id), [])
  })

  it('makes no grant for a page that everyone in the workspace can read', async () => {
    const pageId = await addPage(quire, 'For all')
    await grantOnly(quire, pageId, { [quire.userId]: 'manage', [quire.workspaceId]: 'read' })
    const { id } = await publish(quire, pageId)
    assert.deepEqual(await grantsOf(id), [])
  })

  it('is in the audit log', async () => {
    const pageId = await addPage(quire, 'Audited')
    const { id } = await publish(quire, pageId, { slug: 'audited' })
    await send('update', { pageId, title: 'Other' })
    await send('unpublish', { pageId })
    const rows = await audit.ofWorkspace(quire.app.store, quire.workspaceId, {
      from: '',
      limit: 99,
    })
    assert.deepEqual(
      rows.filter(({ subject }) => subject === id).map(({ action }) => action),
      ['site.unpublish', 'site.update', 'site.publish'],
    )
  })
})
