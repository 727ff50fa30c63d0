import { createElement, Fragment, type ReactNode } from 'react'
import { catalogue, type English, type Texts } from '../../../messages/catalogue.ts'
import { currentLanguage } from './language.ts'

/**
 * Declares the messages of a part of the app, in English; each is one string in ICU MessageFormat. Reading
 * one gives it in the language that the app is in at that moment, so read messages while drawing or in a
 * handler, never into a constant of the module.
 */
export function texts<const Messages extends English>(
  name: string,
  messages: Messages,
): Texts<Messages, ReactNode> {
  const { in: inLanguage } = catalogue<Messages, ReactNode>(name, messages)
  const reading = Object.keys(messages).map((key) => {
    const get = () => drawable(inLanguage(currentLanguage())[key])
    return [key, { get, enumerable: true }] as const
  })
  // SAFETY: a getter for each key, which reads the message of that key.
  return Object.defineProperties({}, Object.fromEntries(reading)) as Texts<Messages, ReactNode>
}

/** A message with tags comes as a list of strings and elements. As children of one element they need no keys. */
function drawable(message: unknown): unknown {
  if (typeof message !== 'function') return message
  return (...values: unknown[]) => {
    const text: unknown = message(...values)
    // SAFETY: the strings of the message and what the tags' functions returned.
    return Array.isArray(text) ? createElement(Fragment, null, ...(text as ReactNode[])) : text
  }
}
