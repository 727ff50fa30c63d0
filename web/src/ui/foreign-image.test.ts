import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { foreignHost, withoutForeignImages } from './foreign-image.ts'

describe('foreignHost', () => {
  it('is none for our own images, and for what is no address of the web', () => {
    for (const src of ['/files/1', 'a.png', `${location.origin}/files/1`, 'data:image/png,x', '']) {
      assert.equal(foreignHost(src), undefined, src)
    }
  })

  it('is named with its port, however the address is written', () => {
    assert.equal(foreignHost('https://Images.example.org/a.png'), 'images.example.org')
    assert.equal(foreignHost('//example.org:8080/a.png'), 'example.org:8080')
    assert.equal(foreignHost(String.raw`/\example.org/a.png`), 'example.org')
  })
})

describe('withoutForeignImages', () => {
  const shown = (html: string) => {
    const element = document.createElement('div')
    element.innerHTML = withoutForeignImages(html)
    return element
  }

  it('leaves our own images as they are', () => {
    const html = '<p>a <img src="/files/1" alt="Map"></p>'
    assert.equal(withoutForeignImages(html), html)
  })

  it('says what an image shows and where it is, with a link to it in a new tab', () => {
    const link = shown('<p><img src="https://a.example/b.png" alt="A chart"></p>').querySelector(
      'a',
    )
    assert.ok(link)
    assert.equal(link.getAttribute('href'), 'https://a.example/b.png')
    assert.equal(link.target, '_blank')
    assert.match(link.rel, /noopener noreferrer/)
    assert.equal(link.getAttribute('aria-label'), 'A chart, image on a.example')
    assert.deepEqual([link.dataset['alt'], link.dataset['host']], ['A chart', 'Image on a.example'])
    assert.equal(link.textContent, '')
  })

  it('is no link within a link, and has a name without a description', () => {
    const within = shown('<a href="/pages/1"><img src="https://a.example/b.png" alt=""></a>')
    assert.equal(within.querySelectorAll('a').length, 1)
    const image = within.querySelector('[role="img"]')
    assert.equal(image?.getAttribute('aria-label'), 'Image on a.example')
  })

  it('shows a hostile description as the text it is', () => {
    const alt = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;'
    const element = shown(`<img src="https://a.example/" alt="${alt}">`)
    assert.equal(element.querySelector('script'), null)
    assert.equal(element.querySelector('a')?.dataset['alt'], '"><script>alert(1)</script>')
  })
})
