import regular from '@expo-google-fonts/hind/400Regular/Hind_400Regular.ttf'
import bold from '@expo-google-fonts/hind/700Bold/Hind_700Bold.ttf'
import type { jsPDF } from 'jspdf'

/** Loads Hind by the Indian Type Foundry, because the standard PDF fonts have no rupee sign. */
export async function loadFonts() {
  const styles = [
    { style: 'normal', url: regular },
    { style: 'bold', url: bold },
  ]
  const fonts = await Promise.all(
    styles.map(async ({ style, url }) => {
      const response = await fetch(url)
      if (!response.ok) throw new Error('The font of the document could not be loaded')
      return { style, file: base64Of(new Uint8Array(await response.arrayBuffer())) }
    }),
  )
  return {
    addTo(pdf: jsPDF): void {
      for (const { style, file } of fonts) {
        const name = `report-${style}.ttf`
        pdf.addFileToVFS(name, file)
        pdf.addFont(name, 'report', style)
      }
    },
  }
}

/** In parts, because the number of arguments of a call is limited. */
function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8_192) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  }
  return btoa(binary)
}
