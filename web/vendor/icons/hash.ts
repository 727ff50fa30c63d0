import { createIcon } from '../create-icon.ts'

export const IconHash = /* @__PURE__ */ createIcon('outline', 'hash', [["path", { "d": "M5 9l14 0", "key": "svg-0" }], ["path", { "d": "M5 15l14 0", "key": "svg-1" }], ["path", { "d": "M11 4l-4 16", "key": "svg-2" }], ["path", { "d": "M17 4l-4 16", "key": "svg-3" }]])
