import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type * as Keys from './keys.ts'

const { userAgent } = navigator

/** The platform is read once: each has a module of its own. */
async function keysOn(platform: string): Promise<typeof Keys> {
  Object.defineProperty(navigator, 'userAgent', { value: platform, configurable: true })
  return import(`./keys.ts?${encodeURIComponent(platform)}`)
}

after(() => Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true }))

describe('the keys of a shortcut', () => {
  let switchLanguage: (tag: 'de' | 'en') => Promise<void>
  before(async () => {
    ;({ switchLanguage } = await import('../lib/language.ts'))
  })

  it('are labelled as on an Apple keyboard', async () => {
    const { keyNames, shortcutText } = await keysOn('Mozilla/5.0 (Macintosh; Intel Mac OS X)')
    assert.deepEqual(keyNames('Mod+Shift+K'), ['⇧', '⌘', 'K'])
    assert.equal(shortcutText('Mod+B'), '⌘B')
  })

  it('are labelled as on the keyboards of the language', async () => {
    const { keyNames, shortcutText } = await keysOn('Mozilla/5.0 (X11; Linux x86_64)')
    assert.deepEqual(keyNames('Mod+Shift+K'), ['Ctrl', 'Shift', 'K'])
    await switchLanguage('de')
    assert.equal(shortcutText('Mod+Shift+K'), 'Strg+Umschalt+K')
    await switchLanguage('en')
  })
})
