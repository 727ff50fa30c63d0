/**
 * Every address of the web app. The server answers each of them with the app; which screen is there
 * stands in `web/src/app/screens.ts` and, for settings, in `web/src/settings/screens.ts`.
 */
export const appAddresses = [
  '/',
  '/pages/:pageId',
  '/pages/:pageId/history',
  '/pages/:pageId/suggest',
  '/proposals',
  '/proposals/:proposalId',
  '/inbox',
  '/today',
  '/search',
  '/library',
  '/activity',
  '/trash',
  '/skills',
  '/tags',
  '/links',
  '/unsent',
  '/settings',
  '/settings/profile',
  '/settings/security',
  '/settings/api',
  '/settings/notifications',
  '/settings/workspace',
  '/settings/members',
  '/settings/groups',
  '/settings/agents',
  '/settings/import',
  '/settings/chats',
  '/settings/webhooks',
  '/settings/webhooks/:webhookId',
  '/settings/semantic-search',
  '/settings/server',
  '/sign-in',
  '/setup',
  '/join',
  '/confirmed',
  '/forgotten-password',
  '/verify-email',
  '/reset-password',
  '/unsubscribe/:token',
  '/s/:linkId',
  '/s/:linkId/pages/:pageId',
] as const

/** Addresses of earlier versions. The app redirects from them, as `web/src/app/screens.ts` says. */
export const movedAddresses = ['/settings/meaning'] as const

export type MovedAddress = (typeof movedAddresses)[number]

export type AppAddress = (typeof appAddresses)[number]
