import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { defaultFields } from '../../../server/lib/page-fields.ts'
import { render, screen } from '../../../test/support/web/screen.tsx'
import { VersionList } from './version-list.tsx'
import type { Version } from './version-queries.ts'

const ada = { id: 'a', firstName: 'Ada', lastName: 'Lovelace' }
const bo = { id: 'b', firstName: 'Bo', lastName: 'Diaz' }

const version = (number: number, via: string | null, authors = [ada]): Version => ({
  version: number,
  createdAt: new Date(Date.now() - number * 3_600_000).toISOString(),
  author: ada,
  authors,
  via,
  run: null,
  ...defaultFields,
  title: 'Plan',
})

describe('the list of versions', () => {
  it('names the program that wrote for a person, and that the name is its own', () => {
    const run = { id: 'r', isAgent: true, client: 'Claude Code' }
    const versions = [
      { ...version(3, 'mcp', [bo, ada]), run },
      { ...version(2, 'api'), run: { ...run, client: null } },
      { ...version(1, 'web'), run: { ...run, isAgent: false, client: null } },
    ]
    render(<VersionList versions={versions} selected={1} select={() => undefined} />)
    const author = screen.getByText('Bo Diaz and Claude Code for Ada Lovelace')
    assert.match(author.title, /has not verified/)
    assert.equal(screen.getByText('Program for Ada Lovelace').title, '')
    assert.equal(screen.getByText('Ada Lovelace').title, '')
  })

  it('says by which door each came, but for the app itself', () => {
    const versions = [version(3, 'web'), version(2, 'mcp'), version(1, null)]
    render(<VersionList versions={versions} selected={2} select={() => undefined} />)
    const badges = [...document.querySelectorAll('.mantine-Badge-label')]
    assert.deepEqual(
      badges.map(({ textContent }) => textContent),
      ['Agent'],
    )
    assert.match(document.querySelector('[aria-current="true"]')?.textContent ?? '', /Agent/)
  })

  it('names everyone who typed a version together', () => {
    const versions = [version(2, 'web', [bo, ada]), version(1, 'web')]
    render(<VersionList versions={versions} selected={2} select={() => undefined} />)
    assert.ok(screen.getByText('Bo Diaz and Ada Lovelace'))
    assert.ok(screen.getByText('Ada Lovelace'))
  })

  it('shows the icons of agents that wrote it, and none of people', () => {
    const versions = [version(2, 'api', [bo, ada]), version(1, 'web')]
    const icons = new Map([['b', '🦊']])
    const props = { versions, icons, selected: 2, select: () => undefined }
    render(<VersionList {...props} />)
    assert.equal(screen.getAllByText('🦊').length, 1)
    assert.ok(screen.getByText('Bo Diaz and Ada Lovelace'))
  })

  it('tells which one was chosen', async () => {
    const chosen: number[] = []
    const versions = [version(2, 'web'), version(1, 'api')]
    render(<VersionList versions={versions} selected={2} select={(one) => chosen.push(one)} />)
    await userEvent.click(screen.getByRole('button', { name: /API/ }))
    assert.deepEqual(chosen, [1])
  })
})
