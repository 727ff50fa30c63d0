// Written by `npm run snap` from the table of operations.
export const routes = {
  service: {
    health: { method: 'GET', path: '/healthz' },
    meta: { method: 'GET', path: '/v1/meta' },
  },
  workspaces: {
    agents: { method: 'POST', path: '/v1/workspace/agents' },
    createPageFromFile: { method: 'POST', path: '/v1/workspace/create-page-from-file' },
    files: { method: 'POST', path: '/v1/workspace/files' },
    list: { method: 'GET', path: '/v1/workspaces' },
    select: { method: 'POST', path: '/v1/workspaces/select' },
    skills: { method: 'POST', path: '/v1/workspace/skills' },
    stats: { method: 'POST', path: '/v1/workspace/stats' },
  },
  pages: {
    create: { method: 'POST', path: '/v1/pages/create' },
    edit: { method: 'POST', path: '/v1/pages/edit' },
    get: { method: 'POST', path: '/v1/pages/get' },
    list: { method: 'POST', path: '/v1/pages/list' },
    markdown: { method: 'POST', path: '/v1/pages/markdown' },
    move: { method: 'POST', path: '/v1/pages/move' },
    stats: { method: 'POST', path: '/v1/pages/stats' },
    update: { method: 'POST', path: '/v1/pages/update' },
  },
  trash: {
    remove: { method: 'POST', path: '/v1/pages/delete' },
    restore: { method: 'POST', path: '/v1/pages/restore' },
  },
  pageFiles: {
    attachFile: { method: 'POST', path: '/v1/page-files/attach-file' },
    attachImage: { method: 'POST', path: '/v1/page-files/attach-image' },
    list: { method: 'POST', path: '/v1/page-files/list' },
    uploadFile: { method: 'POST', path: '/v1/page-files/upload-file' },
    uploadImage: { method: 'POST', path: '/v1/page-files/upload-image' },
  },
  search: {
    pages: { method: 'POST', path: '/v1/search/pages' },
  },
  webhooks: {
    create: { method: 'POST', path: '/v1/webhooks/create' },
    list: { method: 'POST', path: '/v1/webhooks/list' },
    listEventTypes: { method: 'POST', path: '/v1/webhooks/event-types' },
    remove: { method: 'POST', path: '/v1/webhooks/delete' },
    rotateSecret: { method: 'POST', path: '/v1/webhooks/rotate-secret' },
    test: { method: 'POST', path: '/v1/webhooks/test' },
    update: { method: 'POST', path: '/v1/webhooks/update' },
  },
  webhookDeliveries: {
    get: { method: 'POST', path: '/v1/webhooks/delivery' },
    list: { method: 'POST', path: '/v1/webhooks/deliveries' },
    recover: { method: 'POST', path: '/v1/webhooks/recover' },
    redeliver: { method: 'POST', path: '/v1/webhooks/redeliver' },
  },
} as const
