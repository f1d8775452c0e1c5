import type { KnownArea } from './registry.ts'

export function addressOf({ name, baseUrl }: KnownArea, file: string): string {
  const base = new URL(baseUrl.replace(/\/?$/, '/'), window.location.origin)
  const address = new URL(file, base).href
  // The gateway refuses such an area too. Foreign code must not depend on that alone.
  if (!address.startsWith(base.href)) throw new Error(`${name} names code outside of its folder`)
  return address
}
