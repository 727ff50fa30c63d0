import { escapeHtml, html, plain, tagged } from '../../../domain/chats/styles.ts'
import type { ChatStyle } from '../../../domain/chats/text.ts'

/** `formatted_body` of a message. An event holds 64 KiB, this and the plain text included. */
export const style: ChatStyle = {
  ...html,
  style: (name, inner) => (name === 'strike' ? tagged('del', inner) : html.style(name, inner)),
  codeBlock: (text) => `<pre><code>${escapeHtml(text)}</code></pre>`,
  newline: '<br>',
  limit: 8000,
}

/** `body` of a message. */
export const plainStyle: ChatStyle = { ...plain, limit: 8000 }
