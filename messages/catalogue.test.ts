import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { catalogue } from './catalogue.ts'
import { english, type Language } from './language.ts'

const messages = catalogue<
  {
    title: 'Trash'
    greeting: 'Hello {name}'
    pages: '{count, plural, one {# page} other {# pages}} in {where}'
    hint: 'Read <link>the guide</link>.'
  },
  string | string[]
>('test', {
  title: 'Trash',
  greeting: 'Hello {name}',
  pages: '{count, plural, one {# page} other {# pages}} in {where}',
  hint: 'Read <link>the guide</link>.',
})

const german: Language = {
  tag: 'de',
  locale: 'de',
  translations: { test: { pages: '{count, plural, one {# Seite} other {# Seiten}} in {where}' } },
}

describe('a catalogue', () => {
  it('throws when an argument is missing', () => {
    // @ts-expect-error the compiler refuses it too
    assert.throws(() => messages.in(english).greeting({}), /name/)
  })

  it('gives a plain message as it is, and others as functions', () => {
    const { title, greeting, pages } = messages.in(english)
    assert.equal(title, 'Trash')
    assert.equal(greeting({ name: '$& <b>{x}</b>' }), 'Hello $& <b>{x}</b>')
    assert.equal(pages({ count: 1, where: 'lab' }), '1 page in lab')
    assert.equal(pages({ count: 1234, where: 'lab' }), '1,234 pages in lab')
  })

  it('gives tags to the functions of the caller', () => {
    const { hint } = messages.in(english)
    assert.deepEqual(hint({ link: (children) => `[${children.join('')}]` }), 'Read [the guide].')
  })

  it('falls back to English for each message that a language lacks', () => {
    const { title, pages } = messages.in(german)
    assert.equal(title, 'Trash')
    assert.equal(pages({ count: 1234, where: 'lab' }), '1.234 Seiten in lab')
  })
})
