import { countLosses } from '../losses.ts'
import type { Loss } from '../source-files.ts'
import type { Vault } from './links.ts'
import { convertNote } from './note.ts'

/** Slow work on one note, as functions of plain values that run on the main thread or in a worker. */

/** What the links of a note ask the vault for: targets to find, and paths. */
export type NoteTargets = { targets: string[]; paths: string[] }
/** The paths of those that there are. */
export type FoundTargets = {
  targets: ReadonlyMap<string, string>
  paths: ReadonlyMap<string, string>
}
export type NoteTask = { text: string; path: string; found: FoundTargets }
export type ConvertedNote = { text: string; losses: Omit<Loss, 'path'>[] }

export async function listTargets({
  text,
  path,
}: Pick<NoteTask, 'text' | 'path'>): Promise<NoteTargets> {
  const targets = new Set<string>()
  const paths = new Set<string>()
  const vault: Vault = {
    find: (_, target) => {
      targets.add(target)
      return undefined
    },
    at: (asked) => {
      paths.add(asked)
      return undefined
    },
  }
  await convertNote(text, { path, vault, losses: countLosses() })
  return { targets: [...targets], paths: [...paths] }
}

/** A note whose targets were found. */
export async function convertListed({ text, path, found }: NoteTask): Promise<ConvertedNote> {
  const losses = countLosses()
  const vault: Vault = {
    find: (_, target) => found.targets.get(target),
    at: (asked) => found.paths.get(asked),
  }
  return { text: await convertNote(text, { path, vault, losses }), losses: losses.counts() }
}
