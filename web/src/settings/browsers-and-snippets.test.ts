import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { browserOf } from './browser-of.ts'
import { snippetsFor } from './key-snippets.ts'

describe('browserOf', () => {
  const agents: [string, string, boolean][] = [
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
      'Chrome on Linux',
      false,
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
      false,
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
      true,
    ],
    [
      'Mozilla/5.0 (Android 16; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
      'Firefox on Android',
      true,
    ],
    ['curl/8.0', 'Unknown browser', false],
  ]
  for (const [userAgent, name, isPhone] of agents) {
    it(`says ${name}`, () => assert.deepEqual(browserOf(userAgent), { name, isPhone }))
  }
})

describe('snippetsFor', () => {
  it('holds the address and the key in each', () => {
    for (const { name, text } of snippetsFor('https://notes.example.com', 'svc_abc')) {
      assert.ok(text.includes('https://notes.example.com'), name)
      assert.ok(text.includes('svc_abc'), name)
    }
  })

  it('is JSON where a client reads JSON', () => {
    const text = snippetsFor('https://notes.example.com', 'svc_abc').find(
      ({ name }) => name === 'MCP',
    )?.text
    assert.deepEqual(JSON.parse(text ?? ''), {
      mcpServers: {
        quire: {
          url: 'https://notes.example.com/mcp',
          headers: { Authorization: 'Bearer svc_abc' },
        },
      },
    })
  })
})
