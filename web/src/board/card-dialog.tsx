import { Button, Group } from '@mantine/core'
import { type ComponentType, Suspense, useEffect, useRef } from 'react'
import type { PageDocument } from '../../../content/document.ts'
import { children } from '../../../content/node.ts'
import type { ContentNode } from '../../../content/node.ts'
import { IconTrash } from '../../vendor/icons/icons.ts'
import type { BodyHandle, PageBodyProps } from '../lib/page-body.ts'
import { OpenedModal } from '../ui/forms/opened-modal.tsx'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import type { Card } from './board-model.ts'
import { t } from './messages.ts'

type Props = {
  workspaceId: string
  pageId: string
  card: Card
  /** What its column is called. */
  column: string
  isEditable: boolean
  Text: ComponentType<PageBodyProps>
  update: (node: ContentNode) => void
  remove: () => void
  close: () => void
}

/** All that a card holds. */
export function CardDialog({
  card,
  column,
  Text,
  isEditable,
  update,
  remove,
  close,
  ...location
}: Props) {
  const text = useRef<BodyHandle>(null)
  const written = useRef(card.node)
  // What others change of the card meanwhile is shown as it comes.
  useEffect(() => {
    if (card.node === written.current) return
    written.current = card.node
    text.current?.show(documentOf(card.node))
  }, [card.node])
  const changed = () => {
    if (text.current === null) return
    written.current = withContent(card.node, text.current.read())
    update(written.current)
  }
  return (
    <OpenedModal onClose={close} size="lg" title={t.cardIn({ column })}>
      <div className="board-card-editor">
        <Suspense fallback={<PageSkeleton lines={3} />}>
          <Text
            {...location}
            content={documentOf(card.node)}
            isEditable={isEditable}
            changed={changed}
            ref={text}
          />
        </Suspense>
      </div>
      {isEditable && (
        <Group justify="space-between" mt="md">
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} />}
            onClick={remove}
          >
            {t.deleteCard}
          </Button>
          <Button onClick={close}>{t.done}</Button>
        </Group>
      )}
    </OpenedModal>
  )
}

function documentOf(node: ContentNode): PageDocument {
  return { type: 'doc', content: children(node) }
}

/** A card begins with a paragraph: its face. */
export function withContent(card: ContentNode, { content }: PageDocument): ContentNode {
  const isFace = content[0]?.type === 'paragraph'
  return { ...card, content: isFace ? content : [{ type: 'paragraph' }, ...content] }
}
