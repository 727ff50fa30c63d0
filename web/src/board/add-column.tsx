import { Button } from '@mantine/core'
import { useState } from 'react'
import { IconPlus } from '../../vendor/icons/icons.ts'
import { t } from './messages.ts'

export function AddColumn({ add }: { add: (title: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen) {
    return (
      <Button
        className="board-add-column"
        variant="subtle"
        color="gray"
        leftSection={<IconPlus size={16} />}
        onClick={() => setOpen(true)}
      >
        {t.addColumn}
      </Button>
    )
  }
  return (
    <input
      ref={(field) => field?.focus()}
      className="board-add-field board-add-column"
      aria-label={t.newColumnTitle}
      dir="auto"
      placeholder={t.columnTitlePlaceholder}
      onBlur={({ currentTarget }) => {
        const title = currentTarget.value.trim()
        if (title !== '') add(title)
        setOpen(false)
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Escape') currentTarget.value = ''
        if (key === 'Enter' || key === 'Escape') currentTarget.blur()
      }}
    />
  )
}
