/** A command without its mark, and whether it was said to the bot and nobody else. */
export type Said = { words: string; isAddressed: boolean }

/** Programs keep unknown `/words` to themselves. */
export function writeCommand(command: string): string {
  return `!${command}`
}

/** `!search words`, `/search words` where the program lets it through, and `@bot search words`. */
export function commandOf({ text, html }: { text: string; html: string }, account: string): Said {
  const local = account.slice(1).split(':')[0] ?? ''
  for (const name of [account, `@${local}`, local, ...shownName(html, account)]) {
    if (!text.toLowerCase().startsWith(name.toLowerCase())) continue
    const rest = text.slice(name.length)
    if (/^[:,]?\s/.test(rest)) {
      return { words: rest.replace(/^[:,]?\s+[/!]?/, ''), isAddressed: true }
    }
  }
  return { words: text.replace(/^[!/](?=\w)/, ''), isAddressed: false }
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

/** What the program of whoever said it calls the bot: it stands in the text, and links to the account. */
function shownName(html: string, account: string): string[] {
  const pill = /^(?:<p>)?<a href="https:\/\/matrix\.to\/#\/([^"?]+)[^"]*">([^<]+)<\/a>/.exec(html)
  const [, user = '', name = ''] = pill ?? []
  if (user !== account && user !== encodeURIComponent(account)) return []
  return [
    name
      .replaceAll(/&(?:lt|gt|quot|#39);/g, (one) => entities[one] ?? one)
      .replaceAll('&amp;', '&'),
  ]
}
