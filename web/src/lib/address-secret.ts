import { useEffect, useState } from 'react'

/**
 * What stands after the # of an address that was handed to someone: a setup code, an invitation. Servers and
 * logs never see it, and it leaves the address bar at once; it is kept for a reload, in this tab only.
 */
export function takeSecret(name: string): string {
  const given = decodeURIComponent(location.hash.slice(1))
  if (given === '') return sessionStorage.getItem(keyOf(name)) ?? ''
  sessionStorage.setItem(keyOf(name), given)
  history.replaceState(history.state, '', location.pathname + location.search)
  return given
}

export function forgetSecret(name: string): void {
  sessionStorage.removeItem(keyOf(name))
}

export function useSecret(name: string): string {
  const [secret, setSecret] = useState(() => takeSecret(name))
  // The whole address pasted where the screen is open already changes only what is after the #.
  useEffect(() => {
    const take = () => setSecret(takeSecret(name))
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [name])
  return secret
}

function keyOf(name: string): string {
  return `quire.${name}`
}
