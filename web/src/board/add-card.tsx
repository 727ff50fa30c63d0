import { Button } from '@mantine/core'
import { useState } from 'react'
import { IconPlus } from '../../vendor/icons/icons.ts'
import { t } from './messages.ts'

type Props = { column: string; add: (text: string) => void }

/** Takes one card after the other until the person is done. */
export function AddCard({ column, add }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen) {
    return (
      <Button
        className="board-add"
        variant="subtle"
        color="gray"
        size="compact-sm"
        justify="flex-start"
        leftSection={<IconPlus size={15} />}
        aria-label={t.addCardTo({ column })}
        onClick={() => setOpen(true)}
      >
        {t.addCard}
      </Button>
    )
  }
  return (
    <input
      ref={(field) => field?.focus()}
      className="board-add-field"
      aria-label={t.newCardIn({ column })}
      dir="auto"
      placeholder={t.newCardPlaceholder}
      onBlur={({ currentTarget }) => {
        const text = currentTarget.value.trim()
        if (text !== '') add(text)
        setOpen(false)
      }}
      onKeyDown={({ key, currentTarget, nativeEvent }) => {
        if (key === 'Escape') {
          currentTarget.value = ''
          setOpen(false)
        }
        const text = currentTarget.value.trim()
        if (key !== 'Enter' || text === '' || nativeEvent.isComposing) return
        add(text)
        currentTarget.value = ''
      }}
    />
  )
}
