import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readTokens, visitRuns } from './tokens.ts'

const texts = (text: string) => readTokens(text).map((token) => token.text)

describe('readTokens', () => {
  for (const { text, tokens } of [
    { text: '', tokens: [] },
    { text: ' .,;!? "" -+^*()[]{}<>|~=\\/', tokens: [] },
    { text: '\0 \uD800 \uDC00 \u0301', tokens: [] },
    { text: 'Plain words, here.', tokens: ['Plain', 'words', 'here'] },
    { text: 'snake_case', tokens: ['snake_case', 'snake', 'case'] },
    { text: 'camelCaseName', tokens: ['camelCaseName', 'camel', 'Case', 'Name'] },
    { text: 'HTTPServer', tokens: ['HTTPServer', 'HTTP', 'Server'] },
    { text: 'v1.2.3', tokens: ['v1.2.3', 'v', '1', '2', '3'] },
    { text: '3.14', tokens: ['3.14', '3', '14'] },
    { text: 'mp3', tokens: ['mp3', 'mp', '3'] },
    {
      text: 'ada@example.com',
      tokens: ['ada@example.com', 'ada', 'example.com', 'example', 'com'],
    },
    {
      text: 'https://a.example/b',
      tokens: ['https', 'a.example/b', 'a.example', 'a', 'example', 'b'],
    },
    { text: 'C++ and C#', tokens: ['C++', 'C', 'and', 'C#', 'C'] },
    { text: 'e-mail', tokens: ['email', 'e', 'mail'] },
    { text: 'state-of-the-art', tokens: ['state', 'of', 'the', 'art'] },
    { text: "company's don't l'été", tokens: ['company', 'don', 'été'] },
    { text: "п'ять", tokens: ['пять'] },
    { text: 'ﬁne ＡＢＣ', tokens: ['fine', 'ABC'] },
    { text: '东京塔', tokens: ['东京', '东', '京塔', '京', '塔'] },
    { text: '塔', tokens: ['塔'] },
    { text: 'タワー', tokens: ['タワ', 'タ', 'ワー', 'ワ', 'ー'] },
    { text: '서울', tokens: ['서울', '서', '울'] },
    { text: '𠮷野', tokens: ['𠮷野', '𠮷', '野'] },
    { text: 'GPU服务v2', tokens: ['GPU', '服务', '服', '务', 'v2', 'v', '2'] },
    { text: 'ภาษาไทย', tokens: ['ภาษา', 'ไทย'] },
    { text: 'go🚀now', tokens: ['go', '🚀', 'now'] },
    { text: '👍🏽 🇩🇪 ★ €', tokens: ['👍', '🇩🇪', '★', '€'] },
    { text: '👩‍💻', tokens: ['👩‍💻', '👩', '💻'] },
  ]) {
    it(`of ${JSON.stringify(text)} are ${tokens.join(' ') || 'none'}`, () => {
      assert.deepEqual(texts(text), tokens)
    })
  }

  it('cuts endless words and towers of marks', () => {
    assert.deepEqual(
      texts('x'.repeat(100_000)).map(({ length }) => length),
      [64],
    )
    assert.ok(texts(`e${'\u0301'.repeat(100_000)}`).every(({ length }) => length <= 64))
    assert.ok(texts(`क${'\u094D'.repeat(100_000)}`).every(({ length }) => length <= 64))
  })

  it('reads texts of right-to-left and mixed scripts without losing a word', () => {
    assert.deepEqual(texts('שלום world مرحبا'), ['שלום', 'world', 'مرحبا'])
  })
})

describe('visitRuns', () => {
  it('gives the place of each run in the text as written', () => {
    const text = 'Ünïcode 🚀 东京, end_of'
    const runs: string[] = []
    visitRuns(text, (run, _, start) => {
      assert.equal(text.slice(start, start + run.length), run)
      runs.push(run)
    })
    assert.deepEqual(runs, ['Ünïcode', '🚀', '东京', 'end_of'])
  })
})
