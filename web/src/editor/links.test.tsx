import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { render, screen } from '../../../test/support/web/screen.tsx'
import { useLinks } from './links.ts'

const opened: string[] = []
Object.assign(window, { open: (address: string) => void opened.push(address) })

function follow(
  href: string,
  options: { isEditable?: boolean; className?: string; ctrlKey?: boolean } = {},
) {
  const went: string[] = []
  opened.length = 0
  const Page = () => (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div onClickCapture={useLinks((to) => went.push(to), options.isEditable ?? false)}>
      <a href={href} className={options.className}>
        link
      </a>
    </div>
  )
  const { unmount } = render(<Page />)
  const { ctrlKey = false } = options
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey })
  screen.getByText('link').dispatchEvent(event)
  unmount()
  return { went, opened: [...opened], isPrevented: event.defaultPrevented }
}

describe('links in a page', () => {
  it('to pages stay in the app, and those to people and of nothing lead nowhere', () => {
    assert.deepEqual(follow('/pages/1').went, ['/pages/1'])
    assert.deepEqual(follow('/members/1').went, [])
    assert.deepEqual(follow('').went, [])
  })

  it('to elsewhere, and to files, open beside it', () => {
    assert.deepEqual(follow('https://a.b').opened, ['https://a.b'])
    assert.deepEqual(follow('/files/1').opened, ['/files/1'])
    assert.deepEqual(follow('/pages/1', { ctrlKey: true }).opened, ['/pages/1'])
  })

  it('only set the cursor while the page is written, but for what stands for something', () => {
    assert.equal(follow('https://a.b', { isEditable: true }).isPrevented, false)
    assert.deepEqual(follow('https://a.b', { isEditable: true, ctrlKey: true }).opened, [
      'https://a.b',
    ])
    const image = { isEditable: true, className: 'foreign-image' }
    assert.deepEqual(follow('https://a.b/c.png', image).opened, ['https://a.b/c.png'])
    assert.deepEqual(follow('/pages/1', { isEditable: true, className: 'page-chip' }).went, [
      '/pages/1',
    ])
  })

  it('to the pages of a tag stay in the app, and follow with a key while the page is written', () => {
    assert.deepEqual(follow('/tags?tag=a').went, ['/tags?tag=a'])
    assert.deepEqual(follow('/tags?tag=a').opened, [])
    assert.deepEqual(follow('/tags?tag=a', { isEditable: true }).went, [])
  })

  it('within the page are the browser’s', () => {
    assert.equal(follow('#fn-1').isPrevented, false)
  })
})
