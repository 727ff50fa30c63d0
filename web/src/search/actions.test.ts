import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findActions, type PaletteAction } from './actions.ts'

const Icon = () => null
const action = (id: string, label: string, english = ''): PaletteAction => ({
  id,
  label,
  english,
  Icon,
  run: () => undefined,
})
const actions = [
  action('settings', 'Einstellungen', 'settings preferences'),
  action('new', 'Neue Seite', 'new page'),
  action('keys', '接口密钥', 'api keys'),
]
const found = (query: string) => findActions(actions, query).map(({ id }) => id)

describe('findActions', () => {
  it('finds nothing for no words, or other words', () => {
    assert.deepEqual(found(' '), [])
    assert.deepEqual(found('river'), [])
    assert.deepEqual(found('new river'), [])
  })

  it('finds by the language of the person and by English', () => {
    assert.deepEqual(found('einst'), ['settings'])
    assert.deepEqual(found('Sett'), ['settings'])
    assert.deepEqual(found('page new'), ['new'])
    assert.deepEqual(found('密钥'), ['keys'])
  })

  it('lists those first that begin with the query, so that Enter does what is meant', () => {
    const some = [
      action('trash-page', 'Move this page to the trash', 'move page to trash delete'),
      action('trash-list', 'Trash of yesterday', ''),
      action('trash', 'Trash', 'trash deleted bin'),
    ]
    const ids = (query: string) => findActions(some, query).map(({ id }) => id)
    assert.deepEqual(ids('trash'), ['trash', 'trash-list', 'trash-page'])
    assert.deepEqual(ids('delete'), ['trash-page', 'trash'])
  })

  it('offers five at most', () => {
    const many = Array.from({ length: 9 }, (_, index) => action(`${index}`, `Settings ${index}`))
    assert.equal(findActions(many, 'settings').length, 5)
  })
})
