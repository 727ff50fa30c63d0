import { ActionIcon, TextInput } from '@mantine/core'
import { IconCheck, IconExternalLink, IconLinkOff } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isSafeUrl } from '../../../../content/html/safe-url.ts'

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
  const [isWrong, setWrong] = useState(false)
  useEffect(() => {
    if (href === '') field.current?.focus()
  }, [href])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = addressOf(typed)
    if (address === undefined) {
      setWrong(true)
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
        aria-label="Address of the link"
        placeholder="https://… or /pages/…"
        value={typed}
        error={isWrong}
        ref={field}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setWrong(false)
        }}
      />
      <ActionIcon type="submit" variant="subtle" size={32} aria-label="Set the link">
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
            aria-label="Open the link"
          >
            <IconExternalLink size={18} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red"
            size={32}
            aria-label="Remove the link"
            onClick={remove}
          >
            <IconLinkOff size={18} />
          </ActionIcon>
        </>
      )}
    </form>
  )
}
