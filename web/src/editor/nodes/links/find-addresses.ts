import { tokenize } from 'linkifyjs'
import { isSafeUrl } from '../../../../../content/html/safe-url.ts'

/** The address that a word is, also in parentheses or brackets. Only part of a word is none. */
export function findAddresses(word: string) {
  const tokens = tokenize(word).map((token) => token.toObject('https'))
  const brackets = [tokens[0]?.value, tokens[2]?.value].join('')
  const isBracketed = tokens.length === 3 && ['()', '[]'].includes(brackets)
  const address = tokens[isBracketed ? 1 : 0]
  if (address?.isLink !== true || (tokens.length > 1 && !isBracketed)) return []
  const { value, href, start, end } = address
  return isSafeUrl(value) && isNamed(value) ? [{ href, start, end }] : []
}

/** With a scheme, or with a name such as `example.com`: numbers and single words are rarely meant as addresses. */
function isNamed(value: string): boolean {
  if (/^[a-z][\w+.-]*:\/\//i.test(value)) return true
  if (/^[a-z][\w+.-]*:/i.test(value) && !value.includes('@')) return true
  const host = value
    .slice(value.lastIndexOf('@') + 1)
    .split(/[/?#:]/, 1)
    .join('')
  return host.includes('.') && !/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)
}
