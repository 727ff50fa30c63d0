const extensions = new Set(
  `app bash bat bin cgi cjs cmd com cpl csh dll dmg dylib exe fish gadget hta jar js jse ksh lnk lua mjs msc msi
   php pl ps1 psm1 py pyc pyw rb reg scr sh so swift tcl ts vb vbe vbs wasm wsf zsh`.split(/\s+/),
)
/** The first bytes of what systems run: scripts, ELF, Windows, Mach-O in both orders. */
const beginnings = [
  [0x23, 0x21],
  [0x7f, 0x45, 0x4c, 0x46],
  [0x4d, 0x5a],
  [0xcf, 0xfa, 0xed, 0xfe],
  [0xfe, 0xed, 0xfa, 0xcf],
  [0xca, 0xfe, 0xba, 0xbe],
]

/** Whether an agent or a person could run a file. */
export function isProgram(name: string, bytes: Uint8Array): boolean {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return (
    extensions.has(extension) ||
    beginnings.some((beginning) => beginning.every((byte, index) => bytes[index] === byte))
  )
}
