import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { createRef, useRef } from 'react'
import { defaultFields } from '../../../server/lib/page-fields.ts'
import { replace, replaceGlobals } from '../../../test/support/processes/replace.ts'
import { act, answer, render, screen, waitFor } from '../../../test/support/web/screen.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { Outline } from './outline/outline.tsx'
import { useOutline } from './outline/use-outline.ts'
import { copyMarkdown, download, downloadAddress } from './page-export.ts'
import { PageHead } from './page-head.tsx'

const page = { workspaceId: 'w', pageId: 'p' }

describe('the way to a page', () => {
  it('names the pages above it, also those without a title', () => {
    const ancestors = [
      { id: 'a', title: 'Above', icon: '🌱' },
      { id: 'b', title: '', icon: null },
    ]
    render(<Breadcrumb ancestors={ancestors} title="" />)
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    assert.deepEqual(links, ['/pages/a', '/pages/b'])
    assert.equal(document.querySelector('[aria-current="page"]')?.textContent, 'Untitled')
  })
})

describe('title and icon', () => {
  function open(icon: string | null, isEditable = true) {
    const done: unknown[] = []
    render(
      <PageHead
        fields={{ ...defaultFields, title: 'Plan', icon }}
        titleField={createRef()}
        change={(fields) => done.push(...Object.values(fields))}
        focusBody={() => done.push('on')}
        isEditable={isEditable}
      />,
    )
    return done
  }

  it('are only shown to those who read', () => {
    open('🌱', false)
    screen.getByRole('heading', { level: 1, name: 'Plan' })
    assert.equal(screen.queryByRole('button'), null)
  })

  it('have no line ends, also when they are pasted', async () => {
    const done = open(null)
    const field = screen.getByLabelText('Title')
    await userEvent.click(field)
    await userEvent.paste('\nB')
    assert.deepEqual(done, ['Plan B'])
  })

  it('offer to take an icon away that is there', async () => {
    const done = open('🌱')
    await userEvent.click(screen.getByRole('button', { name: 'Change icon: 🌱' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
    assert.deepEqual(done, [null])
  })
})

describe('the table of contents', () => {
  function Article({ headings }: { headings: string[] }) {
    const article = useRef<HTMLDivElement>(null)
    return (
      <>
        <div ref={article}>
          <div className="page-content">
            {headings.map((text) => (
              <h2 key={text}>{text}</h2>
            ))}
            <h3>Below</h3>
            <h2> </h2>
          </div>
        </div>
        <Outline entries={useOutline(article)} article={article} />
      </>
    )
  }

  it('lists the headings that have words, and goes to them', async () => {
    const went: string[] = []
    replace(HTMLElement.prototype, {
      scrollIntoView: {
        value(this: HTMLElement) {
          went.push(this.textContent)
        },
      },
    })
    render(<Article headings={['One', 'Two']} />)
    const buttons = await screen.findAllByRole('button')
    assert.deepEqual(
      buttons.map(({ textContent }) => textContent),
      ['One', 'Two', 'Below'],
    )
    await userEvent.click(screen.getByRole('button', { name: 'Two' }))
    assert.deepEqual(went, ['Two'])
  })

  it('follows what is written', async () => {
    render(<Article headings={['One']} />)
    await screen.findByRole('button', { name: 'One' })
    await act(async () => {
      const heading = document.querySelector('h2')
      if (heading !== null) heading.textContent = 'Renamed'
    })
    await waitFor(() => screen.getByRole('button', { name: 'Renamed' }))
  })
})

describe('taking a page elsewhere', () => {
  it('copies its Markdown', async () => {
    answer({ '/v1/pages/markdown': () => ({ markdown: '# One' }) })
    let copied: Promise<Blob> | undefined
    replaceGlobals({
      ClipboardItem: function keep(types: Record<string, Promise<Blob>>) {
        copied = types['text/plain']
      },
    })
    replace(navigator, {
      clipboard: {
        configurable: true,
        value: { write: async () => undefined },
      },
    })
    await copyMarkdown(page)
    assert.equal(await (await copied)?.text(), '# One')
  })

  it('downloads it from an address of ours', () => {
    const address = downloadAddress(page, 'html')
    assert.equal(address, '/v1/pages/download?workspaceId=w&pageId=p&format=html')
    let clicked = ''
    document.addEventListener(
      'click',
      (event) => {
        event.preventDefault()
        if (event.target instanceof HTMLAnchorElement) clicked = event.target.href
      },
      { once: true },
    )
    download(address)
    assert.match(clicked, /\/v1\/pages\/download\?/)
    assert.equal(document.querySelector('a[download]'), null)
  })
})
