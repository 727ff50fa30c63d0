import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { isLanguageTag, languages, type LanguageTag } from '../../../../messages/languages.ts'
import { t } from './messages.ts'

type Props = Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> & {
  /** Null follows the browser. */
  value: LanguageTag | null
  onChange: (tag: LanguageTag | null) => void
  /** Whether the browser's language can be chosen. */
  withBrowser?: boolean
}

/** The languages of the app, each by its own name. */
export function LanguageSelect({ value, onChange, withBrowser = false, ...props }: Props) {
  return (
    <NativeSelect
      label={t.language}
      {...props}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChange(isLanguageTag(currentTarget.value) ? currentTarget.value : null)
      }
    >
      {withBrowser && <option value="">{t.likeBrowser}</option>}
      {Object.entries(languages).map(([tag, { name, isReviewed }]) => (
        <option key={tag} value={tag}>
          {isReviewed ? name : t.machineTranslated({ language: name })}
        </option>
      ))}
    </NativeSelect>
  )
}
