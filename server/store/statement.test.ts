import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../lib/errors.ts'
import { statement, valuesOf } from './statement.ts'

const refused = (name: string) => (error: unknown) =>
  error instanceof AppError && error.code === 'INTERNAL' && error.message.includes(name)

describe('statements', () => {
  it('refuse to run without a value that they name', () => {
    const rename = statement<never, { id: string; name: string }>(
      'test.rename',
      'update pages set title = $name where id = $id',
    )
    assert.throws(() => valuesOf(rename, { id: 'p1' }), refused('name'))
    assert.throws(() => valuesOf(rename), refused('test.rename'))
    assert.throws(() => valuesOf(rename, { id: 'p1', name: ['a'] }), refused('name'))
  })

  it('refuse a list of another length than theirs, and a value in its place', () => {
    const some = statement<object, { ids: readonly string[] }>(
      'test.some',
      'select title from pages where id in ($ids[2])',
    )
    assert.throws(() => valuesOf(some, { ids: ['a'] }), refused('ids'))
    assert.throws(() => valuesOf(some, { ids: 'a' }), refused('ids'))
  })

  it('give each name one position, wherever and however often it stands', () => {
    const { sql, parameters } = statement<object, { at: number; by: string; id: string }>(
      'test.change',
      'update pages set created_at = $at, updated_at = $at, data = $by::jsonb where id = $id',
    )
    assert.equal(
      sql,
      'update pages set created_at = $1, updated_at = $1, data = $2::jsonb where id = $3',
    )
    assert.deepEqual(
      parameters.map(({ name }) => name),
      ['at', 'by', 'id'],
    )
  })

  it('take a list as so many values, and leave out what they do not name', () => {
    const some = statement<object, { workspaceId: string; ids: readonly string[]; limit: number }>(
      'test.some',
      'select title from pages where workspace_id = $workspaceId and id in ($ids[3]) limit $limit',
    )
    assert.match(some.sql, /workspace_id = \$1 and id in \(\$2, \$3, \$4\) limit \$5$/)
    const given = { limit: 9, other: 'x', ids: ['a', 'b', 'a'], workspaceId: 'w1' }
    assert.deepEqual(valuesOf(some, given), ['w1', 'a', 'b', 'a', 9])
  })
})
