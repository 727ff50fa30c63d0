import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { replace } from '../../../test/support/processes/replace.ts'
import type * as Keys from './keys.ts'

/** The platform is read once: each has a module of its own. */
async function keysOn(platform: string): Promise<typeof Keys> {
  replace(navigator, { userAgent: { value: platform } })
  return import(`./keys.ts?${encodeURIComponent(platform)}`)
}

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
