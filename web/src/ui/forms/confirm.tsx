import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import { t } from '../messages.ts'

type Question = { title: string; body: ReactNode; label: string; onConfirm: () => void }

/** Asks whether to continue with something that can be undone. */
export function ask({ title, body, label }: Omit<Question, 'onConfirm'>): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: (
        <Text size="sm" component="div">
          {body}
        </Text>
      ),
      labels: { confirm: label, cancel: t.cancel },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    })
  })
}

/** Asks before something that cannot be undone. */
export function confirm({ title, body, label, onConfirm }: Question): void {
  modals.openConfirmModal({
    title,
    children: (
      <Text size="sm" component="div">
        {body}
      </Text>
    ),
    labels: { confirm: label, cancel: t.cancel },
    confirmProps: { color: 'red.9' },
    onConfirm,
  })
}
