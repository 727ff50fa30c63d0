import { createIcon } from '../create-icon.ts'

export const IconGripHorizontal = /* @__PURE__ */ createIcon('outline', 'grip-horizontal', [["path", { "d": "M4 9a1 1 0 1 0 2 0a1 1 0 1 0 -2 0", "key": "svg-0" }], ["path", { "d": "M4 15a1 1 0 1 0 2 0a1 1 0 1 0 -2 0", "key": "svg-1" }], ["path", { "d": "M11 9a1 1 0 1 0 2 0a1 1 0 1 0 -2 0", "key": "svg-2" }], ["path", { "d": "M11 15a1 1 0 1 0 2 0a1 1 0 1 0 -2 0", "key": "svg-3" }], ["path", { "d": "M18 9a1 1 0 1 0 2 0a1 1 0 1 0 -2 0", "key": "svg-4" }], ["path", { "d": "M18 15a1 1 0 1 0 2 0a1 1 0 1 0 -2 0", "key": "svg-5" }]])
