import type { Source } from '../source.ts'
import { apple } from './apple.ts'
import { assistants } from './assistants.ts'
import { slack, teams } from './chats.ts'
import { codeEditors } from './code-editors.ts'
import { confluence } from './confluence.ts'
import { github } from './github.ts'
import { googleDocs } from './google-docs.ts'
import { libreOffice } from './libreoffice.ts'
import { mail } from './mail.ts'
import { notebooks } from './notebooks.ts'
import { notion } from './notion.ts'
import { obsidian } from './obsidian.ts'
import { spreadsheets } from './spreadsheets.ts'
import { wordWeb } from './word-web.ts'
import { word } from './word.ts'

/** A clipboard may come from more than one: a mail quotes Word, and a page of Confluence shows code. */
export const sources: readonly Source[] = [
  codeEditors,
  word,
  wordWeb,
  spreadsheets,
  googleDocs,
  notion,
  confluence,
  github,
  slack,
  teams,
  mail,
  apple,
  libreOffice,
  obsidian,
  assistants,
  notebooks,
]
