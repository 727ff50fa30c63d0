import { createIcon } from '../create-icon.ts'

export const IconActivity = /* @__PURE__ */ createIcon('outline', 'activity', [["path", { "d": "M3 12h4l3 8l4 -16l3 8h4", "key": "svg-0" }]])
