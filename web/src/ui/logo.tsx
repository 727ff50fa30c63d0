/** An open book, as in the window's icon. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#4263eb" />
      <g fill="none" stroke="#fff" strokeWidth="2" strokeLinejoin="round">
        <path d="M9 9.5c2.6-1 4.9-.6 7 1 2.1-1.6 4.4-2 7-1V22c-2.6-1-4.9-.6-7 1-2.1-1.6-4.4-2-7-1z" />
        <path d="M16 10.5v12.5" />
      </g>
    </svg>
  )
}
