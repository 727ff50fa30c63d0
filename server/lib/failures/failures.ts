import { type FailureCode, failureTexts } from './failure-texts.ts'

/** A failure as a code with its values. */
export type Failure = {
  code: FailureCode
  values: Readonly<Record<string, string>>
  /** What the value `detail` says, where that is a failure with a code too. */
  detail?: Failure
}

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never
type Given<Code extends FailureCode> = [Names<(typeof failureTexts)[Code]>] extends [never]
  ? []
  : [values: Record<Names<(typeof failureTexts)[Code]>, string | number>]

/** The English text of a failure. */
export function failureText<Code extends FailureCode>(
  code: Code,
  ...[values]: Given<Code>
): string {
  const given: Readonly<Record<string, unknown>> = values ?? {}
  return failureTexts[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(given[name]))
}

/** The code and the values of an English text; undefined for other texts, such as those of another version. */
export function failureOf(text: string): Failure | undefined {
  for (const { code, pattern } of patterns) {
    const found = pattern.exec(text)
    if (found === null) continue
    const values = { ...found.groups }
    const detail = values['detail'] === undefined ? undefined : failureOf(values['detail'])
    return { code, values, ...(detail === undefined ? {} : { detail }) }
  }
  return undefined
}

/** What a value can be, other than a number. */
const wordsOf: Readonly<Record<string, string>> = {
  detail: '.*',
  service: '.*',
  host: String.raw`\S+`,
  address: String.raw`\S+`,
}

// The texts with the most words first: `is refused: {detail}` is the beginning of others.
const patterns = entriesOf(failureTexts)
  .toSorted(([, one], [, other]) => plainLength(other) - plainLength(one))
  .map(([code, text]) => ({ code, pattern: new RegExp(`^${patternOf(text)}$`, 's') }))

function entriesOf(texts: typeof failureTexts): [FailureCode, string][] {
  // SAFETY: the keys of the table.
  return Object.entries(texts) as [FailureCode, string][]
}

function plainLength(text: string): number {
  return text.replaceAll(/\{\w+\}/g, '').length
}

function patternOf(text: string): string {
  return text
    .split(/\{(\w+)\}/)
    .map((part, index) =>
      index % 2 === 0
        ? RegExp.escape(part)
        : `(?<${part}>${wordsOf[part] ?? String.raw`\d[\d.,]*`})`,
    )
    .join('')
}
