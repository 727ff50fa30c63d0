import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { Refusal, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../test/support/web/signed-in.tsx'
import { installSnippets, linkSnippet } from './install/install-snippets.ts'
import { SkillsScreen } from './skills-screen.tsx'

const digest = 'd'.repeat(64)
const served = {
  version: 2,
  name: 'release-notes',
  description: 'Writes notes.',
  digest,
  isValid: true,
  publishedAt: '2026-01-01T00:00:00.000Z',
}
const skill = {
  id: 'p1',
  title: 'Release notes',
  icon: '📦',
  ownership: 'SKILL',
  state: 'changed',
  served,
  uses: 0,
  lastUsedAt: null,
  stale: [],
}
const ada = { id: 'u1', firstName: 'Ada', lastName: 'Lovelace' }
const evaluation = {
  id: 'e1',
  version: 2,
  name: 'Short texts',
  outcome: 'scored',
  score: 0.5,
  note: 'One slip.',
  model: 'm-1',
  reportedAt: '2026-01-02T00:00:00.000Z',
  reportedBy: ada,
  isAgent: true,
  client: 'codex',
  runId: null,
}
const evaluationsOf = (version: number) => ({
  passed: version === 2 ? 3 : 0,
  failed: 0,
  scored: version === 2 ? 1 : 0,
  newest: version === 2 ? evaluation : null,
})
const versionOf = (version: number, labels: string[], note = '') => ({
  ...served,
  version,
  title: 'Release notes',
  size: 9,
  files: 2,
  note,
  isAutomatic: version === 1,
  publishedBy: ada,
  labels,
  uses: version,
  lastUsedAt: version === 2 ? '2026-01-03T00:00:00.000Z' : null,
  evaluations: evaluationsOf(version),
})
const files = [
  { path: 'SKILL.md', sha256: 'a'.repeat(64), size: 9, isExecutable: false },
  { path: 'scripts/run.sh', sha256: 'b'.repeat(64), size: 1, isExecutable: true },
]
const finding = {
  level: 'warning',
  code: 'link-broken',
  message: 'A link is broken.',
  path: 'a.md',
}
const installLink = {
  id: 'l1',
  pageId: 'p1',
  createdAt: '2026-01-01T12:00:00.000Z',
  createdBy: { id: 'u1', firstName: 'Ada', lastName: 'Lovelace' },
  expiresAt: '2026-01-31T12:00:00.000Z',
}
const answers = {
  '/v1/skills/list': () => ({ skills: [skill] }),
  '/v1/skills/check': () => ({
    name: 'release-notes',
    digest: 'e'.repeat(64),
    findings: [finding],
  }),
  '/v1/skills/versions': () => ({
    versions: [versionOf(2, ['production'], 'As agreed.'), versionOf(1, [])],
    mayPublish: true,
    reviewRequired: false,
  }),
  '/v1/skill-links/list': () => ({ links: [installLink] }),
  '/v1/skills/compare': () => ({ files: [{ path: 'SKILL.md', change: 'changed', lines: null }] }),
  '/v1/skills/files': () => ({ ...served, title: '', size: 10, frontMatter: {}, files }),
  '/v1/skills/read-file': ({ path }: { path?: unknown }) => {
    const file = files.find((one) => one.path === path)
    return path === 'SKILL.md'
      ? { ...file, encoding: 'utf8', content: '---\nname: release-notes\n---\n' }
      : { ...file, encoding: 'base64', content: 'AA==' }
  },
}
const at = '/skills?skill=p1'

async function openTab(name: string) {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('tab', { name }))
  return { user, panel: within(await screen.findByRole('tabpanel', { name })) }
}

