import { packageFolder, readPackage, suiteRoot } from './workspace.ts'

/**
 * What shell and areas share, and nothing else: each once in a page, supplied by the shell. `@mms/ui` is the one
 * door to Chakra and emotion, `@mms/sdk` to router, queries, session; sharing those libraries themselves would
 * ship all of each (measured: 407 KB instead of 226 KB for the first paint).
 */
export const suppliedByShell = ['react', 'react-dom', '@mms/sdk', '@mms/ui'] as const

/** Without `ownCopies` nothing is built in: the page must have them. */
export function sharedModules({ ownCopies }: { ownCopies: boolean }) {
  return Object.fromEntries(
    suppliedByShell.map((name) => {
      const { version } = readPackage(
        name.startsWith('@mms/') ? packageFolder(name) : `${suiteRoot}/node_modules/${name}`,
      )
      const shared = { singleton: true, strictVersion: true, requiredVersion: majorRange(version), version }
      return [name, ownCopies ? shared : { ...shared, import: false as const }]
    }),
  )
}

/** The range that a build asks of `@mms/sdk` and `@mms/ui` unless its area says otherwise. */
export function defaultRequires(): { sdk: string; ui: string } {
  return { sdk: rangeOf('sdk'), ui: rangeOf('ui') }
}

function rangeOf(name: string): string {
  return majorRange(readPackage(packageFolder(name)).version)
}

/** `majorRange('1.4.2') // '^1'` */
function majorRange(version: string): string {
  return `^${version.split('.')[0]}`
}
