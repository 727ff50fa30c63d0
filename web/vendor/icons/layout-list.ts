import { createIcon } from '../create-icon.ts'

export const IconLayoutList = /* @__PURE__ */ createIcon('outline', 'layout-list', [["path", { "d": "M4 6a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v2a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2l0 -2", "key": "svg-0" }], ["path", { "d": "M4 16a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v2a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2l0 -2", "key": "svg-1" }]])
