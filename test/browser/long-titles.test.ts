import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type AppAddress, appAddresses } from '../../server/http/app-addresses.ts'
import { addComment, addFile, addLink, addPage } from '../support/pages.ts'
import { publish } from '../support/sites.ts'
import { desktop, type Labels, labelsIn, phone } from '../support/web/language-faults.ts'
import { overflowOf } from '../support/web/page-faults.ts'
import { openScreens, type Screens } from '../support/web/screens.ts'
import { watchRequests } from '../support/web/settled.ts'

/** Titles and words of 200 characters, with and without spaces, on every screen and in what opens over it. */

const unbroken = 'Rindfleischetikettierung'.repeat(9).slice(0, 200)
const words = 'Minutes of the meeting about the harbour '.repeat(5).slice(0, 200)
const arabic = 'محضر اجتماع لجنة تخطيط الميناء '.repeat(7).slice(0, 200)

const markdownWith = (linked: string) =>
  [
    `# ${unbroken}`,
    `${unbroken} [${unbroken}](/pages/${linked}) https://example.com/${unbroken}`,
    `- ${unbroken}\n- [ ] ${unbroken}`,
    `> [!NOTE]\n> ${unbroken}`,
    `| ${unbroken} | b |\n| - | - |\n| c | d |`,
    `![${unbroken}](/pages/${linked})`,
    '```quire-view\nshow: table\n```',
    `<details>\n<summary>${unbroken}</summary>\n\n${unbroken}\n\n</details>`,
    `\`\`\`\n${unbroken}\n\`\`\``,
  ].join('\n\n')

let screens: Screens
let sectionId: string
let pageId: string
let boardId: string
let webhookId: string
let linkUrl: string
let siteUrl: string

before(async () => {
  screens = await openScreens()
  const { quire } = screens
  const { workspaceId, post } = quire
  const done = async (path: string, input: object) => {
    const { status, body } = await post(path, { workspaceId, ...input })
    assert.equal(status, 200, `${path} ${JSON.stringify(body)}`)
    return body as unknown
  }
  sectionId = await addPage(quire, words)
  const linkedId = await addPage(quire, arabic, { parentId: sectionId })
  const parentId = await addPage(quire, unbroken, { parentId: sectionId })
  pageId = await addPage(quire, unbroken, { parentId, markdown: markdownWith(linkedId) })
  await addPage(quire, unbroken, { parentId: pageId, markdown: `[${unbroken}](/pages/${pageId})` })
  boardId = await addPage(quire, unbroken, {
    markdown: `## ${unbroken}\n\n- [ ] ${unbroken}\n\n## b\n\n- [x] ${words}\n`,
  })
  await addPage(quire, `/${unbroken}`, { ownership: 'SKILL', markdown: unbroken })
  await addFile(quire, pageId, { name: `${unbroken}.txt` })
  await addComment(quire, pageId, `${unbroken} ${words}`)
  await done('/v1/favourites/add', { pageId })
  await done('/v1/watches/add', { pageId, includeSubpages: true })
  await done('/v1/pages/set-properties', {
    pageId,
    set: { [unbroken.slice(0, 60)]: unbroken, tags: [unbroken.slice(0, 60)] },
  })
  const trashed = await addPage(quire, unbroken)
  await done('/v1/pages/delete', { pageId: trashed })
  await done('/v1/groups/create', { name: unbroken.slice(0, 100) })
  const url = `https://example.com/${unbroken}`
  const created = await done('/v1/webhooks/create', {
    url,
    name: unbroken.slice(0, 100),
    events: ['*'],
  })
  webhookId = (created as { webhook: { id: string } }).webhook.id
  linkUrl = (await addLink(quire, sectionId)).url
  siteUrl = (await publish(quire, sectionId, { slug: 'long' })).url
})
after(() => screens.close())

const sizes = [phone, desktop]
/** Addresses that a signed-out visitor opens. */
const isForVisitors = (address: AppAddress) =>
  /^\/(?:sign-in|setup|join|confirmed|forgotten|verify|reset|unsubscribe|s\/)/.test(address)

function pathOf(address: AppAddress): string {
  const path = address.replace(':pageId', pageId).replace(':webhookId', webhookId)
  const { pathname, hash } = new URL(linkUrl, 'http://localhost')
  if (address.startsWith('/s/')) return path.replace('/s/:linkId', pathname) + hash
  return address === '/search' ? `/search?q=${unbroken.slice(0, 24)}` : path
}

