import { escapeHtml } from '../../../../../content/html/escape.ts'

/** HTML that is safe to send. */
export type Html = { readonly html: string }

type Value = string | number | Html | undefined | false | readonly Html[]

/** A template whose values are escaped, unless they are HTML. Undefined and false are left out. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  const inside = parts.map(
    (part, index) => part + (index < values.length ? toHtml(values[index]) : ''),
  )
  return { html: inside.join('') }
}

/** HTML that was made safe elsewhere. */
export function safeHtml(text: string): Html {
  return { html: text }
}

function toHtml(value: Value): string {
  if (value === undefined || value === false) return ''
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return 'html' in value ? value.html : value.map((one) => one.html).join('')
}
