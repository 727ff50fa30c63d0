import { storable } from './text.ts'

/** What turns the direction of the text after it, or is not seen at all; not what joins letters and emoji. */
const hidden = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu
const breaks = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu

/**
 * A name on one line, as it is kept: of a person, a workspace or a key. It is shown in mails, lists and
 * terminals, where a line break or a control character would let it pass for something else.
 */
export function plainName(given: string): string {
  return storable(given).replaceAll(hidden, '').replaceAll(breaks, ' ').trim()
}

/** Letters of other scripts that look like Latin ones, and digits that look like letters. */
const alike = new Map(
  Object.entries({
    a: 'аαɑ',
    c: 'сϲ',
    e: 'еєε',
    h: 'һ',
    i: 'іιıї1|',
    j: 'јϳ',
    k: 'кκ',
    l: 'ӏ',
    m: 'м',
    n: 'ո',
    o: 'оοσ0',
    p: 'рρ',
    r: 'г',
    s: 'ѕ',
    t: 'тτ',
    u: 'υս',
    v: 'νѵ',
    x: 'хχ',
    y: 'уγү',
  }).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const)),
)

/** The words of a name by what they look like, in alphabetical order: two names with the same words look alike. */
export function looksOf(name: string): string {
  const letters = Array.from(name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase())
  const latin = letters.map((letter) => alike.get(letter) ?? letter).join('')
  // A small l and a capital I.
  const words = latin.replaceAll('l', 'i').match(/[\p{L}\p{N}]+/gu) ?? []
  return words.toSorted().join(' ')
}

const maxMailNameLength = 80

/** A name in a mail to somebody who has not asked for it: on one line, not long, and never a link. */
export function nameInMail(given: string): string {
  const name = plainName(given)
  const short = Array.from(name).length > maxMailNameLength ? `${cut(name)}…` : name
  // Programs make links of `://`, of a dot between letters, and of an @.
  return short
    .replaceAll(/:(?=\/\/)/g, '[:]')
    .replaceAll(/(?<=\S)[.\u3002\uFF0E\uFF61](?=\S)/g, '[.]')
    .replaceAll(/(?<=\S)@(?=\S)/g, '[at]')
}

function cut(name: string): string {
  return Array.from(name).slice(0, maxMailNameLength).join('')
}
