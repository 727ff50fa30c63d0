import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { replaceFetch } from '../../../../test/support/processes/replace.ts'
import { resolveEmojiData } from './emoji-data.ts'

type Data = Awaited<ReturnType<typeof resolveEmojiData>>
let data: Data
let asked = 0

before(async () => {
  replaceFetch(async () => {
    asked += 1
    return Response.error()
  })
  data = await resolveEmojiData('en', {})
})

const labelled = (label: string) => data.emojis.find((one) => one.label === label)

describe('the data of the emoji picker', () => {
  it('asks no other host for anything', () => assert.equal(asked, 0))

  it('leaves out what older systems show as a box, and parts of others', () => {
    assert.equal(
      data.emojis.some(({ version }) => version > 15.1),
      false,
    )
    assert.equal(labelled('light skin tone'), undefined)
    assert.equal(
      data.emojis.some(({ label }) => label.startsWith('regional indicator')),
      false,
    )
  })

  it('has each emoji in a category that is named', () => {
    const known = new Set(data.categories.map(({ index }) => index))
    assert.ok(data.emojis.length > 1500, String(data.emojis.length))
    assert.deepEqual(
      data.emojis.filter(({ category }) => !known.has(category)),
      [],
    )
    assert.ok(data.categories.every(({ label }) => label !== ''))
  })

  it('finds an emoji by more words than its name', () => {
    const seedling = labelled('seedling')
    assert.equal(seedling?.emoji, '🌱')
    assert.ok(seedling.tags.includes('plant'))
  })
})
