import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pageOf } from '../../../../test/support/web/editor.ts'
import { wordCount } from './word-count.ts'

it('counts the words of a page, in any script', () => {
  assert.equal(wordCount(pageOf('')), 0)
  assert.equal(wordCount(pageOf('# A plan\n\n- one\n- **t**wo\n\n| three |\n| - |\n| 4 |')), 6)
  assert.ok(wordCount(pageOf('我们在学习')) > 1)
})
