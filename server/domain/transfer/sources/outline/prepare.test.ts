import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countLosses } from '../losses.ts'
import { prepareOutline } from './prepare.ts'

const prepare = (text: string): string => prepareOutline(text, countLosses()).text

describe('the Markdown of Outline', () => {
  it('stays as it is where it is Markdown', () => {
    for (const text of [
      '',
      '```\n:::info\nx\n:::\n```\n',
      ':::info\nnever closed\n',
      ':::other\nx\n:::\n',
      'a = b == c == d\n',
      '__init__ and a__b__c\n'.replace('__init__', '`__init__`'),
      '[name 12](https://example.com/a.pdf)\n',
      '![a](b.png "Title")\n',
    ]) {
      assert.equal(prepare(text), text)
    }
  })

  it('writes notices of every style as callouts', () => {
    assert.equal(
      prepare(':::info\na\n:::\n\n:::success\nb\n:::\n\n:::tip\nc\n:::\n\n:::warning\nd\n:::\n'),
      '> [!NOTE]\n> a\n\n> [!TIP]\n> b\n\n> [!TIP]\n> c\n\n> [!WARNING]\n> d\n',
    )
  })

  it('writes marks that only Outline has, several in a line', () => {
    assert.equal(
      prepare('==a== ==b c== __d__ __e f__\n'),
      '<mark>a</mark> <mark>b c</mark> <u>d</u> <u>e f</u>\n',
    )
  })

  it('writes images with one or two sizes', () => {
    assert.equal(
      prepare('![a "b"](x.png "=300x200") ![](y.png " =300x")\n'),
      '<img src="x.png" alt="a &quot;b&quot;" width="300" height="200"> <img src="y.png" alt="" width="300">\n',
    )
  })

  it('removes the size from the name of an attachment', () => {
    assert.equal(
      prepare(
        '[my file.pdf 12345](attachments/1/my%20file.pdf) [b 1](uploads/b) [c 2](../x/attachments/c)\n',
      ),
      '[my file.pdf](attachments/1/my%20file.pdf) [b](uploads/b) [c](../x/attachments/c)\n',
    )
  })

  it('stays quick for signs that nothing closes', () => {
    for (const sign of [':::info\n', '+++ a\n', '==a', '__a', '![a](b "=', '@[a](mention://']) {
      assert.ok(prepare(sign.repeat(20_000)).length > 0, sign)
    }
    const title = `+++${' '.repeat(50_000)}x\n${'text\n'.repeat(50_000)}`
    assert.equal(prepare(title), title)
  })
})
