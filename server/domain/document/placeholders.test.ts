import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillParts, fillText, hasPlaceholder } from './placeholders.ts'

const filling = {
  title: 'Plan $& {{date}}',
  date: '2026-12-31',
  time: '09:05',
  author: 'Ada Lovelace',
  parent: 'Team',
}

describe('placeholders', () => {
  it('that are unknown, incomplete or have a wrong offset stay', () => {
    for (const text of [
      '{{}}',
      '{{name}}',
      '{{title',
      '{title}',
      '{{ti tle}}',
      '{{title:+7}}',
      '{{date:7}}',
      '{{date:+99999}}',
      '{{date:+}}',
      '{{\ntitle}}',
      '{{Title}}',
    ]) {
      assert.equal(fillText(text, filling), text)
      assert.ok(!hasPlaceholder(text), text)
    }
  })

  it('are filled in once: what is filled in has none', () => {
    assert.equal(fillText('{{title}}', filling), filling.title)
    assert.equal(fillText('{{ parent }}/{{author}} {{time}}', filling), 'Team/Ada Lovelace 09:05')
  })

  it('count days over the ends of months, years and the leap day', () => {
    const on = (date: string, text: string) => fillText(text, { ...filling, date })
    assert.equal(on('2026-12-31', '{{date:+1}}'), '2027-01-01')
    assert.equal(on('2028-03-01', '{{date:-1}}'), '2028-02-29')
    assert.equal(on('2026-12-31', '{{year:+1}}-{{month:+1}}-{{day:+1}}'), '2027-01-01')
    assert.equal(on('2026-01-01', '{{date:-9999}}'), '1998-08-17')
  })

  it('give the week of ISO 8601', () => {
    const weeks = ['2026-01-01', '2027-01-01', '2024-12-30', '2026-11-23'].map((date) =>
      fillText('{{week}}', { ...filling, date }),
    )
    assert.deepEqual(weeks, ['01', '53', '01', '48'])
  })

  it('are found with the text around them', () => {
    assert.deepEqual(fillParts('a {{date}} {{cursor}}b', filling), [
      { kind: 'text', text: 'a ' },
      { kind: 'date', text: '2026-12-31' },
      { kind: 'text', text: ' ' },
      { kind: 'cursor' },
      { kind: 'text', text: 'b' },
    ])
  })
})
