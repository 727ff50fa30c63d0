import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../test/support/web/web-server.tsx'
import { snippetsFor } from './install/snippets.ts'
import { templates } from './templates.ts'

let quire: WebServer
const { SkillsScreen } = await import('./skills-screen.tsx')

before(async () => {
  quire = await startWebServer()
})
after(() => quire.close())
beforeEach(() => quire.setRole('OWNER'))

async function show(at = '/skills') {
  const user = userEvent.setup()
  const shown = render(await inWorkspace(<SkillsScreen />), { at })
  await screen.findByRole('heading', { name: 'Skills and agents' })
  return { user, shown }
}

describe('SkillsScreen', () => {
  it('says what a skill is, and offers a viewer none to make', async () => {
    quire.setRole('VIEWER')
    await show()
    assert.ok(await screen.findByText('No skills yet'))
    assert.ok(screen.queryByRole('region', { name: 'Templates' }) === null)
    assert.ok(screen.getByRole('region', { name: 'Use them from an agent' }))
  })

  it('makes a skill of a template and opens it', async () => {
    const { user, shown } = await show()
    await user.click(await screen.findByRole('button', { name: 'Create Release notes' }))
    await waitFor(() => assert.match(shown.address(), /^\/pages\//))
    const { workspaceId } = quire
    const { body } = await quire.post<{ pages: { title: string; icon: string }[] }>(
      '/v1/workspace/skills',
      { workspaceId },
    )
    assert.deepEqual(
      body.pages.map(({ title, icon }) => [title, icon]),
      [['Release notes', '📦']],
    )
  })

  it('lists skills and agents apart', async () => {
    await quire.addPage('Librarian', { ownership: 'AGENT' })
    const { user } = await show()
    const skills = await screen.findByRole('tabpanel', { name: 'Skills' })
    assert.ok(await within(skills).findByRole('link', { name: /Release notes/ }))
    await user.click(screen.getByRole('tab', { name: 'Agents' }))
    const agents = await screen.findByRole('tabpanel', { name: 'Agents' })
    assert.ok(await within(agents).findByRole('link', { name: /Librarian/ }))
  })

  it('says why a page was not made', async () => {
    const { user } = await show()
    quire.refuse('/v1/pages/create', 507, { code: 'STORAGE_FULL', message: 'The disk is full.' })
    await user.click(await screen.findByRole('button', { name: 'Create Meeting summary' }))
    assert.ok(await screen.findByText(/out of disk space/))
  })
})

describe('snippetsFor', () => {
  it('names this server and no key of anybody', () => {
    for (const { code } of snippetsFor('https://notes.example.com')) {
      assert.ok(code.includes('https://notes.example.com/mcp'))
      assert.ok(code.includes('svc_YourKey'))
    }
  })

  it('is JSON where a client reads JSON', () => {
    for (const { code } of snippetsFor('http://x').slice(1)) assert.ok(JSON.parse(code))
  })
})

describe('templates', () => {
  it('fit into one request and have names of their own', () => {
    assert.equal(new Set(templates().map(({ title }) => title)).size, templates().length)
    for (const { markdown, title } of templates()) {
      assert.ok(markdown.length > 100 && markdown.length < 50_000, title)
    }
  })
})
