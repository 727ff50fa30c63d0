import { createIcon } from '../create-icon.ts'

export const IconLayoutAlignLeft = /* @__PURE__ */ createIcon('outline', 'layout-align-left', [["path", { "d": "M4 4l0 16", "key": "svg-0" }], ["path", { "d": "M8 11a2 2 0 0 1 2 -2h8a2 2 0 0 1 2 2v2a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2l0 -2", "key": "svg-1" }]])