describe('the details of a skill', () => {
  it('open from the list', async () => {
    renderSignedIn(<SkillsScreen />, { answers, at: '/skills' })
    assert.ok(await screen.findByText('Unpublished changes'))
    await userEvent.click(screen.getByRole('button', { name: 'Details of Release notes' }))
    assert.ok(await screen.findByRole('dialog', { name: 'Release notes' }))
  })

  it('publish exactly the draft that was checked, with a note', async () => {
    const { asked } = renderSignedIn(<SkillsScreen />, {
      answers: {
        ...answers,
        '/v1/skills/publish': () => ({ version: 3, digest: 'e'.repeat(64), isNew: true }),
      },
      at,
    })
    const { user, panel } = await openTab('Publish')
    assert.ok(await panel.findByText('a.md: A link is broken.'))
    const changes = await panel.findByRole('region', { name: 'Changes since version 2' })
    assert.ok(await within(changes).findByText('SKILL.md'))
    await user.type(panel.getByLabelText('Note'), 'Shorter.')
    await user.click(panel.getByRole('button', { name: 'Publish the current text' }))
    assert.ok(await panel.findByText('Version 3 is published.'))
    const [sent] = inputsOf(asked, '/v1/skills/publish')
    assert.deepEqual([sent?.['note'], sent?.['expectedDigest']], ['Shorter.', 'e'.repeat(64)])
  })

  it('say why a draft was not published, and who can', async () => {
    const refusal = () => new Refusal(409, 'VERSION_CONFLICT', 'The draft has changed.')
    renderSignedIn(<SkillsScreen />, {
      answers: { ...answers, '/v1/skills/publish': refusal },
      at,
    })
    const { user, panel } = await openTab('Publish')
    await user.click(await panel.findByRole('button', { name: 'Publish the current text' }))
    assert.ok(await panel.findByRole('alert'))
  })

  it('do not offer a draft with errors, or to those who may not publish', async () => {
    const wrong = { ...finding, level: 'error' }
    renderSignedIn(<SkillsScreen />, {
      answers: { ...answers, '/v1/skills/check': () => ({ name: '', digest, findings: [wrong] }) },
      at,
    })
    const { panel } = await openTab('Publish')
    const button = await panel.findByRole<HTMLButtonElement>('button', { name: /^Publish the/ })
    assert.ok(button.disabled)
  })

  it('tell those who may not publish whom to ask', async () => {
    renderSignedIn(<SkillsScreen />, {
      answers: {
        ...answers,
        '/v1/skills/versions': () => ({ versions: [], mayPublish: false, reviewRequired: false }),
      },
      at,
    })
    const { panel } = await openTab('Publish')
    assert.ok(await panel.findByText(/^Ask someone who manages the page/))
  })

  it('show the bytes of each file of a version', async () => {
    renderSignedIn(<SkillsScreen />, { answers, at })
    const { user, panel } = await openTab('Files')
    const content = await panel.findByLabelText('Content of SKILL.md')
    assert.equal(content.textContent, '---\nname: release-notes\n---\n')
    assert.ok(panel.getByText(`sha256:${'a'.repeat(64)}`))
    await user.click(panel.getByRole('button', { name: /scripts\/run\.sh/ }))
    assert.ok(await panel.findByText('This file is not text.'))
    assert.ok(panel.getByText('1 byte (executable)'))
  })

  it('list publications, and return to an earlier one', async () => {
    const { asked } = renderSignedIn(<SkillsScreen />, {
      answers: { ...answers, '/v1/skills/set-label': () => ({ ok: true }) },
      at,
    })
    const { user, panel } = await openTab('Versions')
    const newest = within(await panel.findByRole('group', { name: 'Version 2' }))
    assert.ok(newest.getByText('production'))
    assert.ok(newest.getByText('As agreed.'))
    assert.equal(newest.queryByRole('button', { name: 'Use this version' }), null)
    const older = within(panel.getByRole('group', { name: 'Version 1' }))
    assert.ok(older.getByText(/published without review/))
    await user.click(older.getByRole('button', { name: 'Use this version' }))
    await waitFor(() => assert.equal(inputsOf(asked, '/v1/skills/set-label').length, 1))
    const [sent] = inputsOf(asked, '/v1/skills/set-label')
    assert.deepEqual([sent?.['label'], sent?.['version']], ['production', 1])
  })

  it('show beside each version how often it was used, and how it did in evaluations', async () => {
    const failed = { ...evaluation, id: 'e2', name: 'Long texts', outcome: 'failed', note: '' }
    const { asked } = renderSignedIn(<SkillsScreen />, {
      answers: {
        ...answers,
        '/v1/skills/evaluations': () => ({ evaluations: [evaluation, failed] }),
      },
      at,
    })
    const { user, panel } = await openTab('Versions')
    const newest = within(await panel.findByRole('group', { name: 'Version 2' }))
    assert.ok(newest.getByText(/^2 uses/))
    assert.ok(newest.getByText(/Score 0\.5: Short texts/))
    const older = within(panel.getByRole('group', { name: 'Version 1' }))
    assert.ok(older.getByText('1 use'))
    assert.ok(older.queryByRole('button', { name: /passed/ }) === null)
    const results = newest.getByRole('button', { name: '3 passed, 0 failed, 1 scored' })
    assert.equal(results.getAttribute('aria-expanded'), 'false')
    await user.click(results)
    const list = within(await newest.findByRole('list'))
    assert.equal(list.getAllByRole('listitem').length, 2)
    assert.ok(list.getByText('One slip.'))
    assert.ok(list.getByText('Failed'))
    assert.equal(list.getAllByText(/^Ada Lovelace · m-1 · codex/).length, 2)
    const [sent] = inputsOf(asked, '/v1/skills/evaluations')
    assert.deepEqual([sent?.['pageId'], sent?.['version']], ['p1', 2])
  })

  it('list who uses it, with agents and those without a name', async () => {
    const since = '2026-01-01T12:00:00.000Z'
    const use = { uses: 1, lastUsedAt: since, client: null, person: null }
    const users = [
      { ...use, kind: 'agent', uses: 1200, person: { ...ada, firstName: 'Bot', lastName: '' } },
      { ...use, kind: 'person', client: 'claude-code', person: ada },
      { ...use, kind: 'public' },
      { ...use, kind: 'hidden' },
    ]
    renderSignedIn(<SkillsScreen />, {
      answers: {
        ...answers,
        '/v1/skills/uses': () => ({ uses: 1203, lastUsedAt: since, since, users }),
      },
      at,
    })
    const { panel } = await openTab('Uses')
    const table = within(await panel.findByRole('table', { name: 'Uses' }))
    const rows = table.getAllByRole('row').map((row) => row.textContent ?? '')
    assert.match(rows[1] ?? '', /^BotAgent1,200/)
    assert.match(rows[2] ?? '', /^Ada Lovelaceclaude-code1/)
    assert.match(rows[3] ?? '', /^Everyone on the internet1/)
    assert.match(rows[4] ?? '', /^Other people1/)
    assert.ok(panel.getByText(/Counted since Jan 1, 2026\./))
  })

  it('say that a skill was not used, and why its uses cannot be read', async () => {
    const since = '2026-01-01T12:00:00.000Z'
    let isBusy = true
    const busy = () => new Refusal(503, 'BUSY', 'Try again soon.')
    const none = { uses: 0, lastUsedAt: null, since, users: [] }
    renderSignedIn(<SkillsScreen />, {
      answers: { ...answers, '/v1/skills/uses': () => (isBusy ? busy() : none) },
      at,
    })
    const { user, panel } = await openTab('Uses')
    assert.ok(await panel.findByRole('alert'))
    isBusy = false
    await user.click(screen.getByRole('tab', { name: 'Files' }))
    await user.click(screen.getByRole('tab', { name: 'Uses' }))
    assert.ok(await screen.findByText('No uses yet.'))
  })

  it('have a command for each client, and a download', async () => {
    renderSignedIn(<SkillsScreen />, { answers, at })
    const { panel } = await openTab('Install')
    const snippet = await panel.findByLabelText('Snippet for Claude Code')
    assert.match(snippet.textContent ?? '', /tar -xz -C \.claude\/skills$/)
    // The name of a skill is text of its author, and the command is pasted into a shell.
    assert.doesNotMatch(snippet.textContent ?? '', /release-notes/)
    const link = panel.getByRole('link', { name: 'Download as ZIP' })
    assert.match(
      link.getAttribute('href') ?? '',
      /^\/v1\/skills\/archive\?workspaceId=w1&pageId=p1$/,
    )
  })
})

