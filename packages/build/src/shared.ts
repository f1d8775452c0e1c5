import { packageFolder, readPackage, suiteRoot } from './workspace.ts'

/**
 * What shell and areas share, and nothing else: each once in a page, supplied by the shell. `@mms/ui` is the one
 * door to Chakra and emotion, `@mms/sdk` to router, queries, session; sharing those libraries themselves would
 * ship all of each (measured: 407 KB instead of 226 KB for the first paint).
 */
const sharedNames = ['react', 'react-dom', '@mms/sdk', '@mms/ui'] as const

/** `suppliedByShell`: no copy of our own is built, the page must have one. */
export function sharedModules({ suppliedByShell }: { suppliedByShell: boolean }) {
  return Object.fromEntries(
    sharedNames.map((name) => {
      const { version } = readPackage(
        name.startsWith('@mms/') ? packageFolder(name) : `${suiteRoot}/node_modules/${name}`,
      )
      const shared = { singleton: true, strictVersion: true, requiredVersion: majorRange(version), version }
      return [name, suppliedByShell ? { ...shared, import: false as const } : shared]
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
