import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPieces, visitRuns } from './pieces.ts'

const texts = (text: string) => readPieces(text).map((piece) => piece.text)

describe('readPieces', () => {
  for (const { text, pieces } of [
    { text: '', pieces: [] },
    { text: ' .,;!? "" -+^*()[]{}<>|~=\\/', pieces: [] },
    { text: '\0 \uD800 \uDC00 \u0301', pieces: [] },
    { text: 'Plain words, here.', pieces: ['Plain', 'words', 'here'] },
    { text: 'snake_case', pieces: ['snake_case', 'snake', 'case'] },
    { text: 'camelCaseName', pieces: ['camelCaseName', 'camel', 'Case', 'Name'] },
    { text: 'HTTPServer', pieces: ['HTTPServer', 'HTTP', 'Server'] },
    { text: 'v1.2.3', pieces: ['v1.2.3', 'v', '1', '2', '3'] },
    { text: '3.14', pieces: ['3.14', '3', '14'] },
    { text: 'mp3', pieces: ['mp3', 'mp', '3'] },
    {
      text: 'ada@example.com',
      pieces: ['ada@example.com', 'ada', 'example.com', 'example', 'com'],
    },
    {
      text: 'https://a.example/b',
      pieces: ['https', 'a.example/b', 'a.example', 'a', 'example', 'b'],
    },
    { text: 'C++ and C#', pieces: ['C++', 'C', 'and', 'C#', 'C'] },
    { text: 'e-mail', pieces: ['email', 'e', 'mail'] },
    { text: 'state-of-the-art', pieces: ['state', 'of', 'the', 'art'] },
    { text: "company's don't l'été", pieces: ['company', 'don', 'été'] },
    { text: "п'ять", pieces: ['пять'] },
    { text: 'ﬁne ＡＢＣ', pieces: ['fine', 'ABC'] },
    { text: '东京塔', pieces: ['东京', '东', '京塔', '京', '塔'] },
    { text: '塔', pieces: ['塔'] },
    { text: 'タワー', pieces: ['タワ', 'タ', 'ワー', 'ワ', 'ー'] },
    { text: '서울', pieces: ['서울', '서', '울'] },
    { text: '𠮷野', pieces: ['𠮷野', '𠮷', '野'] },
    { text: 'GPU服务v2', pieces: ['GPU', '服务', '服', '务', 'v2', 'v', '2'] },
    { text: 'ภาษาไทย', pieces: ['ภาษา', 'ไทย'] },
    { text: 'go🚀now', pieces: ['go', '🚀', 'now'] },
    { text: '👍🏽 🇩🇪 ★ €', pieces: ['👍', '🇩🇪', '★', '€'] },
    { text: '👩‍💻', pieces: ['👩‍💻', '👩', '💻'] },
  ]) {
    it(`of ${JSON.stringify(text)} are ${pieces.join(' ') || 'none'}`, () => {
      assert.deepEqual(texts(text), pieces)
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
