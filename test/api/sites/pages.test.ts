import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { updateServerSettings } from '../../../server/domain/administration/server-settings.ts'
import { addFile, addPage, nothing } from '../../support/pages.ts'
import { grantOnly } from '../../support/sections.ts'
import { contextOf, startServer, type TestServer } from '../../support/server.ts'
import { publish } from '../../support/sites.ts'
import { signIn } from '../../support/web/visitor.ts'

type Visit = { status: number; body: string; headers: Record<string, unknown> }

/** Headers that differ from request to request. */
const ofRequest = new Set([
  'x-request-id',
  'date',
  'ratelimit',
  'ratelimit-remaining',
  'ratelimit-reset',
])

describe('a published site', () => {
  let quire: TestServer
  let rootId: string
  let childId: string
  let narrowId: string
  let outsideId: string
  let imageId: string
  before(async () => {
    quire = await startServer({ rateLimit: 0, publicUrl: 'https://wiki.example' })
    rootId = await addPage(quire, 'Handbook')
    outsideId = await addPage(quire, 'Plans for layoffs')
    narrowId = await addPage(quire, 'Salaries', { parentId: rootId })
    childId = await addPage(quire, 'Getting started', { parentId: rootId })
    await addPage(quire, 'Deep <b>page</b>', { parentId: childId, markdown: 'Deep text.' })
    imageId = await addFile(quire, childId, {
      name: 'dot.png',
      mimeType: 'image/png',
      content: 'dots',
    })
    const otherFile = await addFile(quire, outsideId, { name: 'secret.txt' })
    await update(
      childId,
      [
        '# Install',
        'See [the handbook](/pages/' + rootId + ') or [our plans](/pages/' + outsideId + ').',
        `Ask [Ada](/members/${quire.userId}), or read [the file](/files/${otherFile}).`,
        `![A dot](/files/${imageId})`,
        '![Tracker](https://tracker.example/pixel.png)',
        '[Settings](https://wiki.example/settings) [Example](https://example.com/) <!-- hidden note -->',
        '- [x] Done\n- [ ] Open',
        '> [!TIP]\n> A tip.',
        '| a | b |\n|---|---|\n| 1 | 2 |',
        '```js\nconst x = "<script>"\n```',
      ].join('\n\n'),
    )
    await grantOnly(quire, narrowId, { [quire.userId]: 'manage' })
    await publish(quire, rootId, { slug: 'handbook', description: 'How we work.', language: 'en' })
  })
  after(() => quire.close())

  async function update(pageId: string, markdown: string): Promise<void> {
    const edit = { workspaceId: quire.workspaceId, pageId, mode: 'append', text: markdown }
    const answer = await quire.post('/v1/pages/edit', edit)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  const visit = async (url: string, headers: Record<string, string> = {}): Promise<Visit> => {
    const answer = await quire.server.inject({ url, headers })
    return { status: answer.statusCode, body: answer.body, headers: answer.headers }
  }
  const lasting = ({ status, body, headers }: Visit) => ({
    status,
    body,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !ofRequest.has(name))),
  })
  const linkTo = async (title: string, from = '/sites/handbook/'): Promise<string> => {
    const { body } = await visit(from)
    const found = [...body.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]*)<\/a\s*>/g)].find(
      ([, , text]) => text === title,
    )
    assert.ok(found?.[1] !== undefined, `no link to ${title}`)
    return found[1]
  }
  const unpublish = (pageId: string) =>
    quire.post('/v1/sites/unpublish', { workspaceId: quire.workspaceId, pageId })

  it('is not there for an unknown, unpublished, hidden or deleted page, all the same', async () => {
    const gone = await addPage(quire, 'Gone')
    const { url } = await publish(quire, gone, { slug: 'gone' })
    assert.equal(url, 'https://wiki.example/sites/gone/')
    assert.equal((await visit('/sites/gone/')).status, 200)
    await unpublish(gone)
    const hidden = await addPage(quire, 'Hidden')
    await publish(quire, hidden, { slug: 'hidden' })
    await grantOnly(quire, hidden, { [quire.userId]: 'manage' })
    const deleted = await addPage(quire, 'Deleted')
    await publish(quire, deleted, { slug: 'deleted' })
    await quire.post('/v1/pages/delete', { workspaceId: quire.workspaceId, pageId: deleted })
    const unknown = lasting(await visit('/sites/unknown/'))
    assert.equal(unknown.status, 404)
    assert.equal(unknown.headers['cache-control'], 'no-store')
    for (const slug of ['gone', 'hidden', 'deleted']) {
      for (const rest of [
        '',
        '/',
        '/sitemap.xml',
        '/feed.xml',
        '/llms.txt',
        '/search?q=a',
        '/files/a/b/c',
      ]) {
        assert.deepEqual(lasting(await visit(`/sites/${slug}${rest}`)), unknown, slug + rest)
      }
    }
  })

  it('shows no page outside, above or narrower, and no ID, person or address of the app', async () => {
    const pages = ['/sites/handbook/', await linkTo('Getting started')]
    const texts = [
      ...pages,
      ...pages.map((page) => (page.endsWith('/') ? `${page}index.md` : `${page}.md`)),
      '/sites/handbook/sitemap.xml',
      '/sites/handbook/feed.xml',
      '/sites/handbook/llms.txt',
      '/sites/handbook/nowhere',
    ]
    for (const url of texts) {
      const { body } = await visit(url)
      const secrets = [
        'Salaries',
        'layoffs',
        'Ada@',
        'ada@example',
        'Lovelace',
        'tracker.example/pixel.png"',
        'hidden note',
        'secret.txt',
        'settings',
      ]
      for (const secret of secrets) {
        if (secret.startsWith('tracker')) continue
        assert.ok(!body.includes(secret), `${url} has ${secret}`)
      }
      assert.doesNotMatch(body, /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i, url)
    }
    const child = await linkTo('Getting started')
    assert.equal((await visit(`/sites/handbook/salaries-0000000000`)).status, 404)
    assert.equal((await visit(`/sites/handbook/${outsideId}`)).status, 404)
    assert.equal((await visit(`/sites/handbook/${nothing}`)).status, 404)
    const { body } = await visit(child)
    assert.match(body, /or our plans\./)
    assert.match(body, /Ask Ada, or read the file\./)
    assert.match(body, /<a href="\/sites\/handbook\/">the handbook<\/a>/)
    assert.match(body, /<a href="https:\/\/tracker\.example\/pixel\.png"[^>]*>Tracker<\/a>/)
    assert.doesNotMatch(body, /<img[^>]*tracker/)
  })

  it('gives files only on published pages that show them', async () => {
    const { body } = await visit(await linkTo('Getting started'))
    const [, image = ''] = /<img src="([^"]+)"/.exec(body) ?? []
    assert.match(image, /^\/sites\/handbook\/files\/\w{10}\/\w{10}\/dot\.png$/)
    const answer = await visit(image)
    assert.deepEqual([answer.status, answer.body], [200, 'dots'])
    assert.equal(answer.headers['cache-control'], 'public, no-cache')
    assert.match(String(answer.headers['content-security-policy']), /sandbox/)
    const etag = String(answer.headers['etag'])
    assert.equal((await visit(image, { 'if-none-match': etag })).status, 304)
    const [, , , , page = '', file = ''] = image.split('/')
    assert.equal((await visit(`/sites/handbook/files/${file}/${page}/dot.png`)).status, 404)
    assert.equal((await visit(`/files/${imageId}`)).status, 401)
    await publish(quire, outsideId, { slug: 'outside' })
    assert.equal((await visit(image.replace('handbook', 'outside'))).status, 404)
    await unpublish(outsideId)
  })

  it('reads no cookie and sets none, whoever asks', async () => {
    const ada = await signIn(quire)
    const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    assert.notEqual(cookie, '')
    for (const url of [
      '/sites/handbook/',
      await linkTo('Getting started'),
      '/sites/handbook/x',
      '/sites/unknown/',
    ]) {
      const anonymous = await visit(url)
      assert.deepEqual(lasting(await visit(url, { cookie })), lasting(anonymous), url)
      assert.equal(anonymous.headers['set-cookie'], undefined)
    }
  })

  it('runs under a policy without script', async () => {
    for (const url of [
      '/sites/handbook/',
      '/sites/handbook/x',
      '/sites/unknown/',
      '/sites/handbook/sitemap.xml',
    ]) {
      const { headers, body } = await visit(url)
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /default-src 'none'/)
      assert.doesNotMatch(policy, /script-src|unsafe/)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.doesNotMatch(body, /<script|<style|\sstyle=|\son\w+=/i)
    }
  })

  it('is revalidated each time, so that unpublishing takes effect immediately', async () => {
    const pageId = await addPage(quire, 'Brief')
    await publish(quire, pageId, { slug: 'brief' })
    const first = await visit('/sites/brief/')
    assert.equal(first.headers['cache-control'], 'public, no-cache')
    const headers = { 'if-none-match': String(first.headers['etag']) }
    const same = await visit('/sites/brief/', headers)
    assert.deepEqual([same.status, same.body], [304, ''])
    await unpublish(pageId)
    assert.equal((await visit('/sites/brief/', headers)).status, 404)
    await publish(quire, pageId)
    assert.equal((await visit('/sites/brief/', headers)).status, 304)
    await update(pageId, 'New text.')
    const changed = await visit('/sites/brief/', headers)
    assert.equal(changed.status, 200)
    assert.match(changed.body, /New text\./)
  })

  it('loses a page at once when it becomes private, and its title with it', async () => {
    const pageId = await addPage(quire, 'Roadmap 7', { parentId: rootId })
    const path = await linkTo('Roadmap 7')
    assert.equal((await visit(path)).status, 200)
    await grantOnly(quire, pageId, { [quire.userId]: 'manage' })
    assert.equal((await visit(path)).status, 404)
    assert.ok(!(await visit('/sites/handbook/')).body.includes('Roadmap 7'))
  })

  it('shows a private section that was published, without narrower ones in it', async () => {
    const pageId = await addPage(quire, 'Team')
    const openId = await addPage(quire, 'Members', { parentId: pageId })
    const narrow = await addPage(quire, 'Reviews', { parentId: openId })
    await grantOnly(quire, pageId, { [quire.userId]: 'manage' })
    await grantOnly(quire, narrow, { [quire.userId]: 'manage' })
    await publish(quire, pageId, { slug: 'team' })
    const { body } = await visit(await linkTo('Members', '/sites/team/'))
    assert.ok(!body.includes('Reviews'))
  })

  it('is offline while an administrator has disabled sites', async () => {
    const context = contextOf(quire)
    await updateServerSettings(context, { publishers: 'disabled' })
    assert.equal((await visit('/sites/handbook/')).status, 404)
    await updateServerSettings(context, { publishers: 'page-managers' })
    assert.equal((await visit('/sites/handbook/')).status, 200)
  })

  it('redirects to the address of a page when its title or the slash differs', async () => {
    const pageId = await addPage(quire, 'Old title', { parentId: rootId })
    const old = await linkTo('Old title')
    await quire.post('/v1/pages/update', {
      workspaceId: quire.workspaceId,
      pageId,
      title: 'Neuer Titel',
    })
    const moved = await visit(old)
    assert.equal(moved.status, 308)
    assert.equal(moved.headers['location'], await linkTo('Neuer Titel'))
    assert.match(await linkTo('Neuer Titel'), /\/neuer-titel-\w{10}$/)
    const bare = await visit('/sites/handbook')
    assert.deepEqual([bare.status, bare.headers['location']], [308, '/sites/handbook/'])
  })

  it('describes itself to search engines, previews and programs', async () => {
    const { body } = await visit('/sites/handbook/')
    assert.match(body, /<link rel="canonical" href="https:\/\/wiki\.example\/sites\/handbook\/"/)
    assert.match(body, /<meta property="og:title" content="Handbook"/)
    assert.match(body, /<meta name="description" content="How we work\."/)
    const sitemap = await visit('/sites/handbook/sitemap.xml')
    assert.match(String(sitemap.headers['content-type']), /^application\/xml/)
    const locations = [...sitemap.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)
    assert.ok(locations.includes('https://wiki.example/sites/handbook/'))
    for (const url of locations) {
      assert.equal((await visit(url.replace('https://wiki.example', ''))).status, 200, url)
    }
    const { body: llms } = await visit('/sites/handbook/llms.txt')
    assert.match(llms, /^# Handbook\n\n> How we work\.\n\n## Pages\n/)
    const addresses = [...llms.matchAll(/\]\((https:[^)]+\.md)\)/g)].map(([, url = '']) => url)
    assert.equal(addresses.length, locations.length)
    for (const url of addresses) {
      assert.equal((await visit(url.replace('https://wiki.example', ''))).status, 200, url)
    }
  })

  it('has a feed of its pages, the one that changed last first', async () => {
    const pageId = await addPage(quire, 'News & dates')
    await publish(quire, pageId, { slug: 'news', description: 'All <news>.' })
    const older = await addPage(quire, 'Older', { parentId: pageId })
    await addPage(quire, 'Newer', { parentId: pageId })
    await update(older, 'Changed.')
    const { headers, body } = await visit('/sites/news/feed.xml')
    assert.match(String(headers['content-type']), /^application\/atom\+xml/)
    const titles = [...body.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title)
    assert.deepEqual(titles, ['News &amp; dates', 'Older', 'Newer', 'News &amp; dates'])
    const ids = [...body.matchAll(/<entry\s*>.*?<id>([^<]+)<\/id>/gs)].map(([, url = '']) => url)
    for (const url of ids) {
      assert.equal((await visit(url.replace('https://wiki.example', ''))).status, 200, url)
    }
  })

  it('gives Markdown by its extension or the Accept header', async () => {
    const page = await linkTo('Getting started')
    const file = await visit(`${page}.md`)
    assert.match(String(file.headers['content-type']), /^text\/markdown/)
    assert.match(file.body, /^# Getting started\n\n# Install\n/)
    assert.match(file.body, /\[the handbook\]\(\/sites\/handbook\/\) or our plans\./)
    const accepted = await visit(page, { accept: 'text/markdown' })
    assert.equal(accepted.body, file.body)
    assert.equal(accepted.headers['vary'], 'accept')
    const browser = 'text/html,application/xhtml+xml,*/*;q=0.8'
    assert.match((await visit(page, { accept: browser })).body, /^<!doctype html>/)
    assert.match(
      (await visit(page, { accept: `${browser},text/markdown;q=0.5` })).body,
      /^<!doctype/,
    )
    assert.equal((await visit('/sites/handbook/index.md')).status, 200)
  })

  it('asks search engines to leave a site out where its owner says so', async () => {
    const pageId = await addPage(quire, 'Quiet')
    await publish(quire, pageId, { slug: 'quiet', isIndexed: false })
    const { body, headers } = await visit('/sites/quiet/')
    assert.equal(headers['x-robots-tag'], 'noindex')
    assert.match(body, /<meta name="robots" content="noindex"/)
    assert.equal((await visit('/sites/handbook/')).headers['x-robots-tag'], undefined)
  })

  it('shows headings with IDs, tasks, callouts, tables and code', async () => {
    const { body } = await visit(await linkTo('Getting started'))
    assert.match(body, /<h2 id="install">Install<\/h2>/)
    assert.match(body, /<span class="task done" role="img" aria-label="Done"><\/span>Done/)
    assert.match(body, /<div class="callout tip" role="note"><p class="label">Tip<\/p>/)
    assert.match(body, /<div class="scroll table" tabindex="0"/)
    assert.match(body, /const x = &quot;&lt;script&gt;&quot;/)
    assert.match(body, /<title>Getting started · Handbook<\/title>/)
    const { body: root } = await visit('/sites/handbook/')
    assert.doesNotMatch(root, /<b>page/)
  })

  it('has the language and direction of each page', async () => {
    const pageId = await addPage(quire, 'דף הבית', { markdown: 'שלום לכולם, זה הדף הראשון.' })
    await publish(quire, pageId, { slug: 'hebrew' })
    assert.match((await visit('/sites/hebrew/')).body, /<html lang="he" dir="rtl">/)
    assert.match((await visit('/sites/handbook/')).body, /<html lang="en" dir="ltr">/)
    await publish(quire, childId, { slug: 'deutsch', language: 'de' })
    assert.match((await visit('/sites/deutsch/')).body, /aria-label="Auf dieser Seite"|Zum Inhalt/)
  })

  it('finds its own pages, and no others', async () => {
    await addPage(quire, 'Zebra outside', { markdown: 'A zebra.' })
    const inside = await addPage(quire, 'Zebra inside', {
      parentId: rootId,
      markdown: 'A zebra & <i>.',
    })
    const narrow = await addPage(quire, 'Zebra salary', {
      parentId: narrowId,
      markdown: 'A zebra.',
    })
    assert.notEqual(inside, narrow)
    const { status, body, headers } = await visit('/sites/handbook/search?q=zebra')
    assert.equal(status, 200)
    const [hits = ''] = /<ol class="hits">.*?<\/ol>/s.exec(body) ?? []
    assert.deepEqual(
      [...hits.matchAll(/<a [^>]*>([^<]*)<\/a\s*>/g)].map(([, title]) => title),
      ['Zebra inside'],
    )
    assert.equal(headers['x-robots-tag'], 'noindex')
    const hostile = await visit(`/sites/handbook/search?q=${encodeURIComponent('"><b>')}`)
    assert.doesNotMatch(hostile.body, /"><b>/)
  })

  it('finds its own pages behind any number of better ones that are not on the site', async () => {
    for (let count = 0; count < 150; count += 1) {
      await addPage(quire, `Quagga ${count}`, { markdown: 'A quagga. Quagga, quagga, quagga!' })
    }
    const markdown = `${'Many other words surround it here. '.repeat(40)} One quagga.`
    await addPage(quire, 'Animals', { parentId: rootId, markdown })
    const { body } = await visit('/sites/handbook/search?q=quagga')
    const [hits = ''] = /<ol class="hits">.*?<\/ol>/s.exec(body) ?? []
    assert.deepEqual(
      [...hits.matchAll(/<a [^>]*>([^<]*)<\/a\s*>/g)].map(([, title]) => title),
      ['Animals'],
    )
  })

  it('limits searches from one network', async () => {
    let status = 200
    for (let count = 0; count < 40 && status === 200; count += 1) {
      status = (await visit('/sites/handbook/search?q=a')).status
    }
    assert.equal(status, 429)
    assert.equal((await visit('/sites/handbook/')).status, 200)
  })
})
