import {
  IconBold,
  IconCode,
  IconHighlight,
  IconItalic,
  IconLink,
  IconMessageCirclePlus,
  IconStrikethrough,
  IconUnderline,
} from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import type { EditorState } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { BubbleMenu } from '@tiptap/react/menus'
import type { Quote } from '../../lib/page-body.ts'
import { LinkField } from './link-field.tsx'
import { Tool, ToolDivider, Toolbar } from './toolbar.tsx'

const size = { size: 18, stroke: 1.7 }

const tools = [
  { mark: 'bold', label: 'Bold', keys: 'Ctrl+B', icon: <IconBold {...size} /> },
  { mark: 'italic', label: 'Italic', keys: 'Ctrl+I', icon: <IconItalic {...size} /> },
  { mark: 'underline', label: 'Underline', keys: 'Ctrl+U', icon: <IconUnderline {...size} /> },
  {
    mark: 'strike',
    label: 'Strikethrough',
    keys: 'Ctrl+Shift+S',
    icon: <IconStrikethrough {...size} />,
  },
  { mark: 'code', label: 'Code', keys: 'Ctrl+E', icon: <IconCode {...size} /> },
  {
    mark: 'highlight',
    label: 'Highlight',
    keys: 'Ctrl+Shift+H',
    icon: <IconHighlight {...size} />,
  },
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
  const { active, href, range } = useEditorState({
    editor,
    selector: ({ editor }) => ({
      active: tools.filter(({ mark }) => editor.isActive(mark)).map(({ mark }) => mark),
      href: String(editor.getAttributes('link')['href'] ?? ''),
      range: rangeOf(editor.state),
    }),
  })
  const isLinking = linkingAt === range
  const isEmpty = editor.state.selection.empty
  return (
    <BubbleMenu
      editor={editor}
      pluginKey="textMenu"
      updateDelay={120}
      shouldShow={showsTextMenu}
      options={{
        placement: 'top',
        offset: 8,
        flip: true,
        shift: { padding: 8, boundary: besideTheSidebar() },
      }}
    >
      <Toolbar editor={editor} label="Format">
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
                isActive={active.includes(mark)}
                run={() => editor.chain().focus().toggleMark(mark).run()}
              />
            ))}
            <ToolDivider />
            <Tool
              label="Link"
              keys="Ctrl+Shift+K"
              icon={<IconLink {...size} />}
              isActive={href !== ''}
              run={() => setLinkingAt(range)}
            />
            {onComment !== undefined && (
              <Tool
                label="Comment"
                icon={<IconMessageCirclePlus {...size} />}
                run={() => onComment(quoteOf(editor))}
              />
            )}
          </>
        )}
      </Toolbar>
    </BubbleMenu>
  )
}

/** The sidebar lies above all that is beside the page. */
function besideTheSidebar(): Element | 'clippingAncestors' {
  return document.querySelector('.page') ?? 'clippingAncestors'
}

export function rangeOf({ selection }: EditorState): string {
  return `${selection.from}-${selection.to}`
}

type Shown = { editor: Editor; from: number; to: number }

export function showsTextMenu({ editor, from, to }: Shown): boolean {
  const { selection, doc } = editor.state
  if (!editor.isEditable || !(selection instanceof TextSelection)) return false
  if (editor.isActive('codeBlock')) return false
  return editor.isActive('link') || (from < to && doc.textBetween(from, to).trim() !== '')
}

function quoteOf(editor: Editor): Quote {
  const { selection, doc } = editor.state
  const text = doc.textBetween(selection.from, selection.to, '\n')
  return { text, block: doc.resolve(selection.from).index(0) + 1 }
}
