import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { BubbleMenu } from '@tiptap/react/menus'
import {
  IconBold,
  IconCode,
  IconHighlight,
  IconItalic,
  IconLink,
  IconMessageCirclePlus,
  IconStrikethrough,
  IconUnderline,
} from '../../../vendor/icons/icons.ts'
import type { Quote } from '../../lib/page-body.ts'
import { useEditorValue } from '../use-editor-value.ts'
import { LinkField } from './link-field.tsx'
import { t } from './messages.ts'
import { rangeOf } from './toolbar-focus.ts'
import { Tool, ToolDivider, Toolbar } from './toolbar.tsx'

const size = { size: 18, stroke: 1.7 }

/** Each mark is named by a message of its own. */
const tools = [
  { mark: 'bold', keys: 'Mod+B', icon: <IconBold {...size} /> },
  { mark: 'italic', keys: 'Mod+I', icon: <IconItalic {...size} /> },
  { mark: 'underline', keys: 'Mod+U', icon: <IconUnderline {...size} /> },
  { mark: 'strike', keys: 'Mod+Shift+S', icon: <IconStrikethrough {...size} /> },
  { mark: 'code', keys: 'Mod+E', icon: <IconCode {...size} /> },
  { mark: 'highlight', keys: 'Mod+Shift+H', icon: <IconHighlight {...size} /> },
] as const

type Props = {
  editor: Editor
  /** The selection whose link is being changed. */
  linkingAt: string | undefined
  setLinkingAt: (range: string | undefined) => void
  onComment?: ((quote: Quote) => void) | undefined
}

/** What can be done to the selected text. */
export function TextMenu({ editor, linkingAt, setLinkingAt, onComment }: Props) {
  const { active, href, range } = useEditorValue(editor, () => ({
    active: tools
      .filter(({ mark }) => editor.isActive(mark))
      .map(({ mark }) => mark)
      .join(' '),
    href: String(editor.getAttributes('link')['href'] ?? ''),
    range: rangeOf(editor.state),
  }))
  const isLinking = linkingAt === range
  const isEmpty = editor.state.selection.empty
  return (
    <BubbleMenu
      editor={editor}
      pluginKey="textMenu"
      updateDelay={120}
      shouldShow={showsTextMenu}
      options={{
        // The line above says what the selection is about.
        placement: 'bottom',
        offset: 8,
        flip: true,
        shift: { padding: 8, boundary: menuBoundary() },
      }}
    >
      <Toolbar editor={editor} label={t.format}>
        {isLinking || isEmpty ? (
          <LinkField
            key={`${range} ${href}`}
            editor={editor}
            href={href}
            close={() => setLinkingAt(undefined)}
          />
        ) : (
          <>
            {tools.map(({ mark, ...tool }) => (
              <Tool
                key={mark}
                {...tool}
                label={t[mark]}
                isActive={active.split(' ').includes(mark)}
                run={() => editor.chain().focus().toggleMark(mark).run()}
              />
            ))}
            <ToolDivider />
            <Tool
              label={t.link}
              keys="Mod+Shift+K"
              icon={<IconLink {...size} />}
              isActive={href !== ''}
              run={() => setLinkingAt(range)}
            />
            {onComment !== undefined && (
              <Tool
                label={t.comment}
                icon={<IconMessageCirclePlus {...size} />}
                run={() => {
                  editor.view.dispatch(editor.state.tr.setMeta('textMenu', 'hide'))
                  onComment(quoteOf(editor))
                }}
              />
            )}
          </>
        )}
      </Toolbar>
    </BubbleMenu>
  )
}

/** The sidebar lies above all that is beside the page. */
function menuBoundary(): Element | 'clippingAncestors' {
  return document.querySelector('.page') ?? 'clippingAncestors'
}

type Shown = { editor: Editor; element: HTMLElement; from: number; to: number }

/** Not while the person writes elsewhere, such as in a comment. */
export function showsTextMenu({ editor, element, from, to }: Shown): boolean {
  // The menu asks once more after a page is left.
  if (editor.isDestroyed) return false
  const { selection, doc } = editor.state
  // A menu may ask once more after the page was left.
  if (editor.isDestroyed) return false
  if (!editor.view.hasFocus() && !element.contains(document.activeElement)) return false
  if (!editor.isEditable || !(selection instanceof TextSelection)) return false
  if (editor.isActive('codeBlock')) return false
  return editor.isActive('link') || (from < to && doc.textBetween(from, to).trim() !== '')
}

function quoteOf(editor: Editor): Quote {
  const { selection, doc } = editor.state
  const text = doc.textBetween(selection.from, selection.to, '\n')
  return { text, block: doc.resolve(selection.from).index(0) + 1 }
}
