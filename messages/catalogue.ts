import { IntlMessageFormat } from 'intl-messageformat'
import type { HasTags, Values } from './arguments.ts'
import type { Language, Source } from './language.ts'

/** English messages by key. */
export type English = Readonly<Record<string, string>>

/** A message without arguments is its text; one with arguments is a function of them. */
export type Texts<Messages extends English, Node> = {
  readonly [Key in keyof Messages]: Text<Messages[Key], Node>
}

type Text<Message extends string, Node> =
  HasTags<Message> extends true
    ? (values: Values<Message, Node>) => Node
    : unknown extends Values<Message, Node>
      ? string
      : (values: Values<Message, Node>) => string

export interface Catalogue<Messages extends English, Node> {
  readonly name: string
  readonly english: Messages
  /** The messages in a language, and in English where the language lacks one. */
  in: (language: Language) => Texts<Messages, Node>
}

const catalogues = new Map<string, English>()

/** The English messages of every catalogue whose module was loaded, by name. */
export function loadedCatalogues(): ReadonlyMap<string, English> {
  return catalogues
}

/**
 * Declares messages in English, in ICU MessageFormat. `name` is what the files of languages file them under:
 * `pages`, `settings.webhooks`. `Node` is what a message with tags becomes, a React node in the web app.
 */
export function catalogue<const Messages extends English, Node = string>(
  name: string,
  messages: Messages,
): Catalogue<Messages, Node> {
  const inLanguage = new WeakMap<Language, Texts<Messages, Node>>()
  catalogues.set(name, messages)
  return {
    name,
    english: messages,
    in: (language) => {
      const known = inLanguage.get(language)
      if (known !== undefined) return known
      const texts = textsIn<Messages, Node>(name, messages, language)
      inLanguage.set(language, texts)
      return texts
    },
  }
}

function textsIn<Messages extends English, Node>(
  name: string,
  messages: Messages,
  language: Language,
): Texts<Messages, Node> {
  const translated = language.translations[name] ?? {}
  const texts = Object.entries<Source>(messages).map(([key, message]) => {
    const own = translated[key]
    const [text, locale] = own === undefined ? [message, 'en'] : [own, language.locale]
    return [key, isPlain(message) ? text : formatter(text, locale)]
  })
  // SAFETY: one text for each key of the messages, a function exactly where the message takes values.
  return Object.fromEntries(texts) as Texts<Messages, Node>
}

/** Whether a message is its own text: neither arguments nor tags. */
export function isPlain(message: Source): boolean {
  return typeof message === 'string' && !/[{<]/.test(message)
}

/** Parses when it is first called. */
function formatter(message: Source, locale: string) {
  let format: IntlMessageFormat | undefined
  return (values: Record<string, string>) => {
    format ??= new IntlMessageFormat(message, locale)
    return format.format(values)
  }
}
