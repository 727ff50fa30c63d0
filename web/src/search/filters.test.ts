import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toFilter } from './filters.ts'

const id = '01890000-0000-7000-8000-000000000001'
const filterOf = (address: string) => toFilter(new URLSearchParams(address))

describe('toFilter', () => {
  it('lets everything pass for what it does not know', () => {
    assert.deepEqual(filterOf('kind=nonsense&in=nowhere&by=me&from=today&until=2026'), {})
    assert.deepEqual(filterOf('kind=all'), {})
  })

  it('reads a kind, a section and an author', () => {
    assert.deepEqual(filterOf(`kind=skill&in=${id}&by=${id}`), {
      ownership: 'SKILL',
      underPageId: id,
      authorId: id,
    })
    assert.deepEqual(filterOf('kind=board'), { type: 'KANBAN' })
  })

  it('reads a tag, with or without its sign', () => {
    assert.deepEqual(filterOf('tag=%23draft'), { tag: 'draft' })
    assert.deepEqual(filterOf('tag=draft'), { tag: 'draft' })
    assert.deepEqual(filterOf('tag=%23'), {})
  })

  it('reads days, the last of which counts to its end', () => {
    assert.deepEqual(filterOf('from=2026-11-01&until=2026-11-30'), {
      updatedFrom: new Date(2026, 10, 1).toISOString(),
      updatedBefore: new Date(2026, 11, 1).toISOString(),
    })
  })
})
