import { Button, Loader } from '@mantine/core'
import {
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
  EmojiPicker as Picker,
} from 'frimousse'
import { useEffect, useRef } from 'react'
import { currentLanguage } from '../../lib/language.ts'
import { t } from '../messages.ts'
import { emojiLocale, resolveEmojiData } from './emoji-data.ts'
import classes from './emoji-picker.module.css'

const components = {
  CategoryHeader: ({ category, ...props }: EmojiPickerListCategoryHeaderProps) => (
    <div {...props} className={classes['category']}>
      {category.label}
    </div>
  ),
  Emoji: ({ emoji, ...props }: EmojiPickerListEmojiProps) => (
    <button
      {...props}
      type="button"
      className={classes['emoji']}
      data-active={emoji.isActive || undefined}
      aria-label={emoji.label}
    >
      {emoji.emoji}
    </button>
  ),
}

type Props = {
  onPick: (emoji: string) => void
  /** Offered where there is an icon to take away. */
  onRemove?: (() => void) | undefined
}

/** To be loaded on demand: the names of all emoji weigh more than the app. */
export function EmojiPicker({ onPick, onRemove }: Props) {
  const search = useRef<HTMLInputElement>(null)
  // It is loaded after the focus has gone to what it is shown in.
  useEffect(() => search.current?.focus(), [])
  return (
    <Picker.Root
      className={classes['picker']}
      columns={8}
      locale={emojiLocale(currentLanguage().tag)}
      resolveEmojiData={resolveEmojiData}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
    >
      <div className={classes['head']}>
        <Picker.Search
          ref={search}
          className={classes['search']}
          placeholder={t.searchEmoji}
          aria-label={t.searchEmoji}
        />
        {onRemove !== undefined && (
          <Button variant="subtle" size="compact-sm" onClick={onRemove}>
            {t.removeIcon}
          </Button>
        )}
      </div>
      <Picker.Viewport className={classes['viewport']}>
        <Picker.Loading className={classes['note']}>
          <Loader size="xs" aria-label={t.loadingEmoji} />
        </Picker.Loading>
        <Picker.Empty className={classes['note']}>{t.noEmoji}</Picker.Empty>
        <Picker.List components={components} />
      </Picker.Viewport>
    </Picker.Root>
  )
}
