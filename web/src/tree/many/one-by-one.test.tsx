import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { render, screen } from '../../../../test/support/web/screen.tsx'
import { oneByOne, showFailures } from './one-by-one.tsx'

const pages = ['A', 'B', 'C', 'D', ''].map((title) => ({ title }))
const title = ({ count }: { count: number }) => `${count} refused`

describe('oneByOne', () => {
  it('goes on after a failure, in the order of the pages', async () => {
    const asked: string[] = []
    const { done, failures } = await oneByOne(pages, async (page) => {
      asked.push(page.title)
      await Promise.resolve()
      if (page.title === 'B') throw new TypeError('no')
    })
    assert.deepEqual(asked, ['A', 'B', 'C', 'D', ''])
    assert.deepEqual(
      done.map((page) => page.title),
      ['A', 'C', 'D', ''],
    )
    assert.deepEqual(
      failures.map((failure) => failure.title),
      ['B'],
    )
  })
})

describe('showFailures', () => {
  it('shows nothing where there are none', () => {
    render(<p>Nothing else</p>)
    showFailures(title, [])
    assert.equal(screen.queryByRole('alert'), null)
  })

  it('counts them, and lists the first three', async () => {
    render(<p>Nothing else</p>)
    const failures = pages.map((page) => ({ ...page, error: new TypeError('no') }))
    showFailures(title, failures)
    assert.ok(await screen.findByText('5 refused'))
    assert.equal(screen.getAllByText(/^“[ABC]”: /).length, 3)
    assert.equal(screen.queryByText(/^“D”: /), null)
  })

  it('names a page without a title', async () => {
    render(<p>Nothing else</p>)
    showFailures(title, [{ title: '', error: new TypeError('no') }])
    assert.ok(await screen.findByText(/^“Untitled”: /))
  })
})
