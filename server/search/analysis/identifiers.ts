import { maxWordLength, type Token } from './token.ts'

const simple = /^(?:\p{Lu}?\p{Ll}+|\p{Lu}+|\p{Lo}+|\p{N}+)$/u
const parts =
  /\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+(?!\p{Ll})[\p{M}]*|\p{Lu}|[\p{Lo}\p{Lt}\p{Lm}\p{M}]+|\p{N}+/gu
const cyrillic = /\p{sc=Cyrillic}/u
const apostrophes = /['’]/g
/** What stands after an apostrophe in English. */
const contractions = new Set(['s', 't', 'd', 'm', 're', 've', 'll'])

/** A run of letters, digits and single joiners: a word, or an identifier found whole and by its parts. */
export function splitIdentifier(run: string): Token[] {
  if (simple.test(run)) return [word(run)]
  const joined = cyrillic.test(run) ? run.replaceAll(apostrophes, '') : run
  return joined.split(/['’]/).flatMap((part, index, all) => {
    // "l'été", "company's": the single letter before or after says nothing.
    if (all.length > 1 && (part.length < 2 || (index > 0 && contractions.has(part)))) return []
    return splitPath(part)
  })
}

/** An address and its host, a path and its names, each with its own parts. */
function splitPath(text: string): Token[] {
  const names = text.split(/[/@]/)
  if (names.length === 1) return splitName(text)
  return [identifier(text), ...names.flatMap(splitName)]
}

function splitName(name: string): Token[] {
  const words = [...name.matchAll(parts)].map(([part]) => word(part))
  if (words.length === 1 && words[0]?.text === name) return words
  const hyphens = name.split(/[-‐‑]/)
  // "e-mail" and "Wi-Fi" are written as one word too; "boundary-layer" is only its words.
  if (hyphens.length > 1 && /^[\p{L}\p{M}\-‐‑]+$/u.test(name)) {
    const isOneWord = hyphens.length === 2 && hyphens.some((part) => part.length <= 2)
    return isOneWord ? [identifier(hyphens.join('')), ...words] : words
  }
  return [identifier(name), ...words]
}

function word(text: string): Token {
  return { kind: 'word', text: text.slice(0, maxWordLength) }
}

function identifier(text: string): Token {
  return { kind: 'whole', text: text.slice(0, maxWordLength) }
}
