import { TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { BubbleMenu } from '@tiptap/react/menus'
import {
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignRight,
  IconTrash,
} from '../../../vendor/icons/icons.ts'
import { useEditorValue } from '../use-editor-value.ts'
import { t } from './messages.ts'
import { Tool, Toolbar } from './toolbar.tsx'

const aligns = [
  { align: 'left', label: () => t.alignLeft, icon: <IconLayoutAlignLeft size={18} /> },
  { align: 'center', label: () => t.alignCenter, icon: <IconLayoutAlignCenter size={18} /> },
  { align: 'right', label: () => t.alignRight, icon: <IconLayoutAlignRight size={18} /> },
]

/** What an image shows, in words, and its width. */
export function ImageMenu({ editor }: { editor: Editor }) {
  const { alt, align, position } = useEditorValue(editor, () => ({
    alt: String(editor.getAttributes('image')['alt'] ?? ''),
    align: editor.getAttributes('image')['align'] ?? null,
    position: editor.state.selection.from,
  }))
  const describe = (text: string) => {
    if (text !== alt) editor.commands.updateAttributes('image', { alt: text || null })
  }
  return (
    <BubbleMenu
      editor={editor}
      pluginKey="imageMenu"
      updateDelay={120}
      shouldShow={({ editor, state }) =>
        editor.isEditable &&
        state.selection instanceof NodeSelection &&
        state.selection.node.type.name === 'image'
      }
      options={{ placement: 'top', offset: 8, flip: true, shift: { padding: 8 } }}
    >
      <Toolbar editor={editor} label={t.image}>
        <TextInput
          key={`${position} ${alt}`}
          size="xs"
          className="image-description"
          aria-label={t.imageDescription}
          dir="auto"
          placeholder={t.imagePlaceholder}
          defaultValue={alt}
          onBlur={(event) => describe(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            describe(event.currentTarget.value)
            editor.commands.focus()
          }}
        />
        {aligns.map(({ align: value, label, icon }) => (
          <Tool
            key={value}
            label={label()}
            icon={icon}
            isActive={align === value}
            run={() =>
              editor
                .chain()
                .focus()
                .updateAttributes('image', { align: align === value ? null : value })
                .setNodeSelection(position)
                .run()
            }
          />
        ))}
        <Tool
          label={t.removeImage}
          icon={<IconTrash size={18} />}
          run={() => editor.chain().focus().deleteSelection().run()}
        />
      </Toolbar>
    </BubbleMenu>
  )
}
