import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { canBeEmbedded, drawMedia } from './media.ts'

describe('what is shown in place', () => {
  it('is sound, film and PDF, and nothing that could run', () => {
    for (const mimeType of ['audio/mpeg', 'audio/ogg', 'video/mp4', 'application/pdf']) {
      assert.ok(canBeEmbedded(mimeType), mimeType)
    }
    for (const mimeType of [
      '',
      'text/html',
      'application/pdf+xml',
      'image/svg+xml',
      'video/',
      'application/xhtml+xml',
      'text/plain; video/mp4',
    ]) {
      assert.ok(!canBeEmbedded(mimeType), mimeType)
    }
  })

  it('has controls and a name, and loads only what it needs to show them', () => {
    for (const [mimeType, tag] of [
      ['audio/mpeg', 'AUDIO'],
      ['video/mp4', 'VIDEO'],
    ] as const) {
      const drawn = drawMedia({ url: '/files/1', mimeType, name: 'A' })
      assert.equal(drawn.tagName, tag)
      assert.equal(drawn.getAttribute('preload'), 'metadata')
      assert.equal(drawn.getAttribute('aria-label'), 'A')
    }
  })

  it('is a notice where the browser has no viewer for PDF', () => {
    const drawn = drawMedia({ url: '/files/1', mimeType: 'application/pdf', name: 'A' })
    assert.ok(drawn.tagName === 'IFRAME' || drawn.getAttribute('role') === 'status')
  })
})
