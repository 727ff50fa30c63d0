import { Button, CopyButton as Copy } from '@mantine/core'
import { IconCheck, IconCopy } from '../../../vendor/icons/icons.ts'
import { t } from '../messages.ts'

type Props = {
  value: string
  label?: string
  onCopy?: () => void
  variant?: 'default' | 'filled' | 'subtle'
}

/** Copies a text, and says that it did. */
export function CopyButton({ value, label = t.copy, variant = 'default', onCopy }: Props) {
  return (
    <Copy value={value} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          variant={variant}
          size="xs"
          onClick={() => {
            copy()
            onCopy?.()
          }}
          aria-live="polite"
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        >
          {copied ? t.copied : label}
        </Button>
      )}
    </Copy>
  )
}
