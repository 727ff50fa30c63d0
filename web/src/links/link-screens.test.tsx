import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen, waitFor } from '../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../test/support/web/web-server.tsx'
import { TagsScreen } from './tags-screen.tsx'
import { UpkeepScreen } from './upkeep-screen.tsx'

let quire: WebServer
before(async () => (quire = await startWebServer()))
after(() => quire.close())
beforeEach(() => quire.setRole('OWNER'))

async function open(address: string) {
  const routes = [
    { path: '/tags', element: await inWorkspace(<TagsScreen />) },
    { path: '/links', element: await inWorkspace(<UpkeepScreen />) },
    { path: '*', element: <p>Somewhere else</p> },
  ]
  render(routes, { at: address })
  return userEvent.setup()
}

describe('TagsScreen', () => {
  it('says what tags are where there are none', async () => {
    await open('/tags')
    assert.ok(await screen.findByText('No tags'))
  })

  it('lists tags with their pages, finds some, and opens one', async () => {
    await quire.addPage('First', { markdown: 'An #idea and a #plan.' })
    await quire.addPage('Second', { markdown: 'An #idea/small one and an #Idea.' })
    const user = await open('/tags')
    const idea = await screen.findByRole('link', { name: '#Idea' })
    assert.equal(idea.parentElement?.textContent, '#Idea2 pages')
    assert.ok(screen.getByRole('link', { name: '#plan' }))
    await user.type(screen.getByRole('textbox', { name: 'Find a tag' }), '#ide')
    await waitFor(() => assert.ok(screen.queryByRole('link', { name: '#plan' }) === null))
    await user.click(await screen.findByRole('link', { name: '#Idea' }))
    await screen.findByRole('heading', { name: '#Idea' })
    assert.ok(await screen.findByRole('link', { name: /First/ }))
    assert.ok(screen.getByRole('link', { name: /Second/ }))
  })

  it('renames a tag, and refuses a name that is none', async () => {
    const user = await open('/tags?tag=plan')
    await user.click(await screen.findByRole('button', { name: 'Rename tag' }))
    const field = await screen.findByRole('textbox', { name: 'New name' })
    const submit = async () => {
      const [, button] = await screen.findAllByRole('button', { name: 'Rename tag', hidden: true })
      assert.ok(button !== undefined)
      await user.click(button)
    }
    await user.clear(field)
    await user.type(field, '12 3')
    await submit()
    assert.ok(await screen.findByText(/^Use letters, digits/))
    await user.clear(field)
    await user.type(field, '#goal')
    await submit()
    await screen.findByText('Renaming the tag on its pages.')
    await screen.findByRole('heading', { name: '#goal' })
    const sent = quire.asked.find(({ path }) => path === '/v1/tags/rename')
    assert.deepEqual([sent?.body['tag'], sent?.body['newName']], ['plan', 'goal'])
  })

  it('offers a viewer no rename', async () => {
    quire.setRole('VIEWER')
    await open('/tags?tag=nothing')
    assert.ok(await screen.findByText('No pages have this tag'))
    assert.ok(screen.queryByRole('button', { name: 'Rename tag' }) === null)
  })
})

describe('UpkeepScreen', () => {
  it('lists broken links and orphans of the workspace', async () => {
    const user = await open('/links')
    assert.ok(await screen.findByText('No broken links'))
    await user.click(screen.getByRole('radio', { name: 'Orphans' }))
    assert.ok(await screen.findByRole('link', { name: /First/ }))
    const gone = '01890000-0000-7000-8000-00000000dead'
    await quire.addPage('Third', { markdown: `See [this](/pages/${gone}) there.` })
    await user.click(screen.getByRole('radio', { name: 'Broken links' }))
    assert.ok(await screen.findByRole('link', { name: /Third/ }))
    assert.ok(screen.getByText('The page does not exist, or you cannot read it.'))
  })
})
