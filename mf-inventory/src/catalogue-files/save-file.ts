/** How long a browser may take to begin to read the file. */
const READ_WITHIN_MS = 60_000

/** Hands a file to the browser's downloads. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ_WITHIN_MS)
}
