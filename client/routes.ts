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
    document: { method: 'POST', path: '/v1/pages/document' },
    edit: { method: 'POST', path: '/v1/pages/edit' },
    get: { method: 'POST', path: '/v1/pages/get' },
    list: { method: 'POST', path: '/v1/pages/list' },
    locate: { method: 'POST', path: '/v1/pages/locate' },
    markdown: { method: 'POST', path: '/v1/pages/markdown' },
    move: { method: 'POST', path: '/v1/pages/move' },
    save: { method: 'POST', path: '/v1/pages/save' },
    stats: { method: 'POST', path: '/v1/pages/stats' },
    update: { method: 'POST', path: '/v1/pages/update' },
  },
  history: {
    compare: { method: 'POST', path: '/v1/history/compare' },
    get: { method: 'POST', path: '/v1/history/get' },
    list: { method: 'POST', path: '/v1/history/list' },
    restore: { method: 'POST', path: '/v1/history/restore' },
  },
  favourites: {
    add: { method: 'POST', path: '/v1/favourites/add' },
    list: { method: 'POST', path: '/v1/favourites/list' },
    remove: { method: 'POST', path: '/v1/favourites/remove' },
  },
  recent: {
    list: { method: 'POST', path: '/v1/recent/list' },
    visit: { method: 'POST', path: '/v1/recent/visit' },
  },
  trash: {
    empty: { method: 'POST', path: '/v1/trash/empty' },
    list: { method: 'POST', path: '/v1/trash/list' },
    purge: { method: 'POST', path: '/v1/trash/purge' },
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
  comments: {
    create: { method: 'POST', path: '/v1/comments/create' },
    list: { method: 'POST', path: '/v1/comments/list' },
    remove: { method: 'POST', path: '/v1/comments/delete' },
    resolve: { method: 'POST', path: '/v1/comments/resolve' },
    update: { method: 'POST', path: '/v1/comments/update' },
  },
  files: {
    list: { method: 'POST', path: '/v1/files/list' },
    use: { method: 'POST', path: '/v1/files/use' },
  },
  search: {
    find: { method: 'POST', path: '/v1/search/find' },
    pages: { method: 'POST', path: '/v1/search/pages' },
  },
<<<<<<< HEAD
  session: {
    create: { method: 'POST', path: '/app/session/create' },
    get: { method: 'POST', path: '/app/session/get' },
    list: { method: 'POST', path: '/app/session/list' },
    remove: { method: 'POST', path: '/app/session/remove' },
    removeAll: { method: 'POST', path: '/app/session/remove-all' },
=======
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
>>>>>>> s4
  },
} as const
