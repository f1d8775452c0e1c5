import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const isTest = (file: string) => /\.test\.tsx?$|\/test-support\//.test(file)

function sourcesOf(root: string, folders: string[]): { file: string; code: string }[] {
  const globs = folders.map((folder) => `${folder}/src/**/*.{ts,tsx}`)
  const files = globSync(globs, { cwd: root }).filter((file) => !isTest(file))
  return files.sort().map((file) => ({ file, code: withoutComments(readFileSync(join(root, file), 'utf8')) }))
}

const withoutComments = (code: string) => code.replace(/^\s*(?:\/\*|\*|\/\/).*$/gm, '')

/** Keeps domains apart in the browser: kits mention no domain, and cache keys of an area begin with its name. */
export function checkKits(root: string): string[] {
  return [...domainsInKits(root), ...foreignKeys(root)]
}

/** Finds the events in `interface SuiteEvents { 'medicines-changed': … }`. */
function declaredEvents(root: string): string[] {
  return sourcesOf(root, ['packages/contracts'])
    .flatMap(({ code }) => [...code.matchAll(/interface SuiteEvents \{([\s\S]*?)\n {2}\}/g)])
    .flatMap(([, body = '']) => [...body.matchAll(/^\s*'([a-z-]+)':/gm)].map(([, name = '']) => name))
}

function domainsInKits(root: string): string[] {
  const events = declaredEvents(root)
  return sourcesOf(root, ['packages/sdk', 'packages/ui']).flatMap(({ file, code }) =>
    events
      .flatMap((event) => [event, `'${event.split('-')[0]}'`, camelCase(event)])
      .filter((word) => code.includes(word))
      .map(
        (word) =>
          `${file} names ${word}: what a domain says is declared in its contract, and said by its area`,
      ),
  )
}

const camelCase = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

function foreignKeys(root: string): string[] {
  return sourcesOf(root, ['mf-*', 'shell']).flatMap(({ file, code }) => {
    const area = (file.split('/')[0] ?? '').replace(/^mf-/, '')
    const named = [...code.matchAll(/\bareaKeys\('([^']*)'\)/g)].map(([, name = '']) => name)
    return [
      ...named
        .filter((name) => name !== area)
        .map((name) => `${file} makes keys of '${name}': its own begin with '${area}'`),
      ...(/\bqueryKey:\s*\[/.test(code)
        ? [`${file} writes a query key by hand: take it from areaKeys('${area}')`]
        : []),
    ]
  })
}
