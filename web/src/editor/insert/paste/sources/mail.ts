import { all, rename, textOf } from '../elements.ts'
import type { Source } from '../source.ts'

/** E-mails of Gmail, Outlook, Apple Mail and Thunderbird: quotes as quotes, and no bars of names. */
export const mail: Source = {
  name: 'E-mail',
  detects: ({ html }) =>
    /gmail_|elementToProof|divRplyFwdMsg|moz-cite-prefix|type="cite"|yahoo_quoted|protonmail_/.test(
      html,
    ),
  clean: (body) => {
    for (const part of all(body, '.gmail_extra, .gmail_signature_prefix')) {
      if (textOf(part) === '') part.remove()
    }
    for (const quote of all(body, '.yahoo_quoted, .protonmail_quote')) {
      if (quote.nodeName !== 'BLOCKQUOTE' && quote.querySelector('blockquote') === null) {
        rename(quote, 'blockquote')
      }
    }
    for (const rule of all(body, 'hr[tabindex="-1"]')) rule.remove()
  },
}
