import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { render, screen, within } from '../../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../../test/support/web/web-server.tsx'

let quire: WebServer
const { SkillStatus } = await import('./skill-status.tsx')
before(async () => {
  quire = await startWebServer()
})
after(() => quire.close())

describe('the page of a skill', () => {
  it('says whether agents use its text, and what the check finds', async () => {
    const { workspaceId } = quire
    const markdown = 'Run `scripts/gone.sh`.\n'
    const pageId = await quire.addPage('Tidy', { ownership: 'SKILL', markdown })
    render(await inWorkspace(<SkillStatus workspaceId={workspaceId} pageId={pageId} />), {
      at: `/pages/${pageId}`,
    })
    const status = within(await screen.findByRole('region', { name: 'Publication' }))
    assert.ok(await status.findByText(/^Agents use the current text\./))
    assert.ok(status.getByText(/names scripts\/gone\.sh, which is not attached/))
    const details = status.getByRole('link', { name: 'Details' })
    assert.equal(details.getAttribute('href'), `/skills?skill=${pageId}`)
  })
})
