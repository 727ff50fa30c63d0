// Written by `npm run snap` from the schemas of events.
/** The data of each type of event. */
export type WebhookEventData = {
  /** A page was created. */
  'page.created': { page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string } }
  /** The title, icon or content of a page changed. Consecutive saves in the editor are combined into one event. */
  'page.updated': { page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string }; /** Names of the changed fields. */ changed: Array<string>; /** Previous values of some changed fields. */ previous: { title?: string; icon?: string | null } }
  /** A page was moved to another parent or reordered among its siblings. */
  'page.moved': { page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string }; /** Names of the changed fields. */ changed: Array<string>; /** Previous values of some changed fields. */ previous: { parentId: string | null } }
  /** A page and all pages below it were moved to the trash. */
  'page.deleted': { page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string }; /** Number of pages affected, including this one. */ pages: number }
  /** A page and all pages deleted with it were restored from the trash. */
  'page.restored': { page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string }; /** Number of pages affected, including this one. */ pages: number }
  /** The permissions of a page and the pages below it changed. */
  'page.permissions_changed': { page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string } }
  /** A version of a skill or agent was published, or got or lost a label. */
  'skill.published': { page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string } }
  /** The result of an evaluation of a published skill or agent was reported. */
  'skill.evaluated': { page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string } }
  /** A person commented on a page or replied to a comment. */
  'comment.created': { comment: { id: string; threadId: string; pageId: string; /** Absolute link to the app. */ url: string }; /** Null when the page no longer exists. */ page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string } | null }
  /** The text of a comment changed. */
  'comment.updated': { comment: { id: string; threadId: string; pageId: string; /** Absolute link to the app. */ url: string }; /** Null when the page no longer exists. */ page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string } | null; /** Names of the changed fields. */ changed: Array<string> }
  /** A comment thread was resolved. */
  'comment.resolved': { comment: { id: string; threadId: string; pageId: string; /** Absolute link to the app. */ url: string }; /** Null when the page no longer exists. */ page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string } | null }
  /** A resolved comment thread was reopened. */
  'comment.reopened': { comment: { id: string; threadId: string; pageId: string; /** Absolute link to the app. */ url: string }; /** Null when the page no longer exists. */ page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string } | null }
  /** A comment was deleted. */
  'comment.deleted': { comment: { id: string; threadId: string; pageId: string; /** Absolute link to the app. */ url: string }; /** Null when the page no longer exists. */ page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string } | null }
  /** A person or program proposed changes to pages. */
  'proposal.created': { proposal: { /** Id of the proposal. */ id: string; /** State of the proposal after the event. */ state: "open" | "changes_requested" | "accepted" | "declined" | "withdrawn"; /** Whether the proposal was accepted, but not all of it. */ isAcceptedInPart: boolean; /** Number of changes that the event is about. */ changes: number; url: string }; /** Null when the page no longer exists. */ page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string } | null }
  /** A proposal was changed and submitted again. */
  'proposal.updated': { proposal: { /** Id of the proposal. */ id: string; /** State of the proposal after the event. */ state: "open" | "changes_requested" | "accepted" | "declined" | "withdrawn"; /** Whether the proposal was accepted, but not all of it. */ isAcceptedInPart: boolean; /** Number of changes that the event is about. */ changes: number; url: string }; /** Null when the page no longer exists. */ page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string } | null }
  /** A person commented on a proposal. */
  'proposal.commented': { proposal: { /** Id of the proposal. */ id: string; /** State of the proposal after the event. */ state: "open" | "changes_requested" | "accepted" | "declined" | "withdrawn"; /** Whether the proposal was accepted, but not all of it. */ isAcceptedInPart: boolean; /** Number of changes that the event is about. */ changes: number; url: string }; /** Null when the page no longer exists. */ page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string } | null }
  /** A reviewer asked for changes to a proposal. */
  'proposal.changes_requested': { proposal: { /** Id of the proposal. */ id: string; /** State of the proposal after the event. */ state: "open" | "changes_requested" | "accepted" | "declined" | "withdrawn"; /** Whether the proposal was accepted, but not all of it. */ isAcceptedInPart: boolean; /** Number of changes that the event is about. */ changes: number; url: string }; /** Null when the page no longer exists. */ page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string } | null }
  /** A proposal, or some of its changes, was accepted. */
  'proposal.accepted': { proposal: { /** Id of the proposal. */ id: string; /** State of the proposal after the event. */ state: "open" | "changes_requested" | "accepted" | "declined" | "withdrawn"; /** Whether the proposal was accepted, but not all of it. */ isAcceptedInPart: boolean; /** Number of changes that the event is about. */ changes: number; url: string }; /** Null when the page no longer exists. */ page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string } | null }
  /** A proposal, or some of its changes, was declined. */
  'proposal.declined': { proposal: { /** Id of the proposal. */ id: string; /** State of the proposal after the event. */ state: "open" | "changes_requested" | "accepted" | "declined" | "withdrawn"; /** Whether the proposal was accepted, but not all of it. */ isAcceptedInPart: boolean; /** Number of changes that the event is about. */ changes: number; url: string }; /** Null when the page no longer exists. */ page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string } | null }
  /** The proposer withdrew a proposal. */
  'proposal.withdrawn': { proposal: { /** Id of the proposal. */ id: string; /** State of the proposal after the event. */ state: "open" | "changes_requested" | "accepted" | "declined" | "withdrawn"; /** Whether the proposal was accepted, but not all of it. */ isAcceptedInPart: boolean; /** Number of changes that the event is about. */ changes: number; url: string }; /** Null when the page no longer exists. */ page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string } | null }
  /** A file was uploaded to the workspace. */
  'file.uploaded': { file: { id: string; name: string; mimeType: string; /** In bytes. */ size: number; /** Absolute link to the app. */ url: string } }
  /** A file was attached to a page. */
  'file.attached': { file: { id: string; name: string; mimeType: string; /** In bytes. */ size: number; /** Absolute link to the app. */ url: string }; /** Null when the page no longer exists. */ page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string } | null }
  /** A file was renamed. */
  'file.renamed': { file: { id: string; name: string; mimeType: string; /** In bytes. */ size: number; /** Absolute link to the app. */ url: string }; /** Previous values of some changed fields. */ previous: { name: string } }
  /** A file was deleted and detached from all pages. */
  'file.deleted': { file: { id: string; name: string; mimeType: string; /** In bytes. */ size: number; /** Absolute link to the app. */ url: string } }
  /** A person joined the workspace. */
  'member.joined': { member: { /** Id of the person. */ id: string; firstName: string; lastName: string; /** `OWNER`, `ADMIN`, `MEMBER` or `VIEWER`; null once removed. */ role: string | null } }
  /** The role of a member changed. */
  'member.updated': { member: { /** Id of the person. */ id: string; firstName: string; lastName: string; /** `OWNER`, `ADMIN`, `MEMBER` or `VIEWER`; null once removed. */ role: string | null }; /** Names of the changed fields. */ changed: Array<string>; /** Previous values of some changed fields. */ previous: { role?: string } }
  /** A person left the workspace or was removed. */
  'member.removed': { member: { /** Id of the person. */ id: string; firstName: string; lastName: string; /** `OWNER`, `ADMIN`, `MEMBER` or `VIEWER`; null once removed. */ role: string | null } }
  /** A comment or the text of a page mentions an agent. Its own webhook receives only events of this agent. */
  'agent.mentioned': { page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string }; agent: { /** Id of the agent account. */ id: string; name: string }; /** Null when it is about the text of the page. */ comment: { id: string; threadId: string; pageId: string; /** Absolute link to the app. */ url: string } | null }
  /** A property of a page names an agent that it did not name before. */
  'agent.assigned': { page: { id: string; title: string; icon: string | null; /** Absolute link to the app. */ url: string; parentId: string | null; /** `TEXT`, `SKILL` or `AGENT`. */ ownership: string; /** `TEXT` or `KANBAN`. */ type: string; version: number; createdAt: string; updatedAt: string }; agent: { /** Id of the agent account. */ id: string; name: string } }
  /** A test event, sent on request to one endpoint regardless of its subscriptions. */
  'webhook.test': { webhook: { id: string; name: string } }
}

type Shared = {
  /** Equals the `webhook-id` header, in every attempt and for every endpoint. */
  id: string
  /** Time of the event. */
  timestamp: string
  workspaceId: string
  /** Number of the event, without gaps: in the workspace or, once it has sections, among those sent to the webhook; 0 in a test. */
  sequence: number
  /** Who caused the event. */
  actor: { type: "member" | "system"; /** Id of the person; null for the operator of the server. */ id: string | null; /** Where the change came from. */ via: "web" | "api" | "mcp" | "chat" | "cli" | "import"; /** Id of the run that the change belongs to; null if unknown. */ runId: string | null; /** What the program of an API key calls itself, unchecked; null otherwise. */ client: string | null }
}

/** An event of one type. */
export type WebhookEventOf<Type extends keyof WebhookEventData> = Shared & { type: Type; data: WebhookEventData[Type] }

/** The body of a request: `type` says which `data` it has. A later server may send further types. */
export type WebhookEvent = { [Type in keyof WebhookEventData]: WebhookEventOf<Type> }[keyof WebhookEventData]
