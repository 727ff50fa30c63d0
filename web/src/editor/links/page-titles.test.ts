import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { until } from '../../../../test/support/until.ts'
import { markdownIn, openEditor } from '../../../../test/support/web/editor.ts'
import { pageTitles } from './page-titles.ts'

const id = (number: number) => `0123456${number}-89ab-4cde-8f01-23456789abcd`
const mention = (number: number, label: string) => ({
  type: 'pageMention',
  attrs: { pageId: id(number), label },
})
const documentOf = (...content: object[]) => ({
  type: 'doc' as const,
  content: [{ type: 'paragraph', content: content as { type: string }[] }],
})

describe('mentions of pages', () => {
  it('are named with the titles that the pages have now, which are asked for together', async () => {
    const asked: (readonly string[])[] = []
    const find = async (pageIds: readonly string[]) => {
      asked.push(pageIds)
      return new Map([
        [id(1), { title: 'New title', formerTitles: ['Older title', 'Old title'] }],
        [id(3), { title: 'Third', formerTitles: [] }],
      ])
    }
    const editor = openEditor(
      documentOf(mention(1, 'Old title'), mention(2, 'Hidden'), mention(1, 'Own'), mention(3, '')),
      [pageTitles(find)],
    )
    const chips = () =>
      [...editor.view.dom.querySelectorAll('a.page-chip')].map(({ textContent }) => textContent)
    assert.deepEqual(chips(), ['Old title', 'Hidden', 'Own', 'Untitled page'])
    await until(() => chips()[3] === 'Third')
    assert.deepEqual(chips(), ['New title', 'Hidden', 'Own', 'Third'])
    const names = [...editor.view.dom.querySelectorAll<HTMLElement>('a.page-chip')]
    assert.deepEqual(
      names.map(({ title }) => title),
      ['', '', 'New title', ''],
    )
    assert.deepEqual(asked, [[id(1), id(2), id(3)]])
    assert.match(markdownIn(editor), /^\[Old title\]/)
  })

  it('follow another page, and stay as they are without an answer', async () => {
    let answers = 0
    const find = async (): Promise<never> => {
      answers += 1
      throw new TypeError('Not now.')
    }
    const editor = openEditor(documentOf(mention(1, 'One')), [pageTitles(find)])
    const chip = () => editor.view.dom.querySelector('a.page-chip')
    await until(() => answers === 1)
    editor.view.dispatch(editor.state.tr.setNodeMarkup(1, null, mention(2, 'Two').attrs))
    assert.equal(chip()?.textContent, 'Two')
    assert.equal(chip()?.getAttribute('href'), `/pages/${id(2)}`)
    await until(() => answers === 2)
    editor.destroy()
  })
})
