import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { useRef } from 'react'
import { userEvent } from '@testing-library/user-event'
import { render, screen, waitFor } from '../../../test/support/screen.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { Outline } from './outline.tsx'
import { headingsIn, useOutline } from './use-outline.ts'

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

const text = '<h1>One</h1><p>x</p><h2> </h2><h2>Two</h2><h4>Deep</h4><h3>Three</h3>'
const listed = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const { scrollIntoView } = HTMLElement.prototype

afterEach(() => {
  HTMLElement.prototype.scrollIntoView = scrollIntoView
})

describe('the outline of a page', () => {
  it('lists the headings of the text down to the third level, none that is empty', () => {
    render(<Page html={text} went={[]} />)
    assert.deepEqual(listed(), ['One', 'Two', 'Three'])
  })

  it('is indented from its own highest level on', () => {
    render(<Page html="<h2>A</h2><h3>B</h3>" went={[]} />)
    const [a, b] = screen.getAllByRole('button').map(({ style }) => style.paddingLeft)
    assert.deepEqual([a, b], ['10px', '22px'])
  })

  it('goes to the heading, also to the second of the same name', async () => {
    const went: string[] = []
    HTMLElement.prototype.scrollIntoView = function go() {
      went.push(`${this.tagName} ${this.id}`)
    }
    render(<Page html='<h2 id="a">Same</h2><h2 id="b">Same</h2>' went={went} />)
    const [, second] = screen.getAllByRole('button', { name: 'Same' })
    assert.ok(second !== undefined)
    await userEvent.click(second)
    assert.deepEqual(went, ['H2 b', 'closed'])
  })

  it('follows the text as it changes', async () => {
    const { container } = render(<Page html={text} went={[]} />)
    const [, heading] = headingsIn(container)
    assert.equal(heading?.textContent, 'Two')
    heading?.replaceChildren('Renamed')
    await waitFor(() => assert.deepEqual(listed(), ['One', 'Renamed', 'Three']))
  })
})

describe('Breadcrumb', () => {
  const above = [
    { id: 'a', title: 'Notes', icon: '🌱' },
    { id: 'b', title: '', icon: null },
  ]

  it('leads to the pages above, and says which page is open', () => {
    render(<Breadcrumb above={above} title="" />)
    assert.ok(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    assert.deepEqual(
      screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
      [
        ['🌱Notes', '/pages/a'],
        ['Untitled', '/pages/b'],
      ],
    )
    const [, , open] = screen.getAllByRole('listitem')
    assert.equal(open?.getAttribute('aria-current'), 'page')
    assert.equal(open?.textContent, 'Untitled')
  })
})
