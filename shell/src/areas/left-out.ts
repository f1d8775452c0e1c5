const PARAMETER = 'without'

/** Areas switched off to find a fault: `/sales?without=alerts`. */
const names = new Set(new URLSearchParams(window.location.search).getAll(PARAMETER))

export const isLeftOut = (name: string): boolean => names.has(name)

export function loadLeftOutAreas(): void {
  const address = new URL(window.location.href)
  address.searchParams.delete(PARAMETER)
  window.location.replace(address)
}