describe('links for installation', () => {
  it('are not offered to those who may not publish the skill', async () => {
    const mayNot = { versions: [], mayPublish: false, reviewRequired: false }
    const { asked } = renderSignedIn(<SkillsScreen />, {
      answers: { ...answers, '/v1/skills/versions': () => mayNot },
      at,
    })
    const { panel } = await openTab('Install')
    assert.ok(await panel.findByLabelText('Snippet for Claude Code'))
    assert.equal(panel.queryByRole('region', { name: 'Links for installation' }), null)
    assert.equal(inputsOf(asked, '/v1/skill-links/list').length, 0)
  })

  it('are created, shown once as a command, and revoked', async () => {
    const url = '/skill-links/secret'
    const { asked } = renderSignedIn(<SkillsScreen />, {
      answers: {
        ...answers,
        '/v1/skill-links/create': () => ({ ...installLink, url }),
        '/v1/skill-links/revoke': () => ({ ok: true }),
      },
      at,
    })
    const { user, panel } = await openTab('Install')
    await user.click(await panel.findByRole('button', { name: 'Create link' }))
    const snippet = await panel.findByLabelText('Snippet for npx skills')
    assert.match(snippet.textContent ?? '', /^npx skills add https?:.*\/skill-links\/secret$/)
    await user.click(panel.getByRole('button', { name: /^Revoke the link created on/ }))
    const question = within(await screen.findByRole('dialog', { name: 'Revoke this link?' }))
    await user.click(question.getByRole('button', { name: 'Revoke' }))
    await waitFor(() => assert.equal(inputsOf(asked, '/v1/skill-links/revoke').length, 1))
    assert.deepEqual(inputsOf(asked, '/v1/skill-links/revoke')[0]?.['linkId'], 'l1')
    await waitFor(() => assert.equal(panel.queryByLabelText('Snippet for npx skills'), null))
  })

  it('are whole addresses in the command, with a public URL or without', () => {
    assert.equal(linkSnippet('http://x', '/skill-links/a'), 'npx skills add http://x/skill-links/a')
    assert.equal(linkSnippet('http://x', 'https://y/a'), 'npx skills add https://y/a')
  })
})

describe('a list of many skills', () => {
  it('can be searched by title, name and description', async () => {
    const skills = Array.from({ length: 8 }, (_, number) => ({
      ...skill,
      id: `p${number}`,
      title: `Skill ${number}`,
      served: number === 3 ? { ...served, description: 'Reviews code.' } : null,
      state: 'draft',
    }))
    renderSignedIn(<SkillsScreen />, { answers: { '/v1/skills/list': () => ({ skills }) } })
    const field = await screen.findByLabelText('Search skills')
    await userEvent.type(field, 'reviews')
    assert.deepEqual(
      screen.getAllByRole('link', { name: /^Skill / }).map((link) => link.textContent),
      ['Skill 3'],
    )
    await userEvent.type(field, 'nothing')
    assert.ok(screen.getByText('No skills match this search.'))
  })
})

describe('installSnippets', () => {
  it('puts an agent, which is one file, into the folder itself', () => {
    const agent = { id: 'p2', ownership: 'AGENT' } as const
    const [only] = installSnippets('http://x', { skill: agent, workspaceId: 'w1', name: 'a' })
    assert.match(only?.code ?? '', /-C \.claude\/agents --strip-components 1/)
  })
})
