import { readFileSync, renameSync, writeFileSync } from 'node:fs'

function readPublished(file: string): Record<string, object> {
  try {
    const areas = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(areas).filter(
        (entry): entry is [string, object] => typeof entry[1] === 'object' && entry[1] !== null,
      ),
    )
  } catch {
    return {}
  }
}

/** Writes the areas' locations for the gateway; published ones stay as `npm run area` left them. */
export function writeAreasFile(
  file: string,
  built: Record<string, string>,
  print: (line: string) => void,
): void {
  const published = readPublished(file)
  for (const name of Object.keys(published))
    print(`The area ${name} is the build that was published, see npm run area -- status.`)
  writeFileSync(`${file}.new`, JSON.stringify({ ...built, ...published }))
  renameSync(`${file}.new`, file)
}
