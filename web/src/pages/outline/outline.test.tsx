import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { useRef } from 'react'
import { render, screen } from '../../../../test/support/web/screen.tsx'
import { Outline } from './outline.tsx'
import { useOutline } from './use-outline.ts'

function Page({ html, went }: { html: string; went: string[] }) {
  const article = useRef<HTMLElement>(null)
  const entries = useOutline(article)
  return (
    <>
      <article ref={article}>
        <h1>The title is no part of it</h1>
        {/* oxlint-disable-next-line react/no-danger */}
        <div className="page-content" dangerouslySetInnerHTML={{ __html: html }} />
      </article>
      <Outline entries={entries} article={article} onGo={() => went.push('closed')} />
    </>
  )
}

describe('the outline of a page', () => {
  it('is indented from its own highest level on', () => {
    render(<Page html="<h2>A</h2><h3>B</h3>" went={[]} />)
    const [a, b] = screen.getAllByRole('button').map(({ style }) => style.paddingInlineStart)
    assert.deepEqual([a, b], ['10px', '22px'])
  })

  it('has no heading of a page that is shown in it', () => {
    const other =
      '<div class="page-embed"><div class="page-static page-content"><h2>B</h2></div></div>'
    render(<Page html={`<h2>A</h2>${other}<h2>C</h2>`} went={[]} />)
    const entries = screen.getAllByRole('button').map(({ textContent }) => textContent)
    assert.deepEqual(entries, ['A', 'C'])
  })

  it('goes to the heading, also to the second of the same name', async (t) => {
    const went: string[] = []
    t.mock.method(HTMLElement.prototype, 'scrollIntoView', function go(this: HTMLElement) {
      went.push(`${this.tagName} ${this.id}`)
    })
    render(<Page html='<h2 id="a">Same</h2><h2 id="b">Same</h2>' went={went} />)
    const [, second] = screen.getAllByRole('button', { name: 'Same' })
    assert.ok(second !== undefined)
    await userEvent.click(second)
    assert.deepEqual(went, ['H2 b', 'closed'])
  })
})
