import { uuid } from '../../../../../../content/vocabulary.ts'

/** An address that is the text as it stands, with a protocol, or undefined. */
export function addressOf(text: string): string | undefined {
  const address = text.trim()
  if (/^[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+$/.test(address)) return `mailto:${address}`
  if (!/^(?:https?:\/\/|www\.|mailto:)[^\s<>"]+$/i.test(address)) return undefined
  const full = /^www\./i.test(address) ? `https://${address}` : address
  return URL.canParse(full) ? full : undefined
}

export function isImageAddress(address: string): boolean {
  return (
    /^https?:/i.test(address) &&
    /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(new URL(address).pathname)
  )
}

/** The page of this installation that an address leads to. */
export function pageIdOf(address: string, origin: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  const id = /^\/pages\/([^/]+)$/.exec(url.pathname)?.[1] ?? ''
  const isPlain = url.origin === origin && url.search === '' && url.hash === ''
  return isPlain && uuid.test(id) ? id : undefined
}
