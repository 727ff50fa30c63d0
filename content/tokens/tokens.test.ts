import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { segmentWords } from '../../server/search/analysis/segment-words.ts'
import { hostile } from '../../test/fixtures/content/hostile.ts'
import { tokensOf, tokenTexts } from './tokens.ts'

/** A text in which `|` stands at the ends of the tokens that are more than a word of letters. */
const table: Readonly<Record<string, readonly string[]>> = {
  English: [
    'The budget is |5,000|.',
    'It costs |$5,000.50|, |US$3| or |5,000 euros|.',
    'From |-5 °C| to |+30%|, about |~12 km|.',
    'Due |2026-12-01|, |12/01/2026| or |2026-12-01T14:30:00Z|.',
    'On |December 1, 2026|, |Dec 3rd|, |1 December 2026| and |March 2027|.',
    'At |9:00–17:00|, |9 am - 5 pm|, |9 am|, |10:30 p.m.| or |14:30|.',
    '|Mon–Fri| |10–20|, |10 %–20 %| or |1–3 December 2026|',
    'On |Mon, 12 Nov 2026, 10:00 UTC|, |2026-11-12 10:00| or |10 am on Nov 12, 2026|.',
    'Loss |(5,000)|, |$(5,000)|, |5,000-| and |(5 %)| of (10 items), (|4 MiB|)',
    'Version |v1.2.3|, |1.2.3-rc.1| and |2.x|.',
    'Call |555-0100|, |+1 555 010 0199| or |(555) 010-0100|.',
    'See |https://a.example/b?c=(1)|, |www.example.com/x| and |ann@example.org|.',
    '|don’t| |e-mail| the |co-founder| of |AT&T| and |a/b.txt|',
    'A |#tag|, |@ann|, |--flag|, |/usr/bin|, |snake_case| and |C++|',
    'in |3| days. Then |1/2| of |10x|',
    '|C:\\Users\\ann|, |~/.config/app|, |../../lib/a.ts|, |foo->bar| and |[[Plan A]]|',
    '|Ca(OH)₂|, |Fe³⁺|, |20 mg/dl|, |$5/month|, |1 h 30 min| and |1920×1080|',
    '|40°26′46″N 79°58′56″W| or |52.5200, 13.4050|',
  ],
  German: [
    'Das Budget ist |5.000,50 €| am |1. Dezember 2026| oder |01.12.2026|.',
    'Um |14.30 Uhr|, |9 Uhr| und |1 000 000 €|, Tel. |030 1234567|.',
  ],
  Russian: ['Бюджет |5 000 руб.| на |1 декабря 2026 г.|, тел. |8 (495) 123-45-67|'],
  Arabic: ['الميزانية |٥٬٠٠٠ ريال| حتى |1 ديسمبر 2026|'],
  Chinese: [
    '|会议|在|星期一|举行|，|预算|5000元|。',
    '|12月1日|开始|，|共|5個|，|3天|。',
    '|2026年12月1日|第3章|、|第一章|、|三天|3万元|',
    '|12月1日 10:00|，|12月1日星期二|，|12月1日下午3点|',
  ],
  Japanese: [
    '|東京タワー|は|333メートル|です|。',
    '|14時30分|に|5個|',
    '|令和8年12月1日|、|12月1日（火）|、|10〜20歳|',
  ],
  Thai: ['|ประชุม|วัน|จันทร์|', '|5 คน|'],
  signs: ['|👍🏽|🇩🇪|e\u0301|'],
}

describe('tokensOf', () => {
  for (const [language, lines] of Object.entries(table)) {
    it(`reads ${language}`, () => {
      for (const line of lines) {
        const text = line.replaceAll('|', '')
        const ends = new Set(tokensOf(text).flatMap(({ from, to }) => [from, to]))
        const marked: number[] = []
        for (const part of line.split('|')) marked.push((marked.at(-1) ?? 0) + part.length)
        const missing = marked.filter((position) => !ends.has(position))
        assert.deepEqual(missing, [], JSON.stringify(tokenTexts(text)))
        for (const [index, part] of line.split('|').entries()) {
          if (index % 2 === 0 || /^[\p{sc=Han}\p{sc=Thai}\p{sc=Kana}]/u.test(part) || part === '')
            continue
          assert.ok(tokenTexts(text).includes(part), `${part}: ${JSON.stringify(tokenTexts(text))}`)
        }
      }
    })
  }

  it('keeps every character, in order', () => {
    for (const { markdown } of hostile) assert.equal(tokenTexts(markdown).join(''), markdown)
  })

  it('finds the words of Thai that the search finds', () => {
    const text = 'ประชุมวันจันทร์ที่กรุงเทพ'
    assert.deepEqual(
      tokenTexts(text).flatMap((word) => segmentWords(word).map((token) => token.text)),
      segmentWords(text).map((token) => token.text),
    )
  })

  it('has few steps for text that could be read in many ways', () => {
    const unit = [
      '1',
      '万',
      '1万',
      '1 000 ',
      '+1 ',
      '(1',
      '第1',
      '1月',
      '#',
      '-',
      'a:',
      '0 ',
      '1 may ',
      '一',
    ]
    for (const part of unit) {
      const text = part.repeat(100_000 / part.length)
      assert.equal(tokensOf(text).at(-1)?.to, text.length)
    }
  })
})
