import type { Static, TObject, TSchema } from 'typebox'
import type { Context } from '../domain/context.ts'
import type { Right } from '../domain/people/access.ts'
import type { ErrorCode } from '../lib/errors.ts'

/**
 * `public` needs no key, `key` any valid one; the others need membership of the input's workspaceId: any,
 * one that may write, an owner's or admin's, or an owner's. `administrator` is for those who run the server.
 */
export type Access = 'public' | 'key' | 'administrator' | Right

/** Who may call: people with a session in the browser, programs with an API key, or both. */
export type Audience = 'people' | 'people and keys' | 'keys'

/** What needs no membership. */
type Unbound = Exclude<Access, Right>

export function isOfWorkspace(access: Access): access is Right {
  return access !== 'public' && access !== 'key' && access !== 'administrator'
}

/**
 * What calling a tool does, as the hints of MCP tell it: `adds` makes something new each time, `sets` may
 * be repeated, `replaces` too but takes something away, `edits` takes away and may not be repeated.
 */
export type Effect = 'reads' | 'adds' | 'sets' | 'replaces' | 'edits'

/** How agents see an operation. */
export type Tool = {
  /** `verb_noun` */
  name: string
  /** To the point: every agent reads it in every conversation. */
  description: string
  effect: Effect
  /** What a field means, where its name does not say it. */
  fields?: Record<string, string>
  /** Fields that are not an agent's to set, with what they are set to. */
  fixed?: Record<string, unknown>
  /** The field that holds a page's document; agents write it as `markdown`. */
  document?: string
  /** Comes back as: the output as it is, a page's Markdown, or in short the page that was changed. */
  answer?: 'output' | 'markdown' | 'page'
  /** What agents give instead of the operation's input, where a model's slip would destroy something. */
  instead?: AgentCall
}

export type AgentCall<Input extends TObject = TObject> = {
  input: Input
  run: (context: Context, input: Static<Input>) => Promise<object>
}

/** Declares what agents give instead; the output stays that of the operation. */
export function agentCall<const Input extends TObject>(call: AgentCall<Input>): AgentCall<Input> {
  return call
}

/**
 * One thing that can be asked of Quire, declared once. REST, the API docs, the typed client and every
 * other door are made from it.
 */
export type Operation<Input extends TObject = TObject, Output extends TSchema = TSchema> = {
  method: 'GET' | 'POST'
  path: string
  summary: string
  description: string
  access: Access
  audience: Audience
  input: Input
  /** The whole input, where the server that runs takes more than the table can say. */
  inputFor?: (context: Context) => TObject
  output: Output
  /** It changes something, and takes an Idempotency-Key. All of it but its transactions may be run twice. */
  writes?: true
  /** What it can refuse with, beyond what its access and input already say. */
  errors: readonly ErrorCode[]
  /** An input that works on a workspace made for trying things out. */
  example: Static<Input>
  /** The tool it is to agents, or why there is none. */
  tool: Tool | { none: string }
  /** The largest request body in bytes; what the input needs when left out (`body-limits.ts`). */
  bodyLimit?: number
  run: (context: Context, input: Static<Input>) => Promise<Static<Output>>
}

/** What only a signed-in person may ask for: no key, no tool and no API document reaches it. */
export function isForPeople({ audience }: Pick<Operation, 'audience'>): boolean {
  return audience === 'people'
}

/** Declares an operation; the access of one that takes no workspaceId is no right in a workspace. */
export function operation<const Input extends TObject, Output extends TSchema>(
  declaration: Operation<Input, Output> &
    (Static<Input> extends { workspaceId: string } ? unknown : { access: Unbound }),
): Operation<Input, Output> {
  return declaration
}
