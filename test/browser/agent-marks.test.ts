import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage } from '../support/pages.ts'
import { addAgent } from '../support/people.ts'
import { agentRuns } from '../support/reverts/agent-runs.ts'
import { until } from '../support/until.ts'
import { checkAccess } from '../support/web/axe.ts'
import { openPage, waitForSaveState } from '../support/web/page-screen.ts'
import { openScreens, type Screens } from '../support/web/screens.ts'

describe('text of an agent that no person has accepted', () => {
  let screens: Screens
  let page: Page
  before(async () => {
    screens = await openScreens()
    page = await screens.visitAs()
  })
  after(() => screens.close())

  const marks = () => page.getByRole('button', { name: 'Not accepted yet, written by' })

  /** A page with text of an agent before and after that of a person. */
  async function openWritten(): Promise<void> {
    const { quire } = screens
    const { workspaceId } = quire
    const { key } = await addAgent(quire, 'Robo', 'write')
    const pageId = await addPage(quire, 'Plan', { markdown: 'First.' })
    const asAgent = agentRuns(quire, key).newRun()
    await openPage(page, pageId)
    await page.locator('.ProseMirror p', { hasText: 'First.' }).click()
    await page.keyboard.press('End')
    await page.keyboard.type(' By Ada.')
    await waitForSaveState(page, 'saved')
    await asAgent('/v1/pages/edit', { pageId, mode: 'append', text: 'By Robo.' })
    await asAgent('/v1/pages/edit', { pageId, mode: 'prepend', text: 'By Robo too.' })
    await page.goto('about:blank')
    const { body } = await quire.post<{ runs: object[] }>('/v1/history/unaccepted', {
      workspaceId,
      pageId,
    })
    assert.equal(body.runs.length, 1)
    await openPage(page, pageId)
    await marks().first().waitFor()
  }

  it('has a mark in the margin beside it, and none when it is accepted', async () => {
    await openWritten()
    assert.equal(await marks().count(), 2)
    const [mark, text] = [
      await marks().first().boundingBox(),
      await page.locator('.ProseMirror p').first().boundingBox(),
    ]
    assert.ok(mark && text)
    assert.ok(Math.abs(mark.y - text.y) < 2 && mark.x >= text.x + text.width, 'beside the text')
    await checkAccess(page, 'a page with marks')
    await marks().first().click()
    await page.getByText(/^Written by .*Robo/).waitFor()
    await checkAccess(page, 'an opened mark')
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByText('Text accepted').waitFor()
    await marks().first().waitFor({ state: 'detached' })
  })

  it('has its author among the people on the page, with the emoji and the program', async () => {
    const { quire } = screens
    const { workspaceId } = quire
    const { key } = await addAgent(quire, 'Foxy', 'write', undefined, '🦊')
    const pageId = await addPage(quire, 'Watched', { markdown: 'First.' })
    await openPage(page, pageId)
    const agent = page.getByRole('img', { name: 'Claude-Code for Foxy (agent)' })
    await until(async () => {
      const headers = { authorization: `Bearer ${key}`, 'user-agent': 'Claude-Code/2.0' }
      const payload = { workspaceId, pageId, markdown: 'Is that right?' }
      await quire.request({ method: 'POST', url: '/v1/comments/create', headers, payload })
      return agent.isVisible()
    })
    // The list of agents, which has the emoji, is loaded when one appears.
    await agent.and(page.getByText('🦊')).waitFor()
    await checkAccess(page, 'a page with an agent')
  })

  it('loses its mark where a person writes, and the text above it moves the other', async () => {
    await openWritten()
    await page.locator('.ProseMirror p', { hasText: 'By Robo too.' }).click()
    await page.keyboard.press('End')
    await page.keyboard.type(' And Ada.')
    await page.keyboard.press('Enter')
    await page.keyboard.type('New line.')
    await until(async () => (await marks().count()) === 1)
    const last = page.locator('.ProseMirror p', { hasText: /^By Robo\.$/ })
    const [mark, text] = [await marks().boundingBox(), await last.boundingBox()]
    assert.ok(mark && text && Math.abs(mark.y - text.y) < 2)
  })
})
