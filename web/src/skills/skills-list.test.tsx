import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { Refusal, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../test/support/web/signed-in.tsx'
import { SkillsScreen } from './skills-screen.tsx'
import { templates } from './templates.ts'

const skill = {
  id: 'p1',
  title: 'Release notes',
  icon: '📦',
  ownership: 'SKILL',
  state: 'draft',
  served: null,
  uses: 0,
  lastUsedAt: null,
  stale: [],
}
const agent = { ...skill, id: 'p2', title: '', icon: null, ownership: 'AGENT' }
const answers = { '/v1/skills/list': () => ({ skills: [skill, agent] }) }
const offered = () =>
  screen
    .getAllByRole('button', { name: /^Create / })
    .map((button) => button.getAttribute('aria-label')?.slice('Create '.length))
const titles = (ownership: string) =>
  templates()
    .filter((template) => template.ownership === ownership)
    .map(({ title }) => title)

describe('the list of skills', () => {
  it('says why it could not be read, and tries again', async () => {
    let isBusy = true
    renderSignedIn(<SkillsScreen />, {
      answers: {
        ...answers,
        '/v1/skills/list': () =>
          isBusy ? new Refusal(503, 'BUSY', 'Try again soon.') : { skills: [] },
      },
    })
    assert.match((await screen.findByRole('alert')).textContent ?? '', /The server is busy/)
    assert.ok(screen.queryByText('No skills yet') === null)
    isBusy = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    assert.ok(await screen.findByRole('heading', { name: 'No skills yet' }))
    assert.ok(screen.getByText(/Start from a template below\./))
  })

  it('leads to each page, and offers templates of its own kind only', async () => {
    renderSignedIn(<SkillsScreen />, { answers, at: '/skills' })
    const link = await screen.findByRole('link', { name: /Release notes/ })
    assert.equal(link.getAttribute('href'), '/pages/p1')
    assert.deepEqual(offered(), titles('SKILL'))
  })

  it('is that of the agents where the address says so', async () => {
    renderSignedIn(<SkillsScreen />, { answers, at: '/skills?show=agents' })
    assert.ok(await screen.findByRole('link', { name: /Untitled/ }))
    assert.deepEqual(offered(), titles('AGENT'))
    assert.equal(screen.queryByRole('link', { name: /Release notes/ }), null)
  })
})

describe('stale skills', () => {
  const used = {
    ...skill,
    id: 'p3',
    title: 'Used',
    state: 'published',
    uses: 3,
    lastUsedAt: '2026-01-01T00:00:00.000Z',
  }
  const unused = {
    ...used,
    id: 'p4',
    title: 'Unused',
    uses: 0,
    lastUsedAt: null,
    stale: ['unused'],
  }
  const old = { ...unused, id: 'p5', title: 'Old', stale: ['unused', 'not_changed'] }
  const show = (skills: object[]) =>
    renderSignedIn(<SkillsScreen />, { answers: { '/v1/skills/list': () => ({ skills }) } })
  const shown = () =>
    screen.getAllByRole('link', { name: /sed$|^Old/ }).map((link) => link.textContent)

  it('offer no choice where there are none, and show how often others are used', async () => {
    show([used])
    assert.ok(await screen.findByText(/^3 uses/))
    assert.equal(screen.queryByLabelText('Show'), null)
    assert.equal(screen.queryByText('Not used in 90 days'), null)
  })

  it('say why, and can be listed by their reason', async () => {
    const user = userEvent.setup()
    show([used, unused, old])
    const [field] = await screen.findAllByLabelText('Show')
    assert.ok(field !== undefined)
    const labels = screen.getAllByText('Not used in 90 days')
    assert.equal(labels.filter((label) => label.closest('[role=option]') === null).length, 2)
    assert.deepEqual(shown(), ['Used', 'Unused', 'Old'])
    await user.click(field)
    await user.click(await screen.findByRole('option', { name: 'Not changed in 90 days' }))
    await waitFor(() => assert.deepEqual(shown(), ['Old']))
  })
})

describe('a template', () => {
  it('becomes a page of its kind with the text that stands ready', async () => {
    const { asked, address } = renderSignedIn(<SkillsScreen />, {
      at: '/skills?show=agents',
      answers: {
        ...answers,
        '/v1/pages/create': () => ({ pageId: 'p9' }),
        '/v1/pages/update': () => ({ ok: true }),
      },
    })
    const template = templates().find(({ ownership }) => ownership === 'AGENT')
    assert.ok(template !== undefined)
    await userEvent.click(await screen.findByRole('button', { name: `Create ${template.title}` }))
    await waitFor(() => assert.equal(address(), '/pages/p9'))
    const { title, ownership, markdown } = template
    const [sent] = inputsOf(asked, '/v1/pages/create')
    assert.deepEqual(
      [sent?.['title'], sent?.['ownership'], sent?.['markdown']],
      [title, ownership, markdown],
    )
  })

  it('is opened also where its icon did not come: a second try would make a second page', async () => {
    const { address } = renderSignedIn(<SkillsScreen />, {
      answers: {
        ...answers,
        '/v1/pages/create': () => ({ pageId: 'p9' }),
        '/v1/pages/update': () => new Refusal(503, 'BUSY', 'Try again soon.'),
      },
    })
    const [first] = await screen.findAllByRole('button', { name: /^Create / })
    assert.ok(first !== undefined)
    await userEvent.click(first)
    await waitFor(() => assert.equal(address(), '/pages/p9'))
  })

  it('can be tried again when the server refused it', async () => {
    renderSignedIn(<SkillsScreen />, {
      answers: {
        ...answers,
        '/v1/pages/create': () => new Refusal(507, 'STORAGE_FULL', 'No room.'),
      },
    })
    const [first] = await screen.findAllByRole<HTMLButtonElement>('button', { name: /^Create / })
    assert.ok(first !== undefined)
    await userEvent.click(first)
    assert.ok(await screen.findByText(/out of disk space/))
    await waitFor(() => assert.equal(first.disabled, false))
  })
})

describe('how agents get at them', () => {
  it('is told for each client, and can be read by keyboard', async () => {
    const user = userEvent.setup()
    renderSignedIn(<SkillsScreen />, { role: 'VIEWER', answers })
    const how = within(await screen.findByRole('region', { name: 'Use them from an agent' }))
    how.getByRole('tab', { name: 'Claude Code' }).focus()
    await user.keyboard('{ArrowRight}')
    const snippet = await how.findByLabelText('Snippet for Cursor')
    assert.equal(snippet.tabIndex, 0)
    assert.match(snippet.textContent ?? '', /http:\/\/quire\.test\/mcp/)
    assert.ok(how.getByRole('link', { name: 'your settings' }))
    await user.click(within(how.getByRole('tabpanel', { name: 'Cursor' })).getByRole('button'))
    assert.equal(await navigator.clipboard.readText(), snippet.textContent)
  })
})
