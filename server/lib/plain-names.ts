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
