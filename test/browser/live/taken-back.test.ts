import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage, markdownOf, markdownWhen, storedPage } from '../../support/pages.ts'
import { addAgent, addPerson } from '../../support/people.ts'
import { agentRuns } from '../../support/reverts/agent-runs.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openPage } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

const typed = ' Ben keeps typing while Ada takes the run back, and no letter of his is lost.'

describe('a bad run of an agent', () => {
  let screens: Screens
  let ada: Page
  let ben: Page

  before(async () => {
    screens = await openScreens()
    ada = await screens.visitAs()
    ben = await screens.visitAs(await addPerson(screens.quire, 'Ben', 'MEMBER'))
  })
  after(() => screens.close())

  it('is taken back while another person keeps typing in the same page', async () => {
    const { quire } = screens
    const agent = await addAgent(quire, 'Robo', 'write')
    const planId = await addPage(quire, 'Plan', { markdown: 'Start.\n\nWe ship on Friday.\n' })
    const budgetId = await addPage(quire, 'Budget', { markdown: 'Ten coins.\n' })
    const asAgent = agentRuns(quire, agent.key).newRun()
    await asAgent('/v1/pages/update', { pageId: budgetId, title: 'Wrong budget' })
    const { pageId: newId } = await asAgent('/v1/pages/create', { title: 'Nonsense' })
    const replace = { mode: 'replace', find: 'ship on Friday', text: 'never ship' }
    await asAgent('/v1/pages/edit', { pageId: planId, ...replace })
    await asAgent('/v1/pages/edit', { pageId: planId, mode: 'append', text: 'By a bad agent.' })
    const { version } = await storedPage(quire, planId)

    await openPage(ben, planId)
    await ada.goto(`/pages/${planId}/history?version=${version}`)
    await ada.getByRole('button', { name: 'Revert this run…' }).click()
    const dialog = ada.getByRole('dialog', { name: /Revert the run of .*Robo/ })
    await dialog.getByText('Wrong budget').waitFor()
    await checkAccess(ada, 'the preview of a revert')

    await ben.locator('.ProseMirror p', { hasText: 'Start.' }).click()
    await ben.keyboard.press('End')
    const typing = ben.keyboard.type(typed, { delay: 40 })
    await ben.locator('.ProseMirror p', { hasText: 'Ben keeps' }).waitFor()
    await dialog.getByRole('button', { name: 'Revert run' }).click()
    // The pointer keeps the notice with its button open, however long Ben types.
    await ada.getByText('Run reverted').hover()
    await typing

    await ben.locator('.ProseMirror p', { hasText: `Start.${typed}` }).waitFor()
    await ben.locator('.ProseMirror p', { hasText: 'We ship on Friday.' }).waitFor()
    assert.equal(await ben.locator('.ProseMirror p', { hasText: 'bad agent' }).count(), 0)
    const markdown = await markdownWhen(quire, planId, /is lost\./)
    assert.equal(markdown, `Start.${typed}\n\nWe ship on Friday.\n`)
    assert.equal((await storedPage(quire, budgetId)).title, 'Budget')
    const { workspaceId } = quire
    assert.equal((await quire.post('/v1/pages/get', { workspaceId, page: newId })).status, 404)

    // The revert is a run, which is undone in one step.
    await ada.getByRole('button', { name: 'Undo' }).click()
    await ben.locator('.ProseMirror p', { hasText: 'By a bad agent.' }).waitFor()
    await markdownWhen(quire, planId, /bad agent/)
    assert.match(await markdownOf(quire, planId), /is lost\.\n\nWe never ship\./)
  })
})
