import { ActionIcon, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isSafeUrl } from '../../../../content/html/safe-url.ts'
import { IconCheck, IconExternalLink, IconLinkOff } from '../../../vendor/icons/icons.ts'
import { t } from './messages.ts'

type Props = { editor: Editor; href: string; close: () => void }

/** An address as a person types it: `quire.example` is meant as a web address. */
export function addressOf(typed: string): string | undefined {
  const address = typed.trim()
  if (address === '' || !isSafeUrl(address)) return undefined
  if (/^[\w.+-]+@[\w-]+\.[\w.]+$/.test(address)) return `mailto:${address}`
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#:]|$)/.test(address) ? `https://${address}` : address
}

/** Where the selected text leads. */
export function LinkField({ editor, href, close }: Props) {
  const [typed, setTyped] = useState(href)
  const field = useRef<HTMLInputElement>(null)
  const [isInvalid, setInvalid] = useState(false)
  useEffect(() => {
    if (href === '') field.current?.focus()
  }, [href])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = addressOf(typed)
    if (address === undefined) {
      setInvalid(true)
      return
    }
    editor.chain().focus().extendMarkRange('link').setLink({ href: address }).run()
    close()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    close()
  }
  return (
    <form onSubmit={submit} className="link-field">
      <TextInput
        size="xs"
        w={260}
        aria-label={t.linkAddress}
        dir="ltr"
        placeholder={t.linkPlaceholder}
        value={typed}
        error={isInvalid}
        ref={field}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setInvalid(false)
        }}
      />
      <ActionIcon type="submit" variant="subtle" size={32} aria-label={t.applyLink}>
        <IconCheck size={18} />
      </ActionIcon>
      {href !== '' && (
        <>
          <ActionIcon
            component="a"
            href={isSafeUrl(href) ? href : undefined}
            target="_blank"
            rel="noopener noreferrer"
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t.openLink}
          >
            <IconExternalLink size={18} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red"
            size={32}
            aria-label={t.removeLink}
            onClick={remove}
          >
            <IconLinkOff size={18} />
          </ActionIcon>
        </>
      )}
    </form>
  )
}
