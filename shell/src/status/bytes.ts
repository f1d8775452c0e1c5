const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const
const STEP = 1_000

/** Decimal units, as disks are sold: 52428800 gives `52 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / STEP ** power
  return `${value.toFixed(power > 0 && value < 10 ? 1 : 0)} ${UNITS[power]}`
}
