import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { addPage } from '../support/pages.ts'
import { addAgent, addPerson } from '../support/people.ts'
import { agentRuns } from '../support/reverts/agent-runs.ts'
import { grantOnly, restrict } from '../support/sections.ts'
import { addSkill, rewrite, skillArchive } from '../support/skills/skills.ts'
import { checkAccess } from '../support/web/axe.ts'
import { openScreens, type Screens } from '../support/web/screens.ts'

describe('dialogs and menus, used by keyboard alone', () => {
  let screens: Screens
  let page: Page
  before(async () => {
    screens = await openScreens()
    page = await screens.visitAs()
  })
  after(() => screens.close())

  /** Opens a dialog with Enter. Escape closes it again, and only it, and returns the focus. */
  async function inDialog(
    opener: Locator,
    name: string | RegExp,
    use: (dialog: Locator) => Promise<void>,
  ): Promise<void> {
    await opener.press('Enter')
    const dialog = page.getByRole('dialog', { name })
    await dialog.locator(':focus').waitFor()
    await use(dialog)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await opener.and(page.locator(':focus')).waitFor()
  }

  it('show a skill, its links, and the import of skills', async () => {
    const { quire } = screens
    const skill = await addSkill(quire, 'Code review', 'Read all of it.')
    await addSkill(quire, 'Draft of a skill', 'Nothing yet.', '')
    await rewrite(quire, skill, 'Read it twice.')
    await page.goto('/skills')
    await checkAccess(page, 'the skills')
    const details = page.getByRole('button', { name: 'Details of Code review' })
    await inDialog(details, 'Code review', async (dialog) => {
      for (const name of ['Publish', 'Files', 'Versions', 'Uses', 'Install']) {
        const tab = dialog.getByRole('tab', { name })
        await tab.and(page.locator('[aria-selected=true]')).waitFor()
        await checkAccess(page, `${name} of a skill`)
        await tab.press('ArrowRight')
      }
      await dialog.getByRole('tab', { name: 'Install' }).press('Enter')
      await dialog.getByRole('button', { name: 'Create link' }).press('Enter')
      await dialog.getByLabel('Snippet for npx skills').waitFor()
      await checkAccess(page, 'a new link of a skill')
      const revoke = dialog.getByRole('button', { name: /^Revoke the link/ })
      const question = 'Revoke this link?'
      await inDialog(revoke, question, () => checkAccess(page, 'revoking a link of a skill'))
      await revoke.press('Enter')
      const confirmation = page.getByRole('dialog', { name: question })
      await confirmation.getByRole('button', { name: 'Revoke' }).press('Enter')
      await page.getByText('Link revoked').waitFor()
      await dialog.getByRole('tab', { name: 'Install' }).focus()
    })
    const importing = page.getByRole('button', { name: 'Import', exact: true })
    await inDialog(importing, 'Import skills and agents', async (dialog) => {
      await dialog
        .locator('input[type=file]:not([webkitdirectory])')
        .setInputFiles({ name: 'skills.zip', mimeType: 'application/zip', buffer: skillArchive })
      await dialog.getByRole('region', { name: 'What will be created' }).waitFor()
      await checkAccess(page, 'the import of a skill')
    })
  })

  it('filter the activity, and preview what a run and a key changed', async () => {
    const { quire } = screens
    const agent = await addAgent(quire, 'Robo', 'write')
    const planId = await addPage(quire, 'Plan', { markdown: 'We ship on Friday.\n' })
    const asAgent = agentRuns(quire, agent.key).newRun()
    await asAgent('/v1/pages/edit', { pageId: planId, mode: 'append', text: 'By an agent.' })
    await page.goto('/activity')
    for (const [name, option] of [
      ['Changed by', 'Agents'],
      ['Kind', 'Pages'],
      ['Person or agent', /Robo/],
    ] as const) {
      const field = page.getByRole('combobox', { name, exact: true })
      await field.press('ArrowDown')
      await page.getByRole('option', { name: option }).waitFor()
      await checkAccess(page, `the filter ${name}`)
      await field.press('Escape')
    }
    await page.goto('/activity?view=runs')
    await page.getByRole('link', { name: /Robo/ }).press('Enter')
    const revert = page.getByRole('button', { name: 'Revert this run…' })
    await inDialog(revert, /^Revert the run of/, async (dialog) => {
      await dialog.getByRole('checkbox', { name: 'Plan' }).waitFor()
      await checkAccess(page, 'the preview of a revert')
      await dialog.getByRole('checkbox', { name: 'Plan' }).press('Space')
      assert.equal(await dialog.getByRole('checkbox', { name: 'Plan' }).isChecked(), false)
    })
    await page.goto('/settings/api')
    const revertKey = page
      .getByRole('button', { name: /^Revert changes made with the key/ })
      .first()
    await inDialog(revertKey, /^Revert changes made with/, async (dialog) => {
      await dialog.getByRole('button', { name: 'Cancel' }).waitFor()
      await dialog.getByRole('combobox', { name: 'Time range' }).press('ArrowDown')
      await page.getByRole('option', { name: 'Last 7 days' }).waitFor()
      await checkAccess(page, 'the times of a revert')
      await page.keyboard.press('Escape')
    })
  })

  it('let people edit their proposal and submit it again', async () => {
    const { quire } = screens
    const rulesId = await addPage(quire, 'Rules', { markdown: 'Be early.\n' })
    await restrict(quire, rulesId)
    const vera = await addPerson(quire, 'Vera', 'MEMBER')
    await grantOnly(quire, rulesId, { [quire.userId]: 'manage', [vera.userId]: 'propose' })
    const changes = [{ kind: 'edit', pageId: rulesId, markdown: 'Be early.\n\nBe kind.\n' }]
    const { workspaceId } = quire
    const proposal = { workspaceId, title: 'Kindness', changes }
    const { body } = await quire.post<{ proposalId: string }>(
      '/v1/proposals/create',
      proposal,
      vera.key,
    )
    const hers = await screens.visitAs(vera)
    await hers.goto(`/proposals/${body.proposalId}`)
    await hers.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
    await hers.getByLabel('Text of the page, as Markdown').fill('Be early.\n\nBe very kind.\n')
    await checkAccess(hers, 'an edit of an own proposal')
    await hers.getByRole('button', { name: 'Submit again' }).press('Enter')
    await hers.getByText('very kind').waitFor()
    await checkAccess(hers, 'a proposal that was submitted again')
    await page.goto(`/proposals/${body.proposalId}`)
    await page.getByText('very kind').waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
    await checkAccess(page, 'a proposal for its reviewer')
  })
})
