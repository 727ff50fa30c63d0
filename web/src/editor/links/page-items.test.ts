import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FoundPage } from '../editor-host.ts'
import { pageTitled, pathsOfRepeated, rankPages, splitQuery, withoutOwnText } from './page-items.ts'

const page = (title: string, ...path: string[]): FoundPage => {
  return { id: [...path, title].join('/'), title, icon: null, path }
}
const ranked = (query: string, ...titles: string[]) =>
  rankPages(
    titles.map((title) => page(title)),
    query,
  ).map(({ title }) => title)

describe('the order of pages behind two brackets', () => {
  it('is the title itself, titles and words that begin so, then the order of the search', () => {
    const titles = ['About plans', 'No match', 'My plan', 'Planning', 'plan', 'Plan B']
    assert.deepEqual(ranked('Plan ', ...titles), [
      'plan',
      'Planning',
      'Plan B',
      'About plans',
      'My plan',
      'No match',
    ])
  })

  it('shows eight pages', () => {
    const titles = Array.from({ length: 20 }, (_, number) => `Page ${number}`)
    assert.equal(ranked('page', ...titles).length, 8)
  })
})

describe('the page in which a title is typed', () => {
  it('is found by its title, and not by the title that is typed into its text', () => {
    const pages = [page('Start'), page('Kitchen')]
    assert.deepEqual(withoutOwnText(pages, page('Start'), 'Kitchen garden'), [page('Kitchen')])
    assert.deepEqual(withoutOwnText(pages, page('Start'), 'sta'), pages)
  })
})

describe('pages with the same title', () => {
  it('have the path that distinguishes them', () => {
    const pages = [page('Notes', 'A', 'B'), page('notes', 'C'), page('Other', 'D'), page('Notes')]
    assert.deepEqual(
      [...pathsOfRepeated(pages)],
      [
        ['A/B/Notes', 'A / B'],
        ['C/notes', 'C'],
        ['Notes', ''],
      ],
    )
  })

  it('are found in any case', () => {
    const pages = [page('Plan'), page('Plans')]
    assert.equal(pageTitled(pages, ' plan')?.title, 'Plan')
    assert.equal(pageTitled(pages, 'pla'), undefined)
  })
})

describe('what is written behind two brackets', () => {
  it('is a title, or a title and a heading', () => {
    assert.deepEqual(splitQuery(' Plan '), { title: 'Plan', heading: undefined })
    assert.deepEqual(splitQuery('Plan#'), { title: 'Plan', heading: '' })
    assert.deepEqual(splitQuery('Plan # next #1'), { title: 'Plan', heading: 'next #1' })
    assert.deepEqual(splitQuery('#next'), { title: '', heading: 'next' })
  })
})
