import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { putMember } from '../../../server/domain/people/members.ts'
import { addPage, markdownOf, markdownWhen } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openPage, waitForSaveState } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'
import { password } from '../../support/web/visitor.ts'

let screens: Screens
let page: Page
let bob: Person

before(async () => {
  screens = await openScreens({}, { withoutLive: true, provoked: /ERR_FAILED|status of 5\d\d/ })
  bob = await addPerson(screens.quire, 'Bob', 'MEMBER')
  page = await screens.visitAs(bob)
})
after(() => screens.close())

const saves = '**/v1/pages/save'

async function open(title: string): Promise<string> {
  const pageId = await addPage(screens.quire, title, { markdown: 'One.' })
  await openPage(page, pageId)
  return pageId
}

async function type(typed: string): Promise<void> {
  await page.locator('.ProseMirror p').first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(typed)
}

/** What the page says of why it is not saved, with what it offers. */
const notice = () => page.getByRole('alert').filter({ has: page.getByRole('button') })
const offer = (name: string) => notice().getByRole('button', { name })

describe('a page that cannot be saved', () => {
  it('because it was moved to the trash says so at once, and restores it', async () => {
    const pageId = await open('Trashed')
    const { workspaceId } = screens.quire
    await type(' Mine.')
    await waitForSaveState(page, 'saved')
    await screens.quire.post('/v1/pages/delete', { workspaceId, pageId })
    await page.getByText('This page is in the trash.').waitFor()
    await type(' Typed on.')
    await notice().getByText('Your changes are kept in this browser only').waitFor()
    await checkAccess(page, 'a page in the trash')
    await offer('Restore page').click()
    await waitForSaveState(page, 'saved')
    assert.equal(await markdownOf(screens.quire, pageId), 'One. Mine. Typed on.\n')
  })

  it('keeps what was written as a new page, when the old one is gone', async () => {
    const pageId = await open('Gone')
    const { workspaceId } = screens.quire
    await screens.quire.post('/v1/pages/delete', { workspaceId, pageId })
    await screens.quire.post('/v1/trash/purge', { workspaceId, pageId })
    await type(' Kept.')
    await offer('Save as new page').click()
    await page.waitForURL((url) => !url.pathname.endsWith(pageId))
    await waitForSaveState(page, 'saved')
    const newId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    assert.equal(await markdownOf(screens.quire, newId), 'One. Kept.\n')
  })

  it('because the page above it went to the trash says so, too', async () => {
    const parentId = await addPage(screens.quire, 'Above')
    const pageId = await addPage(screens.quire, 'Below', { parentId, markdown: 'One.' })
    await openPage(page, pageId)
    const { workspaceId } = screens.quire
    await screens.quire.post('/v1/pages/delete', { workspaceId, pageId: parentId })
    await page.getByText('This page is in the trash.').waitFor()
    await screens.quire.post('/v1/pages/restore', { workspaceId, pageId: parentId })
    await waitForSaveState(page, 'saved')
  })

  it('because it is too large offers it as a file', async () => {
    await open('Large')
    const body = { code: 'BODY_TOO_LARGE', message: 'The request has more than 4 MB.' }
    await page.route(saves, (route) => route.fulfill({ status: 413, json: body }))
    await type(' Large.')
    await notice().getByText('This page is too large for the server.').waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), offer('Download').click()])
    assert.equal(download.suggestedFilename(), 'Large.md')
    assert.equal(await readFile(await download.path(), 'utf8'), 'One. Large.\n')
    await page.unroute(saves)
    await type(' Less.')
    await waitForSaveState(page, 'saved')
  })

  it('because the server has a fault is sent again by itself', async () => {
    const pageId = await open('Fault')
    const body = { code: 'STORAGE_FULL', message: 'The disk of the server is full.' }
    await page.route(saves, (route) => route.fulfill({ status: 507, json: body }))
    await type(' Later.')
    await notice().getByText('sent when there is room').waitFor()
    await page.unroute(saves)
    assert.equal(await markdownWhen(screens.quire, pageId, /Later/), 'One. Later.\n')
    await waitForSaveState(page, 'saved')
  })

  it('because the session has ended asks to sign in, and sends it afterwards', async () => {
    const pageId = await open('Session')
    const headers = { origin: screens.address }
    await page.request.post(`${screens.address}/app/session/remove`, { headers, data: {} })
    await type(' After the end.')
    await offer('Sign in').click()
    await page.getByLabel('Email').fill(bob.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    assert.equal(await markdownWhen(screens.quire, pageId, /After/), 'One. After the end.\n')
    await page.locator('.ProseMirror p', { hasText: 'One. After the end.' }).waitFor()
  })

  it('because its writer may only read it now offers the text to take along', async () => {
    const pageId = await open('Viewer')
    const { app, workspaceId, userId } = screens.quire
    const actor = { userId, via: 'cli' } as const
    await putMember(app.store, workspaceId, { userId: bob.userId, role: 'VIEWER' }, actor)
    await type(' Too late.')
    await notice().getByText('You can no longer edit this page').waitFor()
    await offer('Copy as Markdown').waitFor()
    await offer('Download').waitFor()
    assert.equal(await markdownOf(screens.quire, pageId), 'One.\n')
  })
})
