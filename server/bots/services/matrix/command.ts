/** A message without its prefix, and whether it names the bot. */
export type AddressedText = { text: string; isAddressed: boolean }

/** Clients do not send an unknown `/command`. */
export function writeCommand(command: string): string {
  return `!${command}`
}

/** `!search words`, `/search words` where the client sends it, and `@bot search words`. */
export function commandOf(
  { text, html }: { text: string; html: string },
  account: string,
): AddressedText {
  const local = account.slice(1).split(':')[0] ?? ''
  for (const name of [account, `@${local}`, local, ...shownName(html, account)]) {
    if (!text.toLowerCase().startsWith(name.toLowerCase())) continue
    const rest = text.slice(name.length)
    if (/^[:,]?\s/.test(rest)) {
      return { text: rest.replace(/^[:,]?\s+[/!]?/, ''), isAddressed: true }
    }
  }
  return { text: text.replace(/^[!/](?=\w)/, ''), isAddressed: false }
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

/** The display name by which the sender's client mentions the bot. */
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
