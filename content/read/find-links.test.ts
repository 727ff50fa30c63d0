import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findLinks } from './find-links.ts'

const found = (text: string): string[] =>
  findLinks(text, '\n').map((link) => text.slice(link.start, link.end))

describe('findLinks', () => {
  it('passes over what is no link', () => {
    for (const text of [
      'http://',
      'www.',
      'awww.a.b',
      'ahttp://b.c',
      'a@b',
      'a@b.c1',
      '@a.b',
      'http://a_b.c_d',
      'ftp://a.b',
    ]) {
      assert.deepEqual(found(text), [], text)
    }
  })

  it('finds addresses of the web and of mail', () => {
    assert.deepEqual(found('see www.a.b/c, http://localhost and x.y+z@a-b.cd'), [
      'www.a.b/c',
      'http://localhost',
      'x.y+z@a-b.cd',
    ])
    assert.deepEqual(findLinks('www.a.b', '\n')[0]?.href, 'http://www.a.b')
    assert.deepEqual(findLinks('a@b.c', '\n')[0]?.href, 'mailto:a@b.c')
  })

  it('leaves the punctuation of the sentence out', () => {
    assert.deepEqual(found('(http://a.b/c_(d)), "http://a.b?!" http://a.b&copy; http://a.b;'), [
      'http://a.b/c_(d)',
      'http://a.b',
      'http://a.b',
      'http://a.b;',
    ])
  })
})
