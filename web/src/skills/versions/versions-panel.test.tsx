import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { screen, waitFor, within } from '../../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../../test/support/web/signed-in.tsx'
import type { Skill } from '../skill-queries.ts'
import { VersionsPanel } from './versions-panel.tsx'

const served = {
  version: 2,
  name: 'tidy',
  description: 'Tidies.',
  digest: 'd'.repeat(64),
  isValid: true,
  publishedAt: '2026-01-01T00:00:00.000Z',
}
const skill: Skill = {
  id: 'p1',
  title: 'Tidy',
  icon: null,
  ownership: 'SKILL',
  state: 'published',
  served,
  uses: 0,
  lastUsedAt: null,
  stale: [],
}
const versionOf = (version: number, labels: string[]) => ({
  ...served,
  version,
  title: 'Tidy',
  size: 9,
  files: 2,
  note: '',
  isAutomatic: false,
  publishedBy: { id: 'u1', firstName: 'Ada', lastName: 'Lovelace' },
  labels,
  uses: 0,
  lastUsedAt: null,
  evaluations: { passed: 0, failed: 0, scored: 0, newest: null },
})
const listed = (mayPublish: boolean) => () => ({
  versions: [versionOf(2, ['production']), versionOf(1, ['staging'])],
  mayPublish,
  reviewRequired: false,
})
const same = { kind: 'same', text: '#!/bin/sh' }
const changes = [
  { path: 'SKILL.md', change: 'changed', lines: [{ kind: 'added', text: 'Second line.' }] },
  { path: 'assets/logo.png', change: 'removed', lines: null },
  { path: 'scripts/run.sh', change: 'changed', lines: [same] },
]

async function show(mayPublish = true) {
  const { asked } = renderSignedIn(<VersionsPanel skill={skill} workspaceId="w1" />, {
    answers: {
      '/v1/skills/versions': listed(mayPublish),
      '/v1/skills/compare': () => ({ files: changes }),
      '/v1/skills/set-label': () => ({ ok: true }),
    },
  })
  const find = async (name: string) => within(await screen.findByRole('group', { name }))
  return { user: userEvent.setup(), asked, newest: await find('Version 2'), find }
}

describe('the versions of a skill', () => {
  it('show what each changed, file by file', async () => {
    const { user, asked, newest, find } = await show(false)
    assert.equal((await find('Version 1')).queryByRole('button', { name: 'Changes' }), null)
    assert.equal(newest.queryByRole('button', { name: 'Edit labels' }), null)
    await user.click(newest.getByRole('button', { name: 'Changes' }))
    const shown = within(await newest.findByRole('region', { name: 'Changes since version 1' }))
    const main = within(await shown.findByRole('group', { name: 'SKILL.md' }))
    assert.ok(main.getByText('Second line.'))
    const logo = within(shown.getByRole('group', { name: 'assets/logo.png' }))
    assert.ok(logo.getByText('Removed') && logo.getByText('This file is not text.'))
    const script = within(shown.getByRole('group', { name: 'scripts/run.sh' }))
    assert.ok(script.getByText('Only the executable bit differs.'))
    const [sent] = inputsOf(asked, '/v1/skills/compare')
    assert.deepEqual([sent?.['from'], sent?.['to']], [1, 2])
  })

  it('get and lose labels, and become public after a confirmation', async () => {
    const { user, asked, find } = await show()
    const older = await find('Version 1')
    await user.click(older.getByRole('button', { name: 'Edit labels' }))
    const [field] = older.getAllByLabelText('Labels of version 1')
    assert.ok(field !== undefined)
    await user.type(field, '{Backspace}public{Enter}')
    await user.click(older.getByRole('button', { name: 'Save labels' }))
    const question = within(await screen.findByRole('dialog', { name: 'Make version 1 public?' }))
    assert.equal(inputsOf(asked, '/v1/skills/set-label').length, 0)
    await user.click(question.getByRole('button', { name: 'Make public' }))
    await waitFor(() => assert.equal(inputsOf(asked, '/v1/skills/set-label').length, 2))
    assert.deepEqual(
      inputsOf(asked, '/v1/skills/set-label').map(({ label, version }) => [label, version]),
      [
        ['public', 1],
        ['staging', null],
      ],
    )
  })
})
