import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { languages, type LanguageTag } from '../../messages/languages.ts'
import { addComment, addPage } from '../support/pages.ts'
import {
  desktop,
  type Labels,
  labelsIn,
  languageFaults,
  phone,
  type View,
} from '../support/web/language-faults.ts'
import { useNotoFonts } from '../support/web/noto-fonts.ts'
import { openScreens, type Screens } from '../support/web/screens.ts'
import { watchRequests } from '../support/web/settled.ts'

/** Menus, dialogs and content, in every language. What people wrote here is digits, so that all words are ours. */

const views: readonly View[] = [
  { ...desktop, scheme: 'dark' },
  { ...phone, scheme: 'light' },
]
const content = [
  '# 1',
  '2 **333333** [4](/5)',
  '- 6\n- 7',
  '- [ ] 8\n- [x] 9',
  '> [!WARNING]\n> 10',
  '```ts\n11\n```',
  '| 12 | 13 |\n| --- | --- |\n| 14 | 15 |',
  '![16](17.png)',
].join('\n\n')
const columns = '## 20\n\n- [ ] 21\n- [x] 22\n\n## 23\n\n- [ ] 24\n'

let screens: Screens
let pageId: string
let boardId: string
let historyId: string

before(async () => {
  screens = await openScreens()
  const { quire } = screens
  const { workspaceId } = quire
  pageId = await addPage(quire, '42', { markdown: content })
  await addPage(quire, '43', { parentId: pageId })
  historyId = await addPage(quire, '46', { markdown: content })
  const edit = { workspaceId, pageId: historyId, mode: 'replace', find: '10', text: '100' }
  await quire.post('/v1/pages/edit', edit)
  await addComment(quire, pageId, '44')
  boardId = await addPage(quire, '45', { markdown: columns })
})
after(() => screens.close())

for (const tag of Object.keys(languages) as LanguageTag[]) {
  describe(`menus, dialogs and content in ${tag}`, () => {
    let page: Page
    let labels: Labels
    let faults: string[]
    let waitUntilIdle: () => Promise<void>

    before(async () => {
      labels = await labelsIn(tag)
      page = await screens.visitAs(undefined, {
        locale: tag,
        bypassCSP: true,
        reducedMotion: 'reduce',
      })
      await useNotoFonts(page.context())
      waitUntilIdle = watchRequests(page)
    })
    after(() => page.context().close())

    const button = (catalogue: string, key: string) =>
      page.getByRole('button', { name: labels.of(catalogue, key), exact: true })

    /** Checks what is on the screen, then returns to the size of a desktop. */
    async function check(name: string): Promise<void> {
      await waitUntilIdle()
      faults.push(...(await languageFaults(page, name, labels, views)))
      await page.setViewportSize(desktop)
    }

    async function open(path: string): Promise<void> {
      faults = []
      await page.setViewportSize(desktop)
      await page.goto(path)
      await page.getByRole('heading').first().waitFor()
      await waitUntilIdle()
    }

    async function checkPopup(name: string, role: 'dialog' | 'menu' | 'listbox'): Promise<void> {
      const popup = page.getByRole(role).first()
      await popup.waitFor()
      await check(name)
      await page.keyboard.press('Escape')
      await popup.waitFor({ state: 'hidden' })
    }

    it('are readable on a page', async () => {
      await open(`/pages/${pageId}`)
      await page.locator('.ProseMirror table').waitFor()
      await check('page')
      await button('pages', 'actions').click()
      await checkPopup('page menu', 'menu')
      await page.getByRole('treeitem', { name: '42' }).click({ button: 'right' })
      await checkPopup('tree menu', 'menu')
      await page.keyboard.press('Control+k')
      await checkPopup('search palette', 'dialog')
      assert.deepEqual(faults, [])
    })

    it('are readable in the editor', async () => {
      await open(`/pages/${pageId}`)
      await page.locator('.ProseMirror td p').first().click()
      await page.getByRole('toolbar').first().waitFor()
      await check('table toolbar')
      await page.locator('.ProseMirror strong').dblclick()
      await page.getByRole('toolbar').first().waitFor()
      await check('text toolbar')
      await page.locator('.ProseMirror p').first().click()
      await page.keyboard.press('End')
      await page.keyboard.type(' /')
      await page.getByRole('listbox').waitFor()
      await check('slash menu')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Backspace')
      await page.keyboard.press('Backspace')
      assert.deepEqual(faults, [])
    })

    it('are readable in comments', async () => {
      await open(`/pages/${pageId}`)
      await page.locator('button:has(.tabler-icon-message)').click()
      const panel = page.getByRole('complementary', { name: labels.of('comments', 'title') })
      await panel.getByText('44').waitFor()
      await check('comments')
      assert.deepEqual(faults, [])
    })

    it('are readable in the share dialog', async () => {
      await open(`/pages/${pageId}`)
      await button('pages', 'share').click()
      const dialog = page.getByRole('dialog').first()
      for (const tab of ['people', 'links', 'publishing']) {
        await dialog.getByRole('tab', { name: labels.of('sharing', tab) }).click()
        await check(`share dialog, ${tab}`)
      }
      await dialog.getByRole('tab', { name: labels.of('sharing', 'links') }).click()
      await button('sharing.links', 'newLink').click()
      await checkPopup('new link', 'dialog')
      assert.deepEqual(faults, [])
    })

    it('are readable on a board', async () => {
      await open(`/pages/${boardId}`)
      await page.locator('.ProseMirror, .board-column').first().waitFor()
      if ((await page.locator('.board-column').count()) === 0) {
        await button('pages', 'actions').click()
        await page.getByRole('menuitem', { name: labels.of('pages', 'turnIntoBoard') }).click()
      }
      await page.locator('.board-column').first().waitFor()
      await check('board')
      await page
        .locator('.board-card')
        .first()
        .getByRole('button', { name: '21', exact: true })
        .click()
      await check('card')
      assert.deepEqual(faults, [])
    })

    it('are readable in the history', async () => {
      await open(`/pages/${historyId}/history`)
      await page.locator('.difference').waitFor()
      await check('history')
      assert.deepEqual(faults, [])
    })

    it('are readable in the frame of the app', async () => {
      await open('/')
      await page.keyboard.press('Shift+?')
      await checkPopup('shortcuts', 'dialog')
      await page.getByRole('button', { name: 'Ada Lovelace' }).click()
      await checkPopup('user menu', 'menu')
      await page.getByRole('button', { name: 'Lab' }).click()
      await checkPopup('workspace menu', 'menu')
      assert.deepEqual(faults, [])
    })

    const dialogs = [
      ['/settings/api', 'settings.keys', 'newKey'],
      ['/settings/members', 'settings.members', 'invite'],
      ['/settings/members', 'settings.members', 'leave'],
      ['/settings/groups', 'settings.groups', 'newGroup'],
      ['/settings/chats', 'settings.chats', 'connectBot'],
      ['/settings/webhooks', 'settings.webhooks', 'create'],
      ['/settings/security', 'settings.security', 'setUp'],
      ['/settings/security', 'settings.security', 'signOutEverywhere'],
      ['/settings/workspace', 'settings', 'delete'],
    ] as const

    it('are readable in the settings', async () => {
      const all: string[] = []
      for (const [path, catalogue, key] of dialogs) {
        await open(path)
        await button(catalogue, key).first().click()
        await checkPopup(`${path} ${key}`, 'dialog')
        all.push(...faults)
      }
      assert.deepEqual(all, [])
    })
  })
}
