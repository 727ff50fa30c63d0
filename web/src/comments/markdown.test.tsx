import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { render, screen } from '../../../test/support/web/screen.tsx'
import { Markdown } from './markdown.tsx'

const show = (text: string) => render(<Markdown text={text} />).container

describe('Markdown', () => {
  it('runs nothing and loads nothing', () => {
    const container = show(
      '<img src=x onerror=alert(1)> <script>alert(2)</script>\n\n[a](javascript:alert(3)) [b](data:text/html,x) ![c](https://example.com/x.png)\n\n<svg onload=alert(4)>',
    )
    assert.ok(container.querySelector('img, script, svg, a') === null)
    assert.match(container.textContent ?? '', /<script>alert\(2\)<\/script>/)
    assert.match(container.textContent ?? '', /c/)
  })

  it('shows what a comment is made of', () => {
    const container = show('**Bold**, *slanted*, ~~gone~~ and `code`.\n\n- one\n- two\n\n> said')
    for (const [tag, text] of [
      ['strong', 'Bold'],
      ['em', 'slanted'],
      ['s', 'gone'],
      ['code', 'code'],
      ['blockquote', 'said'],
    ] as const) {
      assert.equal(container.querySelector(tag)?.textContent?.trim(), text)
    }
    assert.equal(container.querySelectorAll('li').length, 2)
  })

  it('shows code as it is written', () => {
    const container = show('```js\nif (a < b) <b>\n```')
    assert.equal(container.querySelector('pre code')?.textContent, 'if (a < b) <b>\n')
  })

  it('opens other sites in a tab of their own, and pages here', () => {
    show('[there](https://example.com/x) and [here](/pages/1) and https://example.org')
    const there = screen.getByRole('link', { name: 'there' })
    assert.equal(there.getAttribute('rel'), 'noreferrer nofollow')
    assert.equal(there.getAttribute('target'), '_blank')
    assert.equal(screen.getByRole('link', { name: 'here' }).getAttribute('href'), '/pages/1')
    assert.ok(screen.getByRole('link', { name: 'https://example.org' }))
  })

  it('takes an address of another host for what it is', () => {
    const container = show('[x](//example.com/members/1)')
    assert.ok(container.querySelector('a') === null)
  })

  it('shows a person who is mentioned by name', () => {
    const container = show('[@Ada](/members/01890000-0000-7000-8000-000000000001)')
    assert.ok(container.querySelector('a') === null)
    assert.ok(screen.getByText('@Ada'))
  })
})
