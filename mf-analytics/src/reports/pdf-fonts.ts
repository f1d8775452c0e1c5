import regular from '@expo-google-fonts/hind/400Regular/Hind_400Regular.ttf'
import bold from '@expo-google-fonts/hind/700Bold/Hind_700Bold.ttf'
import type { jsPDF } from 'jspdf'

/** Hind, by the Indian Type Foundry: the fonts that every PDF reader has know no rupee sign. */
export async function loadFonts(pdf: jsPDF): Promise<void> {
  const styles = [
    { style: 'normal', url: regular },
    { style: 'bold', url: bold },
  ]
  for (const { style, url } of styles) {
    const response = await fetch(url)
    if (!response.ok) throw new Error('The font of the report could not be loaded')
    const file = `report-${style}.ttf`
    pdf.addFileToVFS(file, base64Of(new Uint8Array(await response.arrayBuffer())))
    pdf.addFont(file, 'report', style)
  }
}

/** In pieces: a call takes only so many arguments. */
function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8_192) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  }
  return btoa(binary)
}
