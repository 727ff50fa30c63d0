import { Mark, markInputRule, mergeAttributes } from '@tiptap/core'
import { isSafeUrl } from '../../../../../content/html/safe-url.ts'
import { autolink } from './autolink.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    link: {
      setLink: (attributes: { href: string }) => ReturnType
      unsetLink: () => ReturnType
    }
  }
}

const asAttribute = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(name),
})

const shown = { target: '_blank', rel: 'noopener noreferrer nofollow' }

/** What leads elsewhere. Typing behind it continues as plain text. */
export const Link = Mark.create({
  name: 'link',
  priority: 1000,
  keepOnSplit: false,
  exitable: true,
  addAttributes: () => ({ href: asAttribute('href'), title: asAttribute('title') }),
  parseHTML: () => [
    { tag: 'a[href]', getAttrs: (element) => isLinkable(element.getAttribute('href')) && null },
  ],
  renderHTML: ({ HTMLAttributes: { href, ...others } }) => [
    'a',
    mergeAttributes(shown, others, { href: isSafeUrl(String(href)) ? href : '' }),
    0,
  ],
  addCommands() {
    return {
      setLink:
        (attributes) =>
        ({ chain }) =>
          isSafeUrl(attributes.href) &&
          chain().setMark(this.name, attributes).setMeta('preventAutolink', true).run(),
      unsetLink:
        () =>
        ({ chain }) =>
          chain()
            .unsetMark(this.name, { extendEmptyMarkRange: true })
            .setMeta('preventAutolink', true)
            .run(),
    }
  },
  addInputRules() {
    return [
      markInputRule({
        find: findMarkdownLink,
        type: this.type,
        getAttributes: ({ data }) => ({ href: data?.['href'], title: data?.['title'] ?? null }),
      }),
    ]
  },
  addProseMirrorPlugins() {
    return [autolink(this.editor, this.type)]
  },
})

function isLinkable(href: string | null): boolean {
  return href !== null && href !== '' && isSafeUrl(href)
}

/** An address may have parentheses in pairs; a title stands in quotes of one kind. */
const markdownLink =
  /\[([^[\]]+)\]\(((?:[^\s()]|\([^\s()]*\))+)(?:\s+(?:"(.*?)"|'(.*?)'|“(.*?)”|‘(.*?)’))?\)$/

/** The link in Markdown that was just typed to its end, unless it is an image, escaped, or in code. */
export function findMarkdownLink(typed: string) {
  const match = markdownLink.exec(typed)
  if (match === null) return null
  const [text, label = '', href = '', ...titles] = match
  const before = typed.slice(0, match.index).replaceAll(/\\./g, '')
  const isCode = before.replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, '').includes('`')
  if (isCode || /[!\\]$/.test(before) || label.trim() === '' || !isSafeUrl(href)) return null
  const title = titles.find((one) => one !== undefined && one !== '')
  return { index: match.index, text, replaceWith: label, data: { href, title } }
}
