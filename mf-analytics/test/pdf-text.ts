import { inflateSync } from 'node:zlib'

/** The texts of a PDF whose fonts have a table of their characters, in the order in which they were written. */
export function pdfTexts(bytes: Buffer): string[] {
  const streams = bytes
    .toString('latin1')
    .split(/(?<!end)stream\r?\n/)
    .slice(1)
    .map((part) => inflated(part.slice(0, part.indexOf('endstream'))))
  const characters = new Map<string, string>()
  for (const stream of streams.filter((each) => each.includes('beginbfchar'))) {
    for (const [, glyph = '', code = ''] of stream.matchAll(/<([\da-f]{4})><([\da-f]{4})>/gi)) {
      characters.set(glyph.toLowerCase(), String.fromCharCode(Number.parseInt(code, 16)))
    }
  }
  return streams.flatMap((stream) =>
    [...stream.matchAll(/<([\da-f]+)> Tj/gi)].map(([, glyphs = '']) =>
      (glyphs.toLowerCase().match(/.{4}/g) ?? []).map((glyph) => characters.get(glyph) ?? '?').join(''),
    ),
  )
}

function inflated(stream: string): string {
  try {
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
  } catch {
    return ''
  }
}
