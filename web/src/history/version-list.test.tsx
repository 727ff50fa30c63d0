import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { defaultFields } from '../../../server/lib/page-fields.ts'
import { render, screen } from '../../../test/support/web/screen.tsx'
import { VersionList } from './version-list.tsx'
import type { Version } from './version-queries.ts'

const version = (number: number, via: string | null): Version => ({
  version: number,
  createdAt: new Date(Date.now() - number * 3_600_000).toISOString(),
  author: { id: 'a', firstName: 'Ada', lastName: 'Lovelace' },
  via,
  ...defaultFields,
  title: 'Plan',
})

describe('the list of versions', () => {
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

  it('tells which one was chosen', async () => {
    const chosen: number[] = []
    const versions = [version(2, 'web'), version(1, 'api')]
    render(<VersionList versions={versions} selected={2} select={(one) => chosen.push(one)} />)
    await userEvent.click(screen.getByRole('button', { name: /API/ }))
    assert.deepEqual(chosen, [1])
  })
})