/** Menus follow a new size with a delay. */
const maxAttempts = 30

async function lastingFaults(page: Page, waitUntilIdle: () => Promise<void>): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1) {
    await waitUntilIdle()
    const faults = await overflowOf(page)
    if (faults.length === 0 || attempt === maxAttempts) return faults
  }
}

for (const tag of ['en', 'ar'] as const) {
  describe(`long titles in ${tag}`, () => {
    let labels: Labels
    let page: Page
    let waitUntilIdle: () => Promise<void>
    const faults: string[] = []

    async function check(name: string): Promise<void> {
      for (const fault of await lastingFaults(page, waitUntilIdle)) {
        faults.push(`${name} at ${page.viewportSize()?.width}: ${fault}`)
      }
    }

    async function open(path: string): Promise<void> {
      await page.goto(path)
      await page.getByRole('heading').first().waitFor()
    }

    const button = (catalogue: string, key: string) =>
      page.getByRole('button', { name: labels.of(catalogue, key), exact: true })

    async function checkPopup(name: string, role: 'dialog' | 'menu' | 'listbox'): Promise<void> {
      const popup = page.getByRole(role).first()
      await popup.waitFor()
      await check(name)
      await page.keyboard.press('Escape')
      await popup.waitFor({ state: 'hidden' })
    }

    before(async () => {
      labels = await labelsIn(tag)
      page = await screens.visitAs(undefined, { locale: tag, reducedMotion: 'reduce' })
      waitUntilIdle = watchRequests(page)
    })
    after(() => page.context().close())

    async function checkSizes(name: string): Promise<void> {
      for (const size of sizes) {
        await page.setViewportSize(size)
        await check(name)
      }
    }

    it('fit on every screen of a member', async () => {
      for (const address of appAddresses.filter((one) => !isForVisitors(one))) {
        await open(pathOf(address))
        if (address === '/pages/:pageId') await page.locator('.ProseMirror table').first().waitFor()
        await checkSizes(address)
      }
      await open(`/pages/${boardId}`)
      await page.locator('.ProseMirror, .board-column').first().waitFor()
      if ((await page.locator('.board-column').count()) === 0) {
        await button('pages', 'actions').click()
        await page.getByRole('menuitem', { name: labels.of('pages', 'turnIntoBoard') }).click()
      }
      await page.locator('.board-column').first().waitFor()
      await checkSizes('board')
      assert.deepEqual(faults.splice(0), [])
    })

    for (const size of sizes) {
      it(`fit in menus, dialogs and panels, ${size.width} pixels wide`, async () => {
        await page.setViewportSize(size)
        await open(`/pages/${pageId}`)
        await page.locator('.ProseMirror table').first().waitFor()
        await button('pages', 'actions').click()
        await checkPopup('page menu', 'menu')
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').getByRole('combobox').fill(unbroken.slice(0, 24))
        await page.getByRole('option').nth(2).waitFor()
        await checkPopup('palette', 'dialog')
        await button('pages', 'share').click()
        await checkPopup('share dialog', 'dialog')
        await page.locator('button:has(.tabler-icon-message)').click()
        await page.getByRole('complementary', { name: labels.of('comments', 'title') }).waitFor()
        await check('comments')
        if (size === phone) {
          await button('app', 'openMenu').click()
          await page.getByRole('treeitem').first().waitFor()
          await check('menu with the tree')
        }
        assert.deepEqual(faults.splice(0), [])
      })
    }

    it('fit on every screen of a visitor and on a published site', async () => {
      const visitor = await screens.visit({ locale: tag, reducedMotion: 'reduce' })
      const waitForVisitor = watchRequests(visitor)
      const paths = appAddresses.filter(isForVisitors).map(pathOf)
      for (const path of [...paths, siteUrl, `${siteUrl}search?q=${unbroken.slice(0, 24)}`]) {
        await visitor.goto(path)
        await visitor.getByRole('heading').first().waitFor()
        for (const size of sizes) {
          await visitor.setViewportSize(size)
          for (const fault of await lastingFaults(visitor, waitForVisitor)) {
            faults.push(`${path} at ${size.width}: ${fault}`)
          }
        }
      }
      await visitor.context().close()
      assert.deepEqual(faults, [])
    })
  })
}
