import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { replace } from '../../../../test/support/processes/replace.ts'
import { render, screen, waitFor } from '../../../../test/support/web/screen.tsx'
import {
  currentLanguage,
  followBrowser,
  followProfile,
  startLanguage,
  switchLanguage,
} from '../../lib/language.ts'
import { LanguageChoice } from './language-choice.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => switchLanguage('en'))

describe('LanguageChoice', () => {
  it('names each language in itself, and says which a machine translated', () => {
    render(<LanguageChoice />)
    assert.ok(screen.getByRole('option', { name: 'English' }))
    assert.ok(screen.getByRole('option', { name: 'Deutsch (machine-translated)' }))
  })

  it('switches the app and the direction of the page, and remembers it', async () => {
    render(<LanguageChoice />)
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'ar')
    await waitFor(() => assert.equal(currentLanguage().tag, 'ar'))
    assert.deepEqual([document.documentElement.lang, document.documentElement.dir], ['ar', 'rtl'])
    await waitFor(() => assert.equal(localStorage.getItem('quire.language'), 'ar'))
  })
})

describe('the language of the app', () => {
  it('follows the profile, and otherwise stays', async () => {
    await followProfile('de')
    assert.equal(currentLanguage().tag, 'de')
    await followProfile(null)
    assert.equal(currentLanguage().tag, 'de')
    await startLanguage()
    assert.equal(currentLanguage().tag, 'de')
  })

  it('is that of the browser again once the choice is left to the browser', async () => {
    await switchLanguage('de')
    await followBrowser()
    assert.equal(currentLanguage().tag, 'en')
    assert.equal(document.documentElement.lang, 'en')
    assert.equal(localStorage.getItem('quire.language'), null)
  })

  it('is remembered only when somebody chose it', async () => {
    await startLanguage()
    assert.equal(localStorage.getItem('quire.language'), null)
  })

  it('is the chosen one also in a browser that names locales as its system does', async () => {
    replace(navigator, { languages: { value: ['en-US@posix', 'ar-EG', 'en'] } })
    await switchLanguage('ar')
    assert.deepEqual([currentLanguage().tag, currentLanguage().locale], ['ar', 'ar-EG'])
    await switchLanguage('en')
    assert.deepEqual([currentLanguage().tag, currentLanguage().locale], ['en', 'en'])
  })
})
