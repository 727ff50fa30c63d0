// Written by `npm run snap` from package.json.
export const version = '0.2.0'
