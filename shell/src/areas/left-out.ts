const PARAMETER = 'without'

/** Areas that this page is opened without, to find out what is wrong: `/sales?without=alerts`. */
const names = new Set(new URLSearchParams(window.location.search).getAll(PARAMETER))

export const isLeftOut = (name: string): boolean => names.has(name)

/** Loads the page again with all areas. */
export function bringBack(): void {
  const address = new URL(window.location.href)
  address.searchParams.delete(PARAMETER)
  window.location.replace(address)
}
