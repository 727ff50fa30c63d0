import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nameInMail, plainName } from './plain-names.ts'

describe('plainName', () => {
  for (const [given, expected] of [
    ['  Ada  Lovelace ', 'Ada Lovelace'],
    ['Ada\r\nBcc: eve@evil.example', 'Ada Bcc: eve@evil.example'],
    ['A\tB\u0000C\u001B[2JD', 'A B\uFFFDC [2JD'],
    ['line\u2028paragraph\u2029end', 'line paragraph end'],
    ['\u202Egnp.exe\u2066', 'gnp.exe'],
    ['\u00A0no\u00A0break\u00A0', 'no break'],
    ['\r\n\t', ''],
    ['👩‍💻 ষ‌্য Zoë', '👩‍💻 ষ‌্য Zoë'],
  ] as const) {
    it(`keeps ${JSON.stringify(given)} as ${JSON.stringify(expected)}`, () =>
      assert.equal(plainName(given), expected))
  }
})

describe('nameInMail', () => {
  for (const [given, shown] of [
    ['Body http://phish.example/x', 'Body http[:]//phish[.]example/x'],
    ['www.phish.example', 'www[.]phish[.]example'],
    ['phish。example', 'phish[.]example'],
    ['write to eve@evil.example', 'write to eve[at]evil[.]example'],
    ['J. R. Smith & Co.', 'J. R. Smith & Co.'],
    ['Ada\nLovelace', 'Ada Lovelace'],
  ] as const) {
    it(`shows ${JSON.stringify(given)} as ${shown}`, () => assert.equal(nameInMail(given), shown))
  }

  it('cuts what is long', () => {
    assert.equal(nameInMail('x'.repeat(100)), `${'x'.repeat(80)}…`)
  })
})
