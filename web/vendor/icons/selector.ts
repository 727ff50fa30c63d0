import { createIcon } from '../create-icon.ts'

export const IconSelector = /* @__PURE__ */ createIcon('outline', 'selector', [["path", { "d": "M8 9l4 -4l4 4", "key": "svg-0" }], ["path", { "d": "M16 15l-4 4l-4 -4", "key": "svg-1" }]])
