import MarkdownIt from 'markdown-it'
import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import classes from './comments.module.css'

/** HTML stays text; what could run something is no link to it. */
const reader = new MarkdownIt({ html: false, linkify: true, breaks: true })
type Token = ReturnType<typeof reader.parse>[number]

const elements = new Set(
  'p em strong s code pre ul ol li blockquote h1 h2 h3 h4 h5 h6 hr br table thead tbody tr th td'.split(
    ' ',
  ),
)
const member = /^\/members\/[\da-f-]{36}$/i

/** A comment as it reads. It is made of elements one by one, never of markup. */
export function Markdown({ text }: { text: string }) {
  return useMemo(() => build(reader.parse(text, {})), [text])
}

type Open = { token: Token | undefined; children: ReactNode[] }

function build(tokens: readonly Token[]): ReactNode {
  const open: Open[] = [{ token: undefined, children: [] }]
  const put = (node: ReactNode) => {
    const children = open.at(-1)?.children
    children?.push(<Fragment key={children.length}>{node}</Fragment>)
  }
  for (const token of tokens) {
    if (token.nesting === 1) open.push({ token, children: [] })
    else if (token.nesting === -1) {
      const done = open.pop()
      if (done?.token !== undefined) put(wrap(done.token, done.children))
    } else put(leaf(token))
  }
  return open[0]?.children
}

function leaf(token: Token): ReactNode {
  if (token.type === 'inline') return build(token.children ?? [])
  if (token.type === 'fence' || token.type === 'code_block') {
    return (
      <pre>
        <code>{token.content}</code>
      </pre>
    )
  }
  if (token.type === 'code_inline') return <code>{token.content}</code>
  if (token.type === 'softbreak' || token.type === 'hardbreak') return <br />
  if (token.type === 'hr') return <hr />
  // Pictures of other hosts would tell them who reads; here they are what they are called.
  return token.content
}

function wrap(token: Token, children: ReactNode[]): ReactNode {
  if (token.hidden) return children
  if (token.type === 'link_open')
    return <Anchor href={String(token.attrGet('href') ?? '')}>{children}</Anchor>
  return elements.has(token.tag) ? createElement(token.tag, undefined, children) : children
}

function Anchor({ href, children }: { href: string; children: ReactNode }) {
  if (member.test(href)) return <span className={classes['mention']}>{children}</span>
  if (href.startsWith('/') && !href.startsWith('//')) return <Link to={href}>{children}</Link>
  if (!/^(?:https?:|mailto:)/i.test(href)) return children
  return (
    <a href={href} target="_blank" rel="noreferrer nofollow">
      {children}
    </a>
  )
}
