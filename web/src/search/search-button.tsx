import { Kbd, UnstyledButton } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '../../vendor/icons/icons.ts'
import { keyNames } from '../ui/keys.ts'
import type { ActionSource } from './actions.ts'
import { t } from './messages.ts'
import { SearchPalette } from './palette.tsx'
import classes from './search.module.css'

/** Opens the palette, as does Ctrl or ⌘ with K from anywhere, also while writing. */
export function SearchButton({ Actions }: { Actions?: ActionSource }) {
  const [opened, { open, close, toggle }] = useDisclosure()
  useHotkeys([['mod+K', toggle]], [], true)
  return (
    <>
      <UnstyledButton className={classes['button'] ?? ''} onClick={open}>
        <IconSearch size={16} aria-hidden />
        <span>{t.search}</span>
        <Kbd size="xs" dir="ltr" aria-hidden>
          {keyNames('Mod+K').join(' ')}
        </Kbd>
      </UnstyledButton>
      <SearchPalette opened={opened} onClose={close} Actions={Actions} />
    </>
  )
}
