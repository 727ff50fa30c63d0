import { all, make, nextElement, rename, textOf, unwrap } from '../elements.ts'
import { type Entry, listFrom } from '../lists.ts'
import type { Source } from '../source.ts'

/** Slack: lists that say how deep each is, and a span for an empty line. */
export const slack: Source = {
  name: 'Slack',
  detects: ({ html }) => /data-stringify-|c-mrkdwn|p-rich_text/.test(html),
  clean: (body) => {
    for (const edited of all(
      body,
      '.c-message__edited_label, .c-timestamp, .c-message_kit__gutter__left',
    )) {
      edited.remove()
    }
    for (const gap of all(body, '[data-stringify-type="paragraph-break"]')) {
      gap.replaceWith(make(gap, 'br'), make(gap, 'br'))
    }
    for (const emoji of all(body, '[data-stringify-emoji]')) {
      const name = emoji.getAttribute('data-stringify-emoji') ?? ''
      const alt = emoji.getAttribute('alt') ?? ''
      emoji.replaceWith(/\p{Extended_Pictographic}/u.test(alt) ? alt : name)
    }
    for (const user of all(
      body,
      '[data-stringify-type="mention"], .c-member_slug, .c-mrkdwn__channel',
    )) {
      unwrap(user)
    }
    for (const link of all(body, '[data-stringify-link]')) {
      link.setAttribute('href', link.getAttribute('data-stringify-link') ?? '')
    }
    for (const list of all(body, 'ul[data-indent], ol[data-indent]')) {
      if (body.contains(list) && list.parentElement?.closest('li') === null) join(list)
    }
  },
}

function join(first: Element): void {
  const run: Element[] = []
  for (
    let next: Element | null = first;
    next !== null && next.hasAttribute('data-indent');
    next = nextElement(next)
  ) {
    run.push(next)
  }
  if (run.length < 2) return
  const entries = run.flatMap((list) =>
    Array.from(list.children, (item, index): Entry => {
      const level = Number(list.getAttribute('data-indent')) || 0
      const content = Array.from(item.childNodes)
      const start = Number(list.getAttribute('start')) || 1
      return list.nodeName === 'OL' ? { level, content, number: start + index } : { level, content }
    }),
  )
  first.before(...listFrom(first, entries))
  for (const list of run) list.remove()
}

/** Teams: mentions, emoji and quoted messages are elements with the type of a thing of Skype. */
export const teams: Source = {
  name: 'Teams',
  detects: ({ html }) =>
    /schema\.skype\.com|itemprop="copy-paste-block"|data-tid=|<codeblock/i.test(html),
  clean: (body) => {
    for (const emoji of all(body, '[itemtype$="/Emoji"]')) {
      emoji.replaceWith(emoji.getAttribute('alt') ?? textOf(emoji))
    }
    for (const mention of all(body, '[itemtype$="/Mention"]')) {
      mention.replaceWith(`@${textOf(mention).replace(/^@/, '')}`)
    }
    for (const block of all(body, 'codeblock')) {
      const language = block.getAttribute('class') ?? ''
      rename(block, 'pre', language === '' ? {} : { 'data-language': language })
    }
    for (const time of all(body, '[itemprop="time"], time')) time.remove()
  },
}
