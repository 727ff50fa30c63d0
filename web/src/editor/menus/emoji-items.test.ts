import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emojiItems, matchingEmoji } from './emoji-items.ts'

const emoji = (label: string, ...tags: string[]) => ({ emoji: label, label, tags })

describe('emoji by name', () => {
  it('are found by the start of a word in their name or keywords, the nearest first', () => {
    const all = [
      emoji('grinning cat', 'smile'),
      emoji('cat with tears', 'joy'),
      emoji('cat'),
      emoji('tiger', 'cat'),
      emoji('lion', 'category'),
      emoji('bobcat'),
    ]
    assert.deepEqual(
      matchingEmoji(all, 'Cat').map(({ label }) => label),
      ['cat', 'cat with tears', 'tiger', 'grinning cat', 'lion'],
    )
    assert.deepEqual(
      matchingEmoji(all, 'cat_with').map(({ label }) => label),
      ['cat with tears'],
    )
  })

  it('come from the data of the app', async () => {
    const [first] = await emojiItems('seedl')
    assert.deepEqual(first, { id: '🌱', title: 'seedling', icon: '🌱' })
    assert.deepEqual(await emojiItems('xyzzy'), [])
  })
})
