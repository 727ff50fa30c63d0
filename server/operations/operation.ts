import type { Static, TObject, TSchema } from 'typebox'
import type { Context, WorkspaceContext } from '../domain/context.ts'
import type { Right } from '../domain/people/access.ts'
import type { VisitorUse } from '../domain/sharing/visitor-limits.ts'
import type { ErrorCode } from '../lib/errors.ts'

/**
 * `public` needs no key, `key` any valid one, `administrator` an administrator of the server. The others require
 * a membership of the input's workspaceId: any, with write access, owner or admin, or owner.
 */
export type Access = 'public' | 'key' | 'administrator' | Right

/** Who can call it: people with a session in the browser, programs with an API key, or both. */
export type Audience = 'people' | 'people and keys' | 'keys'

/** Access without a membership. */
type Unbound = Exclude<Access, Right>

export function isOfWorkspace(access: Access): access is Right {
  return access !== 'public' && access !== 'key' && access !== 'administrator'
}

/**
 * The effect of a tool, for the annotations of MCP: `adds` creates something on each call, `sets` is idempotent,
 * `replaces` is idempotent and destructive, `edits` is destructive and not idempotent.
 */
export type Effect = 'reads' | 'adds' | 'sets' | 'replaces' | 'edits'

/**
 * Tools that `tools/list` contains only if `?tools=` in the address of the MCP server names their group. Without it
 * they can be called, but no agent pays for their descriptions.
 */
export type ToolGroup =
  | 'activity'
  | 'agents'
  | 'inbox'
  | 'knowledge'
  | 'proposals'
  | 'runs'
  | 'skills'

/** How agents see an operation. */
export type Tool = {
  /** `verb_noun` */
  name: string
  /** Short: every agent reads it in every conversation. */
  description: string
  effect: Effect
  /** As a tool it makes a proposal for a caller who may only propose, also where the operation refuses. */
  proposes?: true
  /** Listed only on request. */
  group?: ToolGroup
  /** Descriptions of fields whose names are not enough. */
  fields?: Record<string, string>
  /** Fields that agents cannot set, with their values. */
  fixed?: Record<string, unknown>
  /** The field with a page document; agents send `markdown` instead. */
  document?: string
  /** The result: the output, the Markdown of a page, or a reference to the changed page. */
  answer?: 'output' | 'markdown' | 'page'
  /** The items of its list are pages: agents get their URL, path, and who changed them last and when, too. */
  listsPages?: true
  /** Replaces the input where a mistake of a model would destroy data. */
  instead?: AgentCall
}

export type AgentCall<Input extends TObject = TObject, Answer extends object = object> = {
  input: Input
  run: (context: WorkspaceContext, input: Static<Input>) => Promise<Answer>
}

/** Declares the input for agents; the output is that of the operation. */
export function agentCall<const Input extends TObject, Answer extends object>(
  call: AgentCall<Input, Answer>,
): AgentCall<Input, Answer> {
  return call
}

/**
 * One thing a caller can do, declared once. REST, MCP, the API docs and the typed client are derived from it.
 */
export type Operation<
  Input extends TObject = TObject,
  Output extends TSchema = TSchema,
  Needed extends Access = Access,
> = {
  method: 'GET' | 'POST'
  path: string
  summary: string
  description: string
  access: Needed
  audience: Audience
  input: Input
  /** The input on this server, if it depends on the configuration. */
  inputFor?: (context: Context) => TObject
  output: Output
  /** Visitors of a share link can call it. Without it they cannot. */
  visitors?: VisitorUse
  /** People can call it before they set up a second factor that the server requires. */
  withoutSecondFactor?: true
  /**
   * For a caller who may only propose changes, it makes a proposal instead and answers `{proposalId, state}`. Only for
   * changes of pages that a draft collects.
   */
  proposes?: true
  /**
   * It grants or narrows access. A misspelt field would leave access as it is, so undeclared fields are refused; every
   * other operation drops them.
   */
  changesAccess?: true
  /** It changes data and accepts an Idempotency-Key. Code outside its transactions may run twice. */
  writes?: true
  /** Error codes in addition to those of its access and input. */
  errors: readonly ErrorCode[]
  /** An input that works in a test workspace. */
  example: Static<Input>
  /** The MCP tool, or why there is none. */
  tool: Tool | { none: string }
  /** Maximum request body in bytes. Derived from the input by default (`body-limits.ts`). */
  bodyLimit?: number
  run: (
    context: [Needed] extends [Unbound] ? Context : WorkspaceContext,
    input: Static<Input>,
  ) => Promise<Static<Output>>
}

/** For signed-in people only: not available with a key, as a tool or in the API docs. */
export function isForPeople({ audience }: Pick<Operation, 'audience'>): boolean {
  return audience === 'people'
}

/** Declares an operation. Without a workspaceId in its input, its access cannot be a right in a workspace. */
export function operation<
  const Input extends TObject,
  Output extends TSchema,
  const Needed extends Access,
>(
  declaration: Operation<Input, Output, Needed> &
    (Static<Input> extends { workspaceId: string } ? unknown : { access: Unbound }),
): Operation<Input, Output, Needed> {
  return declaration
}
