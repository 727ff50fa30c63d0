/**
 * Every address of the web app. The server answers each of them with the app; which screen is there
 * stands in `web/src/app/screens.ts` and, for settings, in `web/src/settings/screens.ts`.
 */
export const appAddresses = [
  '/',
  '/pages/:pageId',
  '/pages/:pageId/history',
  '/search',
  '/library',
  '/trash',
  '/skills',
  '/unsent',
  '/settings',
  '/settings/profile',
  '/settings/security',
  '/settings/api',
  '/settings/workspace',
  '/settings/members',
  '/settings/chats',
  '/settings/webhooks',
  '/settings/webhooks/:webhookId',
  '/settings/meaning',
  '/settings/server',
  '/sign-in',
  '/setup',
  '/join',
  '/confirmed',
  '/forgotten-password',
  '/verify-email',
  '/reset-password',
] as const

export type AppAddress = (typeof appAddresses)[number]
