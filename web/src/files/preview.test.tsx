import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { fireEvent } from '@testing-library/react'
import { replace, replaceFetch } from '../../../test/support/processes/replace.ts'
import { render, screen } from '../../../test/support/web/screen.tsx'
import type { ListedFile } from './file-row.tsx'
import { Preview } from './preview.tsx'

const file: ListedFile = {
  id: 'f1',
  name: 'notes.txt',
  mimeType: 'text/plain',
  size: 5,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: { id: 'u1', firstName: 'Ada', lastName: 'Lovelace' },
  url: '/files/f1/notes.txt',
  pages: 0,
}

/** Stands for the server, which gives files by parts. */
function serve(answer: () => Response): Headers[] {
  const asked: Headers[] = []
  replaceFetch(async (_address, init) => {
    asked.push(new Headers(init?.headers))
    return answer()
  })
  return asked
}

const show = (given: Partial<ListedFile>) =>
  render(<Preview file={{ ...file, ...given }} />).container
const viewer = (isEnabled: boolean) =>
  replace(navigator, { pdfViewerEnabled: { value: isEnabled } })

afterEach(() => {
  Reflect.deleteProperty(navigator, 'pdfViewerEnabled')
})

describe('the preview of a text', () => {
  it('says so when it did not load', async () => {
    serve(() => new Response('Gone', { status: 404 }))
    show({})
    assert.ok(await screen.findByRole('alert'))
    assert.ok(screen.queryByText('Gone') === null)
  })

  it('is text, whatever is in it, to be scrolled by keyboard', async () => {
    serve(() => new Response('<script>alert(1)</script>'))
    const container = show({ name: 'page.html', mimeType: 'text/html' })
    const content = await screen.findByLabelText('Content')
    assert.equal(content.textContent, '<script>alert(1)</script>')
    assert.equal(content.tabIndex, 0)
    assert.ok(container.querySelector('script') === null)
  })

  it('asks for the beginning only, and says that there is more', async () => {
    const asked = serve(() => new Response('begins', { status: 206 }))
    show({ size: 3_000_000_000 })
    assert.ok(await screen.findByText('begins'))
    assert.match(screen.getByText(/beginning/).textContent ?? '', /Download the file/)
    assert.deepEqual(
      asked.map((headers) => headers.get('range')),
      ['bytes=0-199999'],
    )
  })

  it('asks for nothing of a file without anything', () => {
    const asked = serve(() => new Response(''))
    show({ size: 0 })
    assert.ok(screen.getByText(/There is no preview/))
    assert.deepEqual(asked, [])
  })
})

describe('the preview of a file', () => {
  it('is none of what a browser cannot show', () => {
    show({ name: 'a.zip', mimeType: 'application/zip' })
    assert.ok(screen.getByText(/There is no preview for this kind of file/))
  })

  it('is a picture with the name of the file', () => {
    show({ name: 'map.png', mimeType: 'image/png', url: '/files/f1/map.png' })
    const picture = screen.getByRole('img', { name: 'map.png' })
    assert.equal(picture.getAttribute('src'), '/files/f1/map.png')
  })

  it('is there again for the next file, when one was broken', () => {
    const image = { mimeType: 'image/png', url: '/files/f1' }
    const { container, rerender } = render(<Preview file={{ ...file, ...image }} />)
    const picture = container.querySelector('img')
    assert.ok(picture)
    fireEvent.error(picture)
    assert.ok(screen.getByText(/Download it to open it in another program/))
    rerender(<Preview file={{ ...file, ...image, url: '/files/f2' }} />)
    assert.equal(container.querySelector('img')?.getAttribute('src'), '/files/f2')
  })

  for (const type of ['audio', 'video']) {
    it(`is played only when asked, and not loaded before: ${type}`, () => {
      const media = show({ mimeType: `${type}/mp4` }).querySelector<HTMLMediaElement>(type)
      assert.ok(media !== null)
      assert.equal(media.controls, true)
      assert.equal(media.preload, 'metadata')
      assert.equal(media.autoplay, false)
      assert.equal(media.getAttribute('aria-label'), 'notes.txt')
    })

    it(`gives way to words where the browser cannot play it: ${type}`, () => {
      const container = show({ mimeType: `${type}/mp4` })
      const media = container.querySelector(type)
      assert.ok(media)
      fireEvent.error(media)
      assert.ok(screen.getByText(/This browser cannot show the file/))
      assert.equal(container.querySelector(type), null)
    })
  }

  it('is a frame for a PDF where the browser can read one', () => {
    const pdf = { name: 'plan.pdf', mimeType: 'application/pdf', url: 'about:blank' }
    viewer(false)
    show(pdf)
    assert.ok(screen.getByText(/There is no preview/))
    viewer(true)
    show(pdf)
    assert.ok(screen.getByTitle('plan.pdf'))
  })
})
