import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdownIn, openEditor } from '../../../../test/support/web/editor.ts'
import { findMatches, matchFrom, replaceMatches, type Search } from './find-matches.ts'
import { changeFind, findPlugin, findState } from './find-plugin.ts'

const search = (query: string, more: Partial<Search> = {}): Search => ({
  query,
  matchesCase: false,
  matchesWord: false,
  ...more,
})

function found(markdown: string, wanted: Search): string[] {
  const { doc } = openEditor(markdown).state
  return findMatches(doc, wanted).map(({ from, to }) => doc.textBetween(from, to))
}

describe('finding a text', () => {
  it('takes it as it stands, not as a pattern', () => {
    assert.deepEqual(found('a.b axb (a.b) [x] a-b', search('a.b')), ['a.b', 'a.b'])
    assert.deepEqual(found('a-b && c', search('a-b && c')), ['a-b && c'])
    assert.deepEqual(found('text', search('')), [])
  })

  it('finds it in code, tables, lists and across formatting', () => {
    const markdown = 'One **tw**o\n\n- two\n\n```\ntwo\n```\n\n| two |\n| - |\n| x |'
    assert.deepEqual(found(markdown, search('TWO')), ['two', 'two', 'two', 'two'])
  })

  it('tells letters and words apart when asked to', () => {
    assert.deepEqual(found('Plan plan plans', search('plan', { matchesCase: true })), [
      'plan',
      'plan',
    ])
    assert.deepEqual(found('Plan plan plans _plan', search('plan', { matchesWord: true })), [
      'Plan',
      'plan',
    ])
    assert.deepEqual(found('über ü', search('ü', { matchesWord: true })), ['ü'])
  })

  it('stands behind images and page links where it stands', () => {
    const editor = openEditor('![x](/files/a) word ![y](/files/b) word')
    const matches = findMatches(editor.state.doc, search('word'))
    const { tr } = editor.state
    replaceMatches(tr, matches, 'text')
    editor.view.dispatch(tr)
    assert.equal(markdownIn(editor), '![x](/files/a) text ![y](/files/b) text')
  })
})

describe('replacing a text', () => {
  it('leaves its formatting, and is taken back at once', () => {
    const editor = openEditor('**one** and one\n\n- one')
    const { tr } = editor.state
    replaceMatches(tr, findMatches(tr.doc, search('one')), 'two')
    editor.view.dispatch(tr)
    assert.equal(markdownIn(editor), '**two** and two\n\n- two')
    editor.commands.undo()
    assert.equal(markdownIn(editor), '**one** and one\n\n- one')
  })

  it('with nothing deletes it', () => {
    const editor = openEditor('one, two')
    const { tr } = editor.state
    replaceMatches(tr, findMatches(tr.doc, search(', two')), '')
    editor.view.dispatch(tr)
    assert.equal(markdownIn(editor), 'one')
  })
})

describe('the marks of a search', () => {
  it('begin at the cursor and stay at their match while others write', () => {
    const editor = openEditor('a x a x a')
    editor.registerPlugin(findPlugin())
    editor.view.dispatch(changeFind(editor.state, { search: search('a'), from: 3 }))
    assert.equal(findState(editor.state).active, 1)
    editor.view.dispatch(editor.state.tr.insertText('a ', 1))
    const { active, matches } = findState(editor.state)
    assert.deepEqual([active, matches.length], [2, 4])
    assert.equal(editor.view.dom.querySelectorAll('.found').length, 4)
    assert.equal(matchFrom(matches, 1000), 0)
  })
})
