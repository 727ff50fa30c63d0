import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLinkIndex } from './link-index.ts'
import { readUrl } from './read-url.ts'

function finder(...paths: string[]): (from: string, url: string) => string | undefined {
  const index = createLinkIndex(paths)
  return (from, url) => {
    const named = readUrl(from, url)
    return named && index.find(from, named)
  }
}

describe('readUrl', () => {
  it('leaves addresses of other sites and of Quire alone', () => {
    const page = '/pages/a1b2c3d4-e5f6-4718-893a-4b5c6d7e8f90'
    for (const url of ['', '#a', '?a', 'https://a.b', 'mailto:a@b.c', '//a.b/c', page, '[[#]]']) {
      assert.equal(readUrl('a.md', url), undefined, url)
    }
  })

  it('has no path outside of the folder', () => {
    assert.deepEqual(readUrl('a.md', '../b.md')?.paths, [])
    assert.deepEqual(readUrl('x/a.md', '../b%20c.md?x#y')?.paths, ['b c.md'])
    assert.equal(readUrl('x/a.md', '../b.md#y')?.anchor('page'), '#y')
  })
})

describe('a link index', () => {
  it('finds notes by path, name, alias and with other letters, the nearest first', () => {
    const index = createLinkIndex(['a/Note.md', 'a/Plan.md', 'b/Plan.md', 'c/deep/Plan.md'])
    index.addName('The plan', 'b/Plan.md')
    index.addName('The plan', 'a/Plan.md')
    const named = (name: string) => index.named('a/Note.md', name)
    assert.deepEqual(
      ['Plan', 'b/Plan', 'plan', 'the Plan', '../b/Plan.md', '/a/Plan', 'Gone'].map(named),
      ['a/Plan.md', 'b/Plan.md', 'a/Plan.md', 'b/Plan.md', 'b/Plan.md', 'a/Plan.md', undefined],
    )
    assert.match(index.named('c/Note.md', 'Plan') ?? '', /^[ab]\/Plan\.md$/)
    assert.equal(index.named('c/Note.md', 'deep/Plan'), 'c/deep/Plan.md')
  })

  it('finds what a link from the root of a site means, in each folder that can be the root', () => {
    const find = finder(
      'guide/b.md',
      'docs/learn/c.md',
      'static/img/x.png',
      'docs/public/logo.svg',
      'assets/y.png',
    )
    assert.equal(find('guide/a.md', '/guide/b'), 'guide/b.md')
    assert.equal(find('guide/a.md', '/guide/b.md#part'), 'guide/b.md')
    assert.equal(find('guide/a.md', '/guide/b.html'), 'guide/b.md')
    assert.equal(find('guide/deep/a.md', '/img/x.png'), 'static/img/x.png')
    assert.equal(find('docs/learn/a.md', '/learn/c'), 'docs/learn/c.md')
    assert.equal(find('docs/learn/a.md', '/logo.svg'), 'docs/public/logo.svg')
    assert.equal(find('a.md', '/y.png'), 'assets/y.png')
    assert.equal(find('a.md', '/learn/c'), undefined)
  })

  it('finds a file with other letters if no other has the same', () => {
    const find = finder('Guide.md', 'IMG/Photo.PNG', 'Twin.md', 'twin.md')
    assert.equal(find('a.md', 'guide.md'), 'Guide.md')
    assert.equal(find('a.md', 'guide'), 'Guide.md')
    assert.equal(find('a.md', 'img/photo.png'), 'IMG/Photo.PNG')
    assert.equal(find('a.md', 'twin.md'), 'twin.md')
    assert.equal(find('a.md', 'TWIN.md'), undefined)
  })

  it('takes a percent sign that begins no code for itself', () => {
    const find = finder('100% done.md', '50%.md', 'ü.md', 'bad%ff.md')
    assert.equal(find('a.md', '100%%20done.md'), '100% done.md')
    assert.equal(find('a.md', '50%.md'), '50%.md')
    assert.equal(find('a.md', '%C3%BC.md'), 'ü.md')
    assert.equal(find('a.md', 'bad%ff.md'), 'bad%ff.md')
  })

  it('stays quick for many files of one name', () => {
    const paths = Array.from({ length: 20_000 }, (_, number) => `folder ${number}/index.md`)
    const find = finder(...paths)
    for (const path of paths) assert.equal(find(path, '[[index]]'), path)
    for (const path of paths) assert.equal(find(path, '[[other/index]]'), undefined)
  })
})
