import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { until } from '../../support/until.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

let screens: Screens
let page: Page
let pageId: string
const hostile =
  '<img src=x onerror=alert(1)> [click](javascript:alert(2)) <script>alert(3)</script>'

before(async () => {
  screens = await openScreens()
  page = await screens.visitAs()
  await addPerson(screens.quire, 'Grace', 'MEMBER')
  pageId = await addPage(screens.quire, 'Plan', {
    markdown: 'We ship on Friday.\n\nThe budget is **ten** thousand.\n\nNobody disagrees.',
  })
  await page.goto(`/pages/${pageId}`)
  await page.getByRole('button', { name: 'Comments' }).click()
})
after(() => screens.close())

const panel = () => page.getByRole('complementary', { name: 'Comments' })

type Listed = { threads: { id: string; isResolved: boolean; comments: { markdown: string }[] }[] }

async function threads(): Promise<Listed['threads']> {
  const { workspaceId } = screens.quire
  const input = { workspaceId, pageId, includeResolved: true }
  return (await screens.quire.post<Listed>('/v1/comments/list', input)).body.threads
}

describe('comments', () => {
  it('keeps what is said about the page, with a mention', async () => {
    const field = panel().getByRole('textbox', { name: 'Comment on this page' })
    await field.fill('Is this so, ')
    await field.pressSequentially('@gra')
    await panel().getByRole('option', { name: 'Grace Tester' }).click()
    await panel().getByLabel('Comment on this page').press('Control+Enter')
    await panel().getByText('@Grace Tester').waitFor()
    // It is shown before the server has it.
    const markdown = await until(async () => (await threads())[0]?.comments[0]?.markdown)
    assert.match(markdown, /\[@Grace Tester\]\(\/members\/[\da-f-]{36}\)/)
  })

  it('answers, resolves and opens again', async () => {
    await panel().getByRole('textbox', { name: 'Reply' }).fill('It is.')
    await panel().getByRole('button', { name: 'Reply' }).click()
    await panel().getByText('It is.').waitFor()
    await panel().getByRole('button', { name: 'Resolve' }).click()
    await panel().getByText('No comments yet').waitFor()
    await panel().getByRole('switch', { name: 'Show resolved' }).click({ force: true })
    await panel().getByRole('button', { name: 'Reopen' }).click()
    await panel().getByRole('button', { name: 'Resolve' }).waitFor()
    await panel().getByRole('switch', { name: 'Show resolved' }).click({ force: true })
  })

  it('edits and deletes one of its own', async () => {
    await panel()
      .getByRole('button', { name: 'Actions for the comment by Ada Lovelace' })
      .last()
      .click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await panel().getByRole('textbox', { name: 'Edit comment' }).fill('It surely is.')
    await panel().getByRole('button', { name: 'Save' }).click()
    await panel().getByText('It surely is.').waitFor()
    await panel()
      .getByRole('button', { name: 'Actions for the comment by Ada Lovelace' })
      .last()
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await panel().getByText('It surely is.').waitFor({ state: 'detached' })
  })

  it('marks the text that a comment of someone else is about', async () => {
    const { workspaceId } = screens.quire
    const quote = { text: 'budget is ten', block: 2 }
    await screens.quire.post('/v1/comments/create', {
      workspaceId,
      pageId,
      markdown: 'Euro?',
      quote,
    })
    await panel().getByText('Euro?').waitFor()
    const marked = () =>
      page.evaluate(
        `[...(CSS.highlights.get('quire-comments') ?? [])].map((range) => range.toString()).join()`,
      )
    assert.equal(await marked(), 'budget is ten')
    await panel().getByRole('button', { name: 'budget is ten' }).click()
  })

  it('takes what is typed after choosing to comment on a text, not the page', async () => {
    const text = page.locator('.ProseMirror p', { hasText: 'budget is ten' }).first()
    const before = await page.locator('.ProseMirror').innerText()
    await text.dblclick({ position: { x: 8, y: 10 } })
    const tools = page.getByRole('toolbar', { name: 'Format' })
    await tools.waitFor()
    const [sidebar, first] = await Promise.all([
      page.getByRole('tree').boundingBox(),
      tools.boundingBox(),
    ])
    assert.ok((first?.x ?? 0) > (sidebar?.x ?? 0) + (sidebar?.width ?? 0))
    await tools.getByRole('button', { name: 'Comment' }).click()
    await panel().locator('textarea:focus').waitFor()
    await tools.waitFor({ state: 'hidden' })
    await page.waitForFunction(
      `[...(CSS.highlights.get('quire-comment-active') ?? [])].join() !== ''`,
    )
    await page.keyboard.type('Which one?')
    await page.keyboard.press('Control+Enter')
    await panel().getByText('Which one?').waitFor()
    // The tools come with a delay.
    await page.waitForTimeout(300)
    assert.equal(await tools.isVisible(), false)
    assert.equal(await page.locator('.ProseMirror').innerText(), before)
  })

  it('shows what is hostile as the text it is', async () => {
    const { workspaceId } = screens.quire
    await screens.quire.post('/v1/comments/create', { workspaceId, pageId, markdown: hostile })
    await panel().getByText('onerror', { exact: false }).first().waitFor()
    assert.equal(await panel().locator('img, script, a[href^="javascript"]').count(), 0)
    assert.deepEqual(screens.complaints, [])
  })

  it('has no serious finding of axe in either theme', async () => {
    await checkAccess(page)
  })
})
