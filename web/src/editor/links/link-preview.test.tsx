import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  act,
  answer,
  Refusal,
  render,
  screen,
  waitFor,
} from '../../../../test/support/web/screen.tsx'
import { LinkPreview } from './link-preview.tsx'
import { useLinkPreview } from './use-link-preview.ts'

const pageId = '01234567-89ab-4cde-8f01-23456789abcd'
const pause = 600

/** A text with links, as the editor shows them. */
function Text() {
  const { preview, ...events } = useLinkPreview()
  return (
    <div data-testid="text" {...events}>
      <a href={`/pages/${pageId}#aim`}>a page</a>
      <a href="https://example.com/">elsewhere</a>
      <a className="page-chip ProseMirror-selectednode" href={`/pages/${pageId}`}>
        a mention
      </a>
      {preview !== undefined && <LinkPreview key={preview.href} {...preview} workspaceId="w" />}
    </div>
  )
}

function show(text = 'First line.\nSecond line.') {
  const page = {
    id: pageId,
    title: 'Orchard',
    icon: '🍎',
    text,
    updatedAt: '2026-11-20T10:00:00.000Z',
    ancestors: [{ id: 'a', title: 'Garden', icon: null }],
  }
  const asked = answer({ '/v1/page-links/preview': () => page })
  render(<Text />)
  return asked
}

async function point(name: string, pointerType: 'mouse' | 'touch' = 'mouse'): Promise<void> {
  const link = screen.getByText(name)
  const event = new MouseEvent('pointerover', { bubbles: true })
  Object.assign(event, { pointerType })
  await act(async () => void link.dispatchEvent(event))
  await wait()
}

const wait = () => act(() => new Promise((resolve) => setTimeout(resolve, pause)))
const press = (type: 'keydown' | 'keyup', key: string) =>
  act(async () => {
    screen.getByTestId('text').dispatchEvent(new KeyboardEvent(type, { key, bubbles: true }))
  })
const card = () => screen.queryByRole('tooltip', { hidden: true })

describe('the preview of a link to a page', () => {
  it('shows what the page is while the mouse rests on it', async () => {
    const asked = show()
    await point('a page')
    await waitFor(() => assert.ok(card() !== null))
    const text = card()?.textContent ?? ''
    for (const part of ['Garden', 'Orchard', 'First line.', 'Edited'])
      assert.ok(text.includes(part))
    assert.deepEqual(asked[0]?.input, { workspaceId: 'w', pageId })
    await point('elsewhere')
    assert.ok(card() === null)
  })

  it('says that a page is empty', async () => {
    show('')
    await point('a page')
    await screen.findByText('This page is empty.')
  })

  it('shows nothing on touch, for other links, and of a page that cannot be read', async () => {
    const asked = show()
    await point('a page', 'touch')
    await point('elsewhere')
    assert.deepEqual(asked, [])
    answer({
      '/v1/page-links/preview': () => new Refusal(404, 'PAGE_NOT_FOUND', 'Not found.'),
    })
    await point('a page')
    assert.ok(card() === null)
  })

  it('comes with a mention that the arrow keys select, and goes with Escape', async () => {
    show()
    await press('keyup', 'a')
    await wait()
    assert.ok(card() === null)
    await press('keyup', 'ArrowRight')
    await wait()
    await waitFor(() => assert.ok(card() !== null))
    await press('keydown', 'Escape')
    assert.ok(card() === null)
  })

  it('does not come once the mouse has passed', async () => {
    const asked = show()
    const over = Object.assign(new MouseEvent('pointerover', { bubbles: true }), {
      pointerType: 'mouse',
    })
    await act(async () => void screen.getByText('a page').dispatchEvent(over))
    await act(async () => {
      screen.getByText('a page').dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
    })
    await wait()
    assert.deepEqual(asked, [])
  })
})
