import type { Failure } from '../../../../../client/errors.ts'
import { t } from './messages.ts'

/** What failed outside of Quire, as sentences; the English words of the server where the app knows no text. */
export function failureText(failure: Failure | null | undefined, words: string): string {
  const text: unknown =
    failure && Object.hasOwn(t, failure.code) ? Reflect.get(t, failure.code) : ''
  if (typeof text === 'string') return text || asSentence(words)
  if (!failure || typeof text !== 'function') return asSentence(words)
  const { values, detail } = failure
  const given =
    values['detail'] === undefined
      ? values
      : { ...values, detail: failureText(detail, values['detail']) }
  return String(text(given))
}

/** Codes of other services, such as `channel_not_found`, stay as they are. */
function asSentence(words: string): string {
  if (!words.includes(' ')) return words
  const sentence = `${words.charAt(0).toUpperCase()}${words.slice(1)}`
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
}
