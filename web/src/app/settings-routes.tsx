import { Navigate, type RouteObject } from 'react-router'

/** Each setting is loaded when first opened. */
export const settingsRoutes: RouteObject = {
  path: 'settings',
  lazy: async () => ({ Component: (await import('../settings/settings.tsx')).Settings }),
  children: [
    { index: true, element: <Navigate to="/settings/profile" replace /> },
    {
      path: 'profile',
      lazy: async () => ({ Component: (await import('../settings/profile.tsx')).Profile }),
    },
    {
      path: 'security',
      lazy: async () => ({ Component: (await import('../settings/security.tsx')).Security }),
    },
    {
      path: 'api',
      lazy: async () => ({ Component: (await import('../settings/keys.tsx')).Keys }),
    },
    {
      path: 'workspace',
      lazy: async () => ({
        Component: (await import('../settings/workspace.tsx')).WorkspaceSettings,
      }),
    },
    {
      path: 'server',
      lazy: async () => ({ Component: (await import('../settings/server.tsx')).ServerSettings }),
    },
    {
      path: 'meaning',
      lazy: async () => ({
        Component: (await import('../settings/semantic-search/meaning.tsx')).Meaning,
      }),
    },
    {
      path: 'members',
      lazy: async () => ({ Component: (await import('../settings/members.tsx')).Members }),
    },
    {
      path: 'webhooks',
      lazy: async () => ({
        Component: (await import('../settings/webhooks/webhooks.tsx')).Webhooks,
      }),
    },
    {
      path: 'chats',
      lazy: async () => ({ Component: (await import('../settings/chats/chats.tsx')).Chats }),
    },
    {
      path: 'webhooks/:webhookId',
      lazy: async () => ({
        Component: (await import('../settings/webhooks/webhook-screen.tsx')).WebhookScreen,
      }),
    },
  ],
}
