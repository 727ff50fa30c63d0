import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseMarkdown } from '../parse-markdown.ts'
import { hostOf, linkHosts, maxHosts } from './link-hosts.ts'

function hosts(markdown: string): [string, number][] {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return linkHosts(parsed.document).map(({ host, block }) => [host, block])
}

describe('linkHosts', () => {
  it('gives the hosts of links, also without their first names', () => {
    assert.deepEqual(
      hosts(
        'See [a](https://docs.Example.com:8080/deep?x#y) and [b](//www.other.org).\n\n- [c](https://example.com)\n- [![](x.png)](https://user@third.net/a)\n',
      ),
      [
        ['docs.example.com', 1],
        ['example.com', 1],
        ['other.org', 1],
        ['third.net', 2],
      ],
    )
  })

  it('leaves out other addresses, and more than a page needs', () => {
    assert.deepEqual(hosts('[a](/pages/x) [b](mailto:a@b.c) [c](#d) [d](tel:+1) [e](e.md)'), [])
    const many = Array.from({ length: 500 }, (_, index) => `[x](https://h${index}.com)`).join(' ')
    assert.equal(hosts(many).length, maxHosts)
    assert.equal(hostOf('https://'), undefined)
    assert.equal(hostOf('targethost'), undefined)
    assert.equal(hostOf('https://localhost'), 'localhost')
  })
})
